// The requests of the six cells, one simple and one detailed for each method. They name points as a client
// knows them from an earlier answer.

import type { DataRecord } from '../schema.ts';
import { PROPERTY_KEYS } from './init.ts';
import { NETWORK } from './network.ts';
import { stationPoint } from './points.ts';

const LANGUAGE = 'de';
const DATE = '2011-06-27';

export function simpleInit(): DataRecord {
  return { id: '9f3a71c04e', language: LANGUAGE };
}

export function detailedInit(): DataRecord {
  return {
    id: '27bd05e9a1',
    language: LANGUAGE,
    client: 'Fahrinfo 1.4; iOS 4.3; 3G',
    keys: [...PROPERTY_KEYS],
  };
}

/** Asks for one point by its whole name. */
export function simpleCheckName(): DataRecord {
  const point = { name: 'Hammerberg Markt', municipality: 'Pinneberg', type: 'STATION' };
  return { id: 'c6480fd213', language: LANGUAGE, point, types: ['STATION'], maxPoints: 1 };
}

/** Asks for every point whose name begins so, and says where the traveller is. */
export function detailedCheckName(): DataRecord {
  return {
    id: '51e8ac7b90',
    language: LANGUAGE,
    point: { name: 'ha', type: 'STATION', latitude: 53.55315, longitude: 10.00662 },
    types: ['STATION', 'ADDRESS'],
    maxPoints: 25,
    withCoordinates: true,
    withLines: true,
  };
}

/** Asks for a route of one part. */
export function simpleGetRoute(): DataRecord {
  return {
    id: 'e03b96d74f',
    language: LANGUAGE,
    start: known('hh:10079'),
    destination: known('hh:10100'),
    date: DATE,
    time: '09:41',
    timeIsDeparture: true,
  };
}

/** Asks for a route of five parts, with every stop between. */
export function detailedGetRoute(): DataRecord {
  return {
    id: '8d17f2a65c',
    language: LANGUAGE,
    start: known('hh:10121'),
    destination: known('hh:10021'),
    via: ['hh:10069', 'hh:10012', 'hh:10141', 'hh:10137'].map(known),
    date: DATE,
    time: '17:08',
    timeIsDeparture: true,
    withCoordinates: true,
    withStops: true,
  };
}

function known(id: string): DataRecord {
  const station = NETWORK.stations.find((each) => each.id === id);
  if (station === undefined) throw new Error(`the network has no station ${id}`);
  return stationPoint(station, { withCoordinates: true, withLines: true });
}

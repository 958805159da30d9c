// What the suite asks of an operation: the requests of the studies, and others that nobody can have prepared
// for, with numbers, ids, stations and times that are drawn anew each time.

import type { Random } from '../../base/random.ts';
import { callsOfOperation } from '../../data/calls.ts';
import type { DataRecord } from '../../data/schema.ts';
import { NETWORK } from '../../data/transit/network.ts';
import type { About } from '../../wire/target-contract.ts';

/** Letters beyond ASCII, and those that XML has to write in another way. */
const ODD_TEXT = ' Öjenbürg <&> "ß" \u{1f687}';

/** At least two; the last is never one of a study. */
export function makeRequests(operation: string, { features }: About, random: Random): DataRecord[] {
  const published = callsOfOperation(operation).map((call) => call.request(1));
  switch (operation) {
    case 'init':
      return [...published, drawnInit(random)];
    case 'checkname':
      return [...published, nobodyNamed(random), drawnCheckName(random)];
    case 'getroute':
      return [...published, unknownRoute(random), drawnRoute(random)];
    default:
      return [1, 2 + below(random, 40)].map((n) => ({ n: Math.min(n, features.maxN) }));
  }
}

/** As the last of those above, drawn again. */
export function anotherRequest(operation: string, about: About, random: Random): DataRecord {
  return makeRequests(operation, about, random).at(-1)!;
}

function drawnInit(random: Random): DataRecord {
  const keys = ['notice', ODD_TEXT, 'operator', `key${below(random, 1e6)}`];
  return { id: drawnId(random), language: 'en', client: ODD_TEXT, keys };
}

function drawnCheckName(random: Random): DataRecord {
  const { name } = drawnStation(random);
  return {
    id: drawnId(random),
    language: 'de',
    point: { name: name.slice(0, 1 + below(random, 4)).toUpperCase(), type: 'STATION' },
    types: ['POI', 'STATION'],
    maxPoints: 1 + below(random, 5),
    withCoordinates: random() < 0.5,
    withLines: true,
  };
}

function nobodyNamed(random: Random): DataRecord {
  const point = { name: ODD_TEXT, type: 'STATION' };
  return { id: drawnId(random), language: 'de', point, types: ['STATION'], maxPoints: 100 };
}

function drawnRoute(random: Random): DataRecord {
  return {
    id: drawnId(random),
    language: 'de',
    start: { id: drawnStation(random).id, name: '', type: 'STATION' },
    destination: { name: drawnStation(random).name, type: 'STATION' },
    via: Array.from({ length: 1 + below(random, 7) }, () => ({
      name: drawnStation(random).name,
      type: 'STATION',
    })),
    date: '2024-02-29',
    time: `${String(below(random, 24)).padStart(2, '0')}:${String(below(random, 60)).padStart(2, '0')}`,
    timeIsDeparture: random() < 0.5,
    withCoordinates: random() < 0.5,
    withStops: true,
  };
}

function unknownRoute(random: Random): DataRecord {
  const { withStops: _, ...request } = drawnRoute(random);
  return { ...request, destination: { name: ODD_TEXT, type: 'STATION' } };
}

function drawnStation(random: Random): { readonly id: string; readonly name: string } {
  return NETWORK.stations[below(random, NETWORK.stations.length)]!;
}

function drawnId(random: Random): string {
  return `${below(random, 2 ** 31).toString(16)}${ODD_TEXT}`;
}

function below(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}

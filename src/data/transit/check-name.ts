// The method checkname: which stations a traveller may mean.

import { RefusedCall } from '../call.ts';
import type { DataRecord } from '../schema.ts';
import { NETWORK } from './network.ts';
import { STATION_TYPE, stationPoint } from './points.ts';

const MOST_POINTS = 100;

/**
 * Answers with the stations whose names begin with the name of the request, in capital or small letters, in
 * the order of the network. If the request names a municipality, only its stations count; if STATION is not
 * among the types, none do. Everything else that the request says of the point, such as where the traveller
 * is, changes nothing. The return code is `TOO_MANY` if there are more stations than the request wants.
 */
export function answerCheckName(request: DataRecord): DataRecord {
  const { name, municipality } = request.point as DataRecord;
  const maxPoints = request.maxPoints as number;
  if (maxPoints < 1 || maxPoints > MOST_POINTS)
    throw new RefusedCall(`maxPoints is ${maxPoints}; it may be 1 to ${MOST_POINTS}`);
  const isWanted = (request.types as string[]).includes(STATION_TYPE);
  const beginning = (name as string).toLowerCase();
  const matching = NETWORK.stations.filter(
    (station) =>
      isWanted &&
      station.name.toLowerCase().startsWith(beginning) &&
      (municipality === undefined || station.municipality === municipality),
  );
  const detail = { withCoordinates: request.withCoordinates === true, withLines: request.withLines === true };
  return {
    returnCode: matching.length === 0 ? 'NOT_FOUND' : matching.length > maxPoints ? 'TOO_MANY' : 'OK',
    id: request.id!,
    points: matching.slice(0, maxPoints).map((station) => stationPoint(station, detail)),
  };
}

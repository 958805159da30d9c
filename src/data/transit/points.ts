// Writes stations as messages hold them, and finds stations by what a request says of them.

import type { DataRecord } from '../schema.ts';
import { NETWORK, type Station } from './network.ts';

/** The network has no points of another type. */
export const STATION_TYPE = 'STATION';

export interface PointDetail {
  readonly withCoordinates: boolean;
  readonly withLines: boolean;
}

/** Fields in the order of the schema. */
export function stationPoint(station: Station, { withCoordinates, withLines }: PointDetail): DataRecord {
  const { id, name, municipality, latitude, longitude, lines } = station;
  return {
    id,
    name,
    municipality,
    type: STATION_TYPE,
    ...(withCoordinates && { latitude, longitude }),
    ...(withLines && lines.length > 0 && { lines: [...lines] }),
  };
}

/**
 * Finds a station by the id if there is one, else by the whole name, in capital or small letters; null if
 * there is no such station.
 */
export function findStation({ id, name }: DataRecord): Station | null {
  const lowerCaseName = (name as string).toLowerCase();
  const isWanted = (station: Station) =>
    id === undefined ? station.name.toLowerCase() === lowerCaseName : station.id === id;
  return NETWORK.stations.find(isWanted) ?? null;
}

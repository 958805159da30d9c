// The method getroute: one route from a station to another, via the stations that the request names. Each way
// from one of them to the next is a part of the route.

import { RefusedCall } from '../call.ts';
import type { DataRecord } from '../schema.ts';
import { type Leg, legBetween } from './leg.ts';
import type { Station } from './network.ts';
import { findStation, stationPoint } from './points.ts';

const CHANGE_MINUTES = 4;
const MOST_VIA = 8;
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const DAY_MINUTES = 24 * 60;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Answers with `NOT_FOUND` and no route if one of the stations is unknown. */
export function answerGetRoute(request: DataRecord): DataRecord {
  const wantedMinutes = minutesIn(request.time as string);
  if (wantedMinutes === null)
    throw new RefusedCall(`time is ${JSON.stringify(request.time)}; it is written 09:41`);
  if (!DATE.test(request.date as string))
    throw new RefusedCall(`date is ${JSON.stringify(request.date)}; it is written 2011-06-27`);
  const via = (request.via ?? []) as DataRecord[];
  if (via.length > MOST_VIA) throw new RefusedCall(`via has ${via.length} points; it may have ${MOST_VIA}`);
  const points = [request.start as DataRecord, ...via, request.destination as DataRecord];
  const stations = points.map(findStation).filter((station) => station !== null);
  if (stations.length < points.length) return { returnCode: 'NOT_FOUND', id: request.id!, routes: [] };
  return { returnCode: 'OK', id: request.id!, routes: [makeRoute(request, stations, wantedMinutes)] };
}

function makeRoute(request: DataRecord, stations: readonly Station[], wantedMinutes: number): DataRecord {
  const legs = stations.slice(1).map((station, i) => legBetween(stations[i]!, station));
  const minutes = legs.reduce((sum, leg) => sum + leg.minutes, (legs.length - 1) * CHANGE_MINUTES);
  const departure = request.timeIsDeparture ? wantedMinutes : wantedMinutes - minutes;
  let begins = departure;
  const parts = legs.map((leg) => {
    const part = makeRoutePart(leg, begins, request);
    begins += leg.minutes + CHANGE_MINUTES;
    return part;
  });
  const arrival = departure + minutes;
  return {
    date: request.date!,
    departure: timeText(departure),
    arrival: timeText(arrival),
    minutes,
    parts,
  };
}

function makeRoutePart({ line, stops }: Leg, begins: number, request: DataRecord): DataRecord {
  const withCoordinates = request.withCoordinates === true;
  const withStops = request.withStops === true;
  const written = stops.map(({ station, minutes, platform }, i) => ({
    point: stationPoint(station, { withCoordinates, withLines: false }),
    ...(i > 0 && { arrival: timeText(begins + minutes) }),
    ...(i < stops.length - 1 && { departure: timeText(begins + minutes) }),
    ...(withStops && { platform }),
  }));
  const between = written.slice(1, -1);
  return {
    line: { ...line },
    from: written[0]!,
    to: written.at(-1)!,
    ...(withStops && between.length > 0 && { stops: between }),
  };
}

/** Minutes since midnight of a time of day as messages hold it, `09:41`; null if it is no such time. */
function minutesIn(text: string): number | null {
  const match = TIME.exec(text);
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}

/**
 * The time of day, from 00:00 again after midnight. `minutes` is a whole number and may be below 0 or above a
 * day.
 */
function timeText(minutes: number): string {
  const ofDay = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${twoDigits(Math.floor(ofDay / 60))}:${twoDigits(ofDay % 60)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

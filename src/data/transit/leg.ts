// The way from one station to another: by the first line of the network that serves both, in either
// direction; if there is none, by a bus on call that does not stop between them.

import { NETWORK, type Station, type TransitLine } from './network.ts';

const PLATFORMS = 4;

export interface Leg {
  /** The line as messages hold it. */
  readonly line: { readonly name: string; readonly type: string; readonly direction: string };
  /** All stops, including both ends. */
  readonly stops: readonly LegStop[];
  readonly minutes: number;
}

export interface LegStop {
  readonly station: Station;
  /** Minutes since the first stop. */
  readonly minutes: number;
  readonly platform: string;
}

export function legBetween(from: Station, to: Station): Leg {
  const line = NETWORK.lines.find(({ stops }) => stops.includes(from) && stops.includes(to));
  return line === undefined ? onCall(from, to) : byLine(line, from, to);
}

/** Between two stops it takes 1 + (the sum of the stations' numbers) mod 3 minutes. */
function byLine(line: TransitLine, from: Station, to: Station): Leg {
  const isForward = line.stops.indexOf(from) <= line.stops.indexOf(to);
  const direction = isForward ? line.stops : line.stops.toReversed();
  const way = direction.slice(direction.indexOf(from), direction.indexOf(to) + 1);
  let minutes = 0;
  const stops = way.map((station, i) => {
    if (i > 0) minutes += 1 + ((way[i - 1]!.number + station.number) % 3);
    return stopAt(station, minutes, line.number);
  });
  // A way from a station to itself has two ends like any other.
  if (stops.length === 1) stops.push(stops[0]!);
  const { name, type } = line;
  return { line: { name, type, direction: direction.at(-1)!.name }, stops, minutes };
}

/** 10 + (the sum of the stations' numbers) mod 30 minutes. */
function onCall(from: Station, to: Station): Leg {
  const minutes = 10 + ((from.number + to.number) % 30);
  return {
    line: { name: 'Rufbus', type: 'Rufbus', direction: to.name },
    stops: [stopAt(from, 0, 0), stopAt(to, minutes, 0)],
    minutes,
  };
}

function stopAt(station: Station, minutes: number, line: number): LegStop {
  return { station, minutes, platform: String(1 + ((station.number + line) % PLATFORMS)) };
}

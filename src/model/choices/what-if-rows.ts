// The rows of what-if.ts, from a model.

import type { RequestCell } from '../../factors/cell.ts';
import { standardDeviation } from '../../stats/samples/quantile.ts';
import { REACH } from '../misses/held-out.ts';
import type { Model } from '../model.ts';
import { wayTimes } from './way-times.ts';
import type { WhatIf, WhatIfRow } from './what-if.ts';

/** Beside those that were measured. */
const STEPS = 41;
/** Of figures in the page. */
const DIGITS = 5;

/** `ways` are of one connection, protocol and target; `measured` are their numbers of objects. */
export function whatIfRows(model: Model, ways: readonly RequestCell[], measured: readonly number[]): WhatIf {
  const { connection, protocol, target } = ways[0]!;
  const ns = numbersAround(measured);
  return {
    connection,
    protocol,
    // Over a connection in use every server takes the same of its window.
    ...(connection === 'cold' && { target }),
    ns,
    networkLog: rounded(model.misses.network.log),
    rows: ways.map((way) => ns.map((n) => rowFor(model, { ...way, n }))),
  };
}

function rowFor(model: Model, factors: RequestCell): WhatIfRow | null {
  const way = wayTimes(model, factors);
  if ('reason' in way) return null;
  const { bytes, work, restsOn } = way;
  const { fixedMs, hideableMs } = way.replicates;
  const whole = fixedMs.map((fixed, i) => fixed + hideableMs[i]!);
  const spread = (values: Float64Array) =>
    standardDeviation(values.filter((value) => !Number.isNaN(value))) * model.reach;
  const figures = [work.fixedMs, work.hideableMs, spread(fixedMs), spread(whole)] as const;
  const [fixed, hideable, fixedSpread, wholeSpread] = figures.map(rounded) as [
    number,
    number,
    number,
    number,
  ];
  const workLog = rounded(Math.hypot(...restsOn.map((kind) => model.misses[kind].log)));
  return [bytes.encoded, fixed, hideable, fixedSpread, wholeSpread, workLog, rounded(bytes.missedLog)];
}

/** As far as predictions reach, in even steps of the logarithm, and those measured. */
function numbersAround(measured: readonly number[]): readonly number[] {
  const least = Math.max(1, Math.ceil(Math.min(...measured) / REACH));
  const most = Math.max(...measured) * REACH;
  const steps = Array.from({ length: STEPS }, (_, i) =>
    threeDigits(least * (most / least) ** (i / (STEPS - 1))),
  );
  return [...new Set([...steps, least, most, ...measured])]
    .filter((n) => n >= least && n <= most)
    .toSorted((a, b) => a - b);
}

function threeDigits(n: number): number {
  return Math.round(Number(n.toPrecision(3)));
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

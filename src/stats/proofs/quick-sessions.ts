// Sessions of the quick study, simulated: what it asks, how long its cells take by real records on two cores,
// what a session of so long carries out, and how a cell's log time scatters in it.

import type { Random } from '../../base/random.ts';
import { BETWEEN_SD, WITHIN_EXCHANGES, WITHIN_SD } from '../estimates/seen-scatter.ts';
import { timeShares } from '../estimates/time-shares.ts';
import { normal } from '../simulated.ts';

/** One size of the quick study: json, xml, protobuf, each without and with gzip; medians in ms. */
const PANELS_MS: readonly (readonly number[])[] = [
  [1.7, 2.13, 1.67, 1.9, 2.33, 1.87],
  [2.3, 4.2, 2.3, 3.4, 5.3, 3.3],
  [4.74, 34.9, 5.05, 14.1, 45.1, 14.2],
];
/** xml and protobuf against json, alike with gzip; gzip against none. */
const PAIRS: readonly (readonly [b: number, a: number])[] = [
  [1, 0],
  [2, 0],
  [4, 3],
  [5, 3],
  [3, 0],
  [4, 1],
  [5, 2],
];
const EMPTY_MS = 0.8;
/** Of a cell: of its own level in a session, of one exchange. */
const CELL_SD = BETWEEN_SD / Math.SQRT2;
export const EXCHANGE_SD = (WITHIN_SD * Math.sqrt(WITHIN_EXCHANGES)) / Math.SQRT2;

export interface Comparison {
  readonly panel: number;
  readonly a: number;
  readonly b: number;
  readonly trueLog: number;
}

export const COMPARISONS: readonly Comparison[] = PANELS_MS.flatMap((cellsMs, panel) =>
  PAIRS.map(([b, a]) => ({ panel, a, b, trueLog: Math.log(cellsMs[b]! / cellsMs[a]!) })),
);

/** As plans make them (src/plan/blocks/visits.ts). */
export const VISITS = { settling: 1, counted: 3, warmup: 12, leastBlocks: 3 } as const;
const COUNTED_EMPTIES = 2;
const EMPTIES_MS = (VISITS.settling + COUNTED_EMPTIES) * EMPTY_MS;
const LONG_WARMUP_MS = 500;

export interface SessionShape {
  /** Time of a session's blocks, warm-up included; longer where its least takes longer. */
  readonly blocksMs: number;
  /** Its panels share that by need; else all have as much of it. */
  readonly divides: boolean;
}

/** A session with all cells. */
export function simulatedSession(shape: SessionShape) {
  return sessionShape(
    shape,
    COMPARISONS.map((_, i) => i),
  );
}

/** Counted exchanges of a cell in each panel, and how long all blocks take. */
export function sessionShape({ blocksMs, divides }: SessionShape, open: readonly number[]) {
  const panels = PANELS_MS.map((cellsMs, panel) => {
    const own = open.map((i) => COMPARISONS[i]!).filter((each) => each.panel === panel);
    const cells = [...new Set(own.flatMap(({ a, b }) => [a, b]))].map((cell) => cellsMs[cell]!);
    const visitsMs = (VISITS.settling + VISITS.counted) * sum(cells) + EMPTIES_MS;
    return { blockMs: cells.length === 0 ? 0 : visitsMs, warmupMs: sum(cells.map(warmupMsOf)) };
  });
  const countedMs = Math.max(0, blocksMs - sum(panels.map(({ warmupMs }) => warmupMs)));
  const shares = timeShares(
    panels.map(({ blockMs }) => ({
      blockVariance: blockMs > 0 ? 1 : 0,
      blockMs: divides ? blockMs : Math.min(1, blockMs),
    })),
  );
  const blocks = panels.map(({ blockMs }, p) =>
    blockMs > 0 ? Math.max(VISITS.leastBlocks, (countedMs * shares[p]!) / blockMs) : 0,
  );
  const takenMs = sum(panels.map(({ blockMs, warmupMs }, p) => warmupMs + blocks[p]! * blockMs));
  return { exchanges: blocks.map((count) => count * VISITS.counted), blocksMs: takenMs };
}

function warmupMsOf(cellMs: number): number {
  return cellMs * Math.min(VISITS.warmup, Math.floor(LONG_WARMUP_MS / cellMs));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Panel → cell → log time in one session, truth apart. */
export function sessionLevels(exchanges: readonly number[], random: Random): number[][] {
  return PANELS_MS.map((cellsMs, panel) =>
    cellsMs.map(
      () => CELL_SD * normal(random) + (EXCHANGE_SD / Math.sqrt(exchanges[panel]!)) * normal(random),
    ),
  );
}

/** Of a pair of cells alike, in one session of so many exchanges of each. */
export function simulatedLogRatio(exchanges: number, random: Random): number {
  const [cell, other] = sessionLevels([exchanges, exchanges, exchanges], random)[0]!;
  return other! - cell!;
}

export function logRatioIn(
  levels: readonly (readonly number[])[],
  { panel, a, b, trueLog }: Comparison,
): number {
  return trueLog + levels[panel]![b]! - levels[panel]![a]!;
}

// Chooses the compressions and levels that are tried on a payload, so that sizes are there within seconds. A
// small payload is tried at all of them, a large one at a ladder of levels without those that would take too
// long; these are reported.

import { COMPRESSIONS } from '../../compression/catalogue.ts';
import { type Compression, spellCompression } from '../../factors/compression.ts';

export interface Levels {
  /** `none` first, then in the catalogue's order. */
  readonly tried: readonly Compression[];
  readonly leftOut: readonly Compression[];
}

/** What there is to compress, for an estimate. */
export interface Load {
  /** Body bytes, of all messages together; the largest of the ways to write them, or about that. */
  readonly bytes: number;
  readonly bodies: number;
  /** In how many ways they are written, each to be compressed. */
  readonly ways: number;
}

/**
 * Time of all processors together. With two of them, 1 MB takes under 5 s, encoding and comparing included.
 */
const BUDGET_MS = 3_400;

/** Tried whatever it takes: what servers do by default. */
const ALWAYS = ['none', 'gzip-6', 'br-5', 'zstd-3'];
const LADDER = [
  'gzip-1',
  'gzip-9',
  'deflate-6',
  'br-1',
  'br-4',
  'br-9',
  'br-11',
  'zstd-1',
  'zstd-9',
  'zstd-19',
];

const ALL: readonly Compression[] = COMPRESSIONS.flatMap(({ name, levels }): Compression[] =>
  levels.length === 0 ? [{ coding: name, level: null }] : levels.map((level) => ({ coding: name, level })),
);

/** Leaves out the levels between rungs. Advice chooses from the rungs because each of them is timed. */
export function keepRungs(levels: readonly Compression[]): readonly Compression[] {
  const rungs = [...ALWAYS, ...LADDER];
  return levels.filter((each) => rungs.includes(spellCompression(each)));
}

/** Every compression at every level. */
export const ALL_LEVELS: Levels = { tried: ALL, leftOut: [] };

/** Ladder first, then what stands between its rungs; within each what is quick goes before what is slow. */
export function levelsFor(load: Load, budgetMs = BUDGET_MS): Levels {
  const costMs = (each: Compression) => estimatedMs(each, load);
  const quickFirst = (some: readonly Compression[]) =>
    some.toSorted((a, b) => costMs(a) - costMs(b) || ALL.indexOf(a) - ALL.indexOf(b));
  const always = ALL.filter((each) => ALWAYS.includes(spellCompression(each)));
  const ladder = ALL.filter((each) => LADDER.includes(spellCompression(each)));
  const between = ALL.filter((each) => !always.includes(each) && !ladder.includes(each));
  const tried = new Set(always);
  let leftMs = budgetMs - sum(always.map(costMs));
  for (const rungs of [quickFirst(ladder), quickFirst(between)]) {
    for (const each of rungs) {
      if (costMs(each) > leftMs) break;
      tried.add(each);
      leftMs -= costMs(each);
    }
    // Levels between rungs are tried only after the whole ladder.
    if (rungs.some((each) => !tried.has(each))) break;
  }
  return {
    tried: ALL.filter((each) => tried.has(each)),
    leftOut: ALL.filter((each) => !tried.has(each)),
  };
}

/** For all bodies in all ways, on one processor. */
function estimatedMs(compression: Compression, { bytes, bodies, ways }: Load): number {
  const { coding: name, level } = compression;
  const nsPerByte = NS_PER_BYTE[name]?.[level ?? -1];
  if (nsPerByte === undefined) return 0;
  const perCallMs = SLOW_CALLS_MS[spellCompression(compression)] ?? CALL_MS;
  return ways * ((bytes * nsPerByte) / 1e6 + bodies * perCallMs);
}

/** A call on another thread and back, and a fresh state. */
const CALL_MS = 0.1;
/** Whose tables take long to clear. */
const SLOW_CALLS_MS: Readonly<Record<string, number>> = { 'br-9': 1 };

/**
 * By level from 0, of JSON of records (numbers and English words), on a server of 2026: only their ratios
 * matter.
 */
const NS_PER_BYTE: Readonly<Record<string, readonly number[]>> = {
  gzip: [0, 8.5, 9, 11, 12, 16, 23, 33, 58, 58],
  deflate: [0, 8.5, 9, 11, 12, 16, 23, 33, 58, 58],
  br: [4, 5, 8, 8, 11, 17, 20, 25, 35, 49, 570, 1_500],
  zstd: [0, 3, 3, 3, 6, 8, 10, 16, 18, 20, 21, 31, 34, 72, 87, 94, 300, 305, 400, 590],
};

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

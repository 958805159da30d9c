// Runs of studies that ask for the same ratio beside few and beside many cells, for long and for short.
// Machines differ in how far their sessions scatter: the runs of a first stage say how many more there must
// be until an interval is decisive, which is no wider, on the log scale, than the difference that it has to
// show. Then it leaves out either 1 or that difference, wherever it lies. The first stage says so by its
// scatter alone, and the whole is read with that scatter (two-stages.ts): nobody goes on until it suits.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Random, seededRandom, shuffled } from '../../src/base/random.ts';
import { SEEN } from '../../test/support/proofs/judges.ts';
import { runsNeeded, type Side } from '../../test/support/proofs/two-stages.ts';
import { sayLoad } from './load.ts';
import { type ByFormat, type BySession, byMedian, exchangesOf, type Rule } from './plain-exchanges.ts';
import { type RecordedRun, recordedRun } from './recorded-run.ts';

/** Books. */
export const N = 1_000;
const LIGHT = `{n: ${N}, format: [json, protobuf]`;
const STUDIES = {
  'two cells': { of: 'xml/json', factors: `{n: ${N}, format: [json, xml], browser: chromium}` },
  'eighteen cells': {
    of: 'xml/json',
    factors: `{n: [10, 100, ${N}], format: [json, xml, protobuf], compression: [none, gzip-6], browser: chromium}`,
  },
  'two light cells': { of: 'protobuf/json', factors: `${LIGHT}, browser: chromium}` },
  'two light cells and a heavy one': {
    of: 'protobuf/json',
    factors: `${LIGHT}, compression: [none, br-11], browser: chromium}\nexclude: [{format: protobuf, compression: br-11}]`,
  },
} as const;

export type Ratio = (typeof STUDIES)[keyof typeof STUDIES]['of'];
export const RATIOS: readonly Ratio[] = ['xml/json', 'protobuf/json'];

interface Kind {
  readonly study: keyof typeof STUDIES;
  readonly budget: string;
  /** Of the first stage. */
  readonly runs: number;
}

/**
 * XML against JSON in each study with a short budget that has time for all its cells, and with a long one;
 * Protobuf against JSON without and with the heavy cell. The first of either is what the others are held
 * against. The first stage takes twenty minutes in all.
 */
const KINDS: readonly Kind[] = [
  { study: 'two cells', budget: '2m', runs: 1 },
  { study: 'two cells', budget: '20s', runs: 6 },
  { study: 'eighteen cells', budget: '50s', runs: 4 },
  { study: 'eighteen cells', budget: '2m', runs: 2 },
  { study: 'two light cells', budget: '1m', runs: 2 },
  { study: 'two light cells and a heavy one', budget: '2m', runs: 2 },
];

/** Of all intervals together. */
export const ERROR = 0.05;
/** Of half an interval on the log scale: see above. */
const DECISIVE_REACH = Math.log1p(SEEN) / 2;

type Run = Pick<RecordedRun, 'samples' | 'wallMs'>;

/** Runs of one kind: their sessions count alike. */
export interface Series {
  readonly name: string;
  readonly of: Ratio;
  readonly first: readonly Run[];
  /** Of the second stage. */
  readonly more: readonly Run[];
}

export interface NeighboursAsked {
  /** One run of each study with each of them, and no more; null: the bench's own. */
  readonly budgets?: readonly string[] | null;
  /** No run of the second stage begins later, ms after the beginning; 0: there is no second stage. */
  readonly mostMs?: number;
  readonly seed?: number;
}

/** The first stage, and as much of a second one as it takes and as there is time for. Written to `dir`. */
export async function neighbourRuns(
  dir: string,
  { budgets = null, mostMs = 0, seed = Math.floor(2 ** 31 * Math.random()) }: NeighboursAsked,
  print: (line: string) => void,
): Promise<readonly Series[]> {
  const random = seededRandom(seed);
  const untilMs = performance.now() + mostMs;
  print(`runs in random order, by the seed ${seed}`);
  const kinds = budgets === null ? KINDS : kindsWith(budgets);
  const all = kinds.map(({ runs }) => runs);
  const first = await measured(kinds, all, { dir, random, untilMs: Number.POSITIVE_INFINITY }, print);
  const series = kinds.map(({ study, budget }, i): Series => {
    return { name: `${study}, ${budget}`, of: STUDIES[study].of, first: first[i]!, more: [] };
  });
  if (budgets !== null || mostMs === 0) return series;
  const wanted = runsMore(series);
  const takeMs = wanted.reduce((sum, runs, i) => sum + runs * meanMs(first[i]!), 0);
  print(`half an interval is to be ±${DECISIVE_REACH.toFixed(3)}, which takes ${sayMinutes(takeMs)} more:`);
  for (const [i, { name }] of series.entries()) print(`  ${name}: ${wanted[i]} more beside ${all[i]}`);
  const more = await measured(kinds, wanted, { dir, random, untilMs }, print);
  const missing = wanted.reduce((sum, runs, i) => sum + runs - more[i]!.length, 0);
  if (missing > 0) print(`${missing} of them were not begun: ${sayMinutes(mostMs)} were over`);
  return series.map((each, i) => ({ ...each, more: more[i]! }));
}

function kindsWith(budgets: readonly string[]): readonly Kind[] {
  const studies = Object.keys(STUDIES) as (keyof typeof STUDIES)[];
  return studies.flatMap((study) => budgets.map((budget) => ({ study, budget, runs: 1 })));
}

/** So many runs of each kind, in random order, so that a machine that changes changes all of them. */
async function measured(
  kinds: readonly Kind[],
  wanted: readonly number[],
  { dir, random, untilMs }: { readonly dir: string; readonly random: Random; readonly untilMs: number },
  print: (line: string) => void,
): Promise<readonly (readonly Run[])[]> {
  const runs = kinds.map((): Run[] => []);
  const order = wanted.flatMap((number, kind) => Array.from({ length: number }, () => kind));
  for (const kind of shuffled(order, random)) {
    const seed = Math.floor(2 ** 31 * random());
    if (performance.now() >= untilMs) break;
    const { study, budget } = kinds[kind]!;
    const file = join(dir, 'study.yaml');
    writeFileSync(
      file,
      `study: neighbours\ntitle: Neighbours\nquestion: Do they matter?\nfactors: ${STUDIES[study].factors}\ncompare: []\n`,
    );
    const { samples, wallMs } = await recordedRun(['run', file, '--budget', budget, '--seed', `${seed}`]);
    runs[kind]!.push({ samples, wallMs });
    print(`${study}, ${budget}: ${(wallMs / 1000).toFixed(0)} s (${sayLoad()})`);
  }
  return runs;
}

/** Of each series, by the scatter of the first stage and what a run of it took. */
function runsMore(series: readonly Series[]): readonly number[] {
  const wanted = new Map<Series, number>();
  for (const ratio of RATIOS) {
    const own = series.filter(({ of }) => of === ratio);
    const sides = own.map(({ of, first }): Side => {
      const logs = logRatios(first, of, COUNTS_NOW);
      return { first: logs, perRun: logs.length / first.length, runMs: meanMs(first) };
    });
    const runs = runsNeeded(sides, DECISIVE_REACH, levelOfEach(series));
    for (const [i, each] of own.entries()) wanted.set(each, runs[i]!);
  }
  return series.map((each) => wanted.get(each)!);
}

/** Of each interval, so that all of them together miss with `ERROR`: all series but the first of a ratio. */
export function levelOfEach(series: readonly Series[]): number {
  return ERROR / (series.length - RATIOS.length);
}

function meanMs(runs: readonly Run[]): number {
  return runs.reduce((sum, { wallMs }) => sum + wallMs, 0) / runs.length;
}

function sayMinutes(ms: number): string {
  return `${Math.round(ms / 60_000)} min`;
}

export const COUNTS_NOW: Rule = ({ warmup, settling }) => !warmup && !settling;

/** Of each session of all runs: the ratio of the medians of what the rule takes. */
export function logRatios(runs: readonly Run[], of: Ratio, rule: Rule): readonly number[] {
  const [a, b] = of.split('/') as [string, string];
  return logDifferences(runs, (exchanges) => {
    for (const format of [a, b])
      if (exchanges[format] === undefined) throw new Error(`the budget left out ${format} at ${N} Books`);
    return [byMedian(exchanges[a]!, rule), byMedian(exchanges[b]!, rule)];
  });
}

/** Of each session that has both: the one less the other. */
export function logDifferences(
  runs: readonly Run[],
  both: (exchanges: ByFormat) => readonly [a: BySession, b: BySession],
): readonly number[] {
  return runs.flatMap(({ samples }) => {
    const [a, b] = both(exchangesOf(samples, N));
    return [...a.keys()].flatMap((session) => (b.has(session) ? [a.get(session)! - b.get(session)!] : []));
  });
}

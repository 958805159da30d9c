// Does an answer depend on what else was asked, or on how long? XML against JSON at 1 000 Books, in a study
// of these two cells and in one of eighteen, each with a short budget and one of two minutes; what
// counts now beside what counted before, from the same samples; and Protobuf against JSON early and late in
// sessions. Protobuf against JSON too, beside nothing else and beside a cell that takes fifty times as long.
// Nothing is asked of the runs, so that none ends before its budget is spent. Runs of one kind are repeated,
// in turn with the others, until their sessions together can see a difference of 12 %.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../src/base/figures/median.ts';
import type { SampleTable } from '../src/record/sample-table.ts';
import {
  confidenceInterval,
  type Estimate,
  estimateFromSessions,
  sumOfIndependent,
} from '../src/stats/estimates/estimate.ts';
import { sayLoad } from './parts/load.ts';
import { type RecordedRun, recordedRun } from './parts/recorded-run.ts';

const N = 1_000;
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

interface Kind {
  readonly study: keyof typeof STUDIES;
  readonly budget: string;
  readonly runs: number;
}

/**
 * XML against JSON in each study with a short budget that has time for all its cells, and with a long one;
 * Protobuf against JSON without and with the heavy cell. The first of either is what the others are held
 * against. Of a quarter of an hour in all.
 */
const KINDS: readonly Kind[] = [
  { study: 'two cells', budget: '2m', runs: 1 },
  { study: 'two cells', budget: '20s', runs: 6 },
  { study: 'eighteen cells', budget: '50s', runs: 4 },
  { study: 'eighteen cells', budget: '2m', runs: 2 },
  { study: 'two light cells', budget: '1m', runs: 1 },
  { study: 'two light cells and a heavy one', budget: '2m', runs: 1 },
];
const COMPLETED = 0;
const ERROR = 0.05;

/** An exchange of a cell: how many came before it in its visit, and in its session. */
interface Exchange {
  readonly session: number;
  readonly inVisit: number;
  readonly inSession: number;
  readonly warmup: boolean;
  readonly settling: boolean;
  readonly totalMs: number;
}

type Rule = (exchange: Exchange) => boolean;
type Ratio = (typeof STUDIES)[Kind['study']]['of'];

const COUNTS_NOW: Rule = ({ warmup, settling }) => !warmup && !settling;
/** The first two of a visit; what settled was the first of them. */
const COUNTED_BEFORE: Rule = ({ warmup, inVisit }) => !warmup && inVisit < 2;

/** Of runs of a kind with those of the first. */
export interface Agreement {
  readonly name: string;
  /**
   * Of the one's ratio over the other's; 1 lies inside where they agree. All of them together miss in one of
   * twenty proofs.
   */
  readonly interval: readonly [low: number, high: number];
}

/** Runs of one kind: their sessions count alike. */
interface Series {
  readonly name: string;
  readonly of: Ratio;
  readonly runs: readonly RecordedRun[];
}

/** Agreements by what counts now; `budgets`: one run of each study with each, instead of the bench's own. */
export async function benchNeighbours(
  print: (line: string) => void,
  budgets: readonly string[] | null = null,
): Promise<readonly Agreement[]> {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-neighbours-'));
  try {
    const series = await measured(dir, budgets === null ? KINDS : kindsWith(budgets), print);
    for (const { name, of, runs } of series) {
      print(`${of} at ${N} Books, ${name}, ${runs.length} of them:`);
      print(`  as it counts now            ${sayRatio(ratio(runs, of, COUNTS_NOW))}`);
      print(`  first two of each visit     ${sayRatio(ratio(runs, of, COUNTED_BEFORE))}`);
      for (const format of of.split('/')) {
        for (const place of [0, 1]) {
          const late = logRatios(runs, (exchanges) => [
            byMedian(exchanges[format]!, ({ warmup, inVisit }) => !warmup && inVisit === place),
            byMedian(exchanges[format]!, ({ warmup, inVisit }) => !warmup && inVisit > 1),
          ]);
          print(
            `    ${format}, exchange ${place + 1} against later ones   ${sayRatio(estimateFromSessions(late))}`,
          );
        }
      }
    }
    sayWarmth(series.findLast(({ of }) => of === 'xml/json')!, print);
    const others = series.length - 2;
    return ['xml/json', 'protobuf/json'].flatMap((each) =>
      sayAgreement(
        series.filter(({ of }) => of === each),
        others,
        print,
      ),
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function kindsWith(budgets: readonly string[]): readonly Kind[] {
  const studies = Object.keys(STUDIES) as (keyof typeof STUDIES)[];
  return studies.flatMap((study) => budgets.map((budget) => ({ study, budget, runs: 1 })));
}

/** In turn, so that a machine that changes changes all of them. */
async function measured(
  dir: string,
  kinds: readonly Kind[],
  print: (line: string) => void,
): Promise<readonly Series[]> {
  const runs = kinds.map((): RecordedRun[] => []);
  const rounds = Math.max(...kinds.map((kind) => kind.runs));
  for (let round = 0; round < rounds; round++) {
    for (const [i, { study, budget, runs: most }] of kinds.entries()) {
      if (round >= most) continue;
      const file = join(dir, 'study.yaml');
      writeFileSync(
        file,
        `study: neighbours\ntitle: Neighbours\nquestion: Do they matter?\nfactors: ${STUDIES[study].factors}\ncompare: []\n`,
      );
      const run = await recordedRun(['run', file, '--budget', budget, '--seed', `${round + 1}`]);
      runs[i]!.push(run);
      print(`${study}, ${budget}: ${(run.wallMs / 1000).toFixed(0)} s (${sayLoad()})`);
    }
  }
  return kinds.map(({ study, budget }, i) => {
    return { name: `${study}, ${budget}`, of: STUDIES[study].of, runs: runs[i]! };
  });
}

/**
 * Every kind against the first one of its ratio: each pair is of sessions of its own. `all`: how many there
 * are.
 */
function sayAgreement(
  series: readonly Series[],
  all: number,
  print: (line: string) => void,
): readonly Agreement[] {
  const [first, ...others] = series;
  const agreements: Agreement[] = [];
  for (const [told, rule] of [
    ['as it counts now', COUNTS_NOW],
    ['first two of each visit', COUNTED_BEFORE],
  ] as const) {
    print(`${first!.of} against “${first!.name}”, ${told} (1 lies inside where they agree):`);
    for (const { name, of, runs } of others) {
      const [here, there] = [runs, first!.runs].map((some) => ratio(some, of, rule));
      const both = sumOfIndependent([here!, { ...there!, log: -there!.log }]);
      print(`  ${name.padEnd(20)} ${sayRatio(both)}`);
      if (rule === COUNTS_NOW) agreements.push({ name, interval: confidenceInterval(both, ERROR / all) });
    }
  }
  return agreements;
}

function sayWarmth({ name, runs }: Series, print: (line: string) => void) {
  print(`protobuf/json at ${N} Books, ${name}, by exchanges of the cell in a session:`);
  const of = (rule: Rule) => sayRatio(ratio(runs, 'protobuf/json', rule));
  for (const [from, to] of [
    [1, 2],
    [3, 4],
    [5, 8],
  ] as const) {
    const among: Rule = ({ inSession }) => inSession >= from && inSession <= to;
    print(`  ${`${from} to ${to}, first use and warm-up`.padEnd(34)} ${of(among)}`);
  }
  const half = (isIn: (inSession: number, middle: number) => boolean) => {
    const logs = logRatios(runs, ({ json, protobuf }) => {
      const middle = middles([...json!, ...protobuf!].filter(COUNTS_NOW));
      const rule: Rule = (each) => COUNTS_NOW(each) && isIn(each.inSession, middle.get(each.session)!);
      return [byMedian(protobuf!, rule), byMedian(json!, rule)];
    });
    return sayRatio(estimateFromSessions(logs));
  };
  print(`  ${'counted, early half'.padEnd(34)} ${half((inSession, middle) => inSession <= middle)}`);
  print(`  ${'counted, late half'.padEnd(34)} ${half((inSession, middle) => inSession > middle)}`);
}

function middles(exchanges: readonly Exchange[]): Map<number, number> {
  const bySession = Map.groupBy(exchanges, ({ session }) => session);
  return new Map(
    [...bySession].map(([session, own]) => [session, median(own.map(({ inSession }) => inSession))]),
  );
}

/** Geometric mean over the sessions of all runs of the ratio of medians. */
function ratio(runs: readonly RecordedRun[], of: Ratio, rule: Rule): Estimate {
  const [a, b] = of.split('/') as [string, string];
  const logs = logRatios(runs, (exchanges) => {
    for (const format of [a, b])
      if (exchanges[format] === undefined) throw new Error(`the budget left out ${format} at ${N} Books`);
    return [byMedian(exchanges[a]!, rule), byMedian(exchanges[b]!, rule)];
  });
  return estimateFromSessions(logs);
}

/** Of each session that has both: the one less the other. */
function logRatios(
  runs: readonly RecordedRun[],
  both: (exchanges: ByFormat) => readonly [a: BySession, b: BySession],
): readonly number[] {
  return runs.flatMap(({ samples }) => {
    const [a, b] = both(exchangesOf(samples));
    return [...a.keys()].flatMap((session) => (b.has(session) ? [a.get(session)! - b.get(session)!] : []));
  });
}

type BySession = ReadonlyMap<number, number>;
type ByFormat = Readonly<Record<string, readonly Exchange[]>>;

/** Session → the logarithm of the median of what the rule takes of it. */
function byMedian(exchanges: readonly Exchange[], rule: Rule): BySession {
  const bySession = Map.groupBy(exchanges.filter(rule), ({ session }) => session);
  return new Map(
    [...bySession].map(([session, each]) => [session, Math.log(median(each.map(({ totalMs }) => totalMs)))]),
  );
}

/** By format, of the plain cell of N Books. */
function exchangesOf(samples: SampleTable): ByFormat {
  const found: Record<string, Exchange[]> = {};
  const counts = new Map<string, number>();
  const next = (key: string) => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count;
  };
  for (let row = 0; row < samples.length; row++) {
    const id = samples.cellIds[samples.cell[row]!]!;
    const [format, ...rest] = id.split(' ');
    const isPlain = rest.every((word) => word === `n=${N}`);
    if (!isPlain || samples.outcome[row] !== COMPLETED) continue;
    const session = samples.session[row]!;
    const exchange = {
      session,
      inVisit: next(`${id} ${session} ${samples.block[row]}`),
      inSession: 1 + next(`${id} ${session}`),
      warmup: samples.warmup[row] === 1,
      settling: samples.settling[row] === 1,
      totalMs: samples.numbers.totalMs[row]!,
    };
    found[format!] = [...(found[format!] ?? []), exchange];
  }
  return found;
}

function sayRatio(estimate: Estimate): string {
  const [low, high] = confidenceInterval(estimate, ERROR);
  const sessions = `${estimate.degreesOfFreedom + 1}`;
  return `${Math.exp(estimate.log).toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]${Number.isInteger(estimate.degreesOfFreedom) ? `, ${sessions} sessions` : ''}`;
}

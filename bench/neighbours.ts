// Does an answer depend on what else was asked, or on how long? XML against JSON at 1 000 Books, in a study
// of these two cells and in one of eighteen, each with a short budget and one of two minutes; what
// counts now beside what counted before, from the same samples; and Protobuf against JSON early and late in
// sessions. Nothing is asked of the runs, so that none ends before its budget is spent.

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
} from '../src/stats/estimate.ts';
import { sayLoad } from './parts/load.ts';
import { type RecordedRun, recordedRun } from './parts/recorded-run.ts';

const N = 1_000;
/** Each with a short budget that has time for all its cells, and a long one. */
const STUDIES = {
  'two cells': { factors: `{n: ${N}, format: [json, xml], browser: chromium}`, budgets: ['20s', '2m'] },
  'eighteen cells': {
    factors: `{n: [10, 100, ${N}], format: [json, xml, protobuf], compression: [none, gzip-6], browser: chromium}`,
    budgets: ['50s', '2m'],
  },
} as const;
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

const COUNTS_NOW: Rule = ({ warmup, settling }) => !warmup && !settling;
/** The first two of a visit; what settled was the first of them. */
const COUNTED_BEFORE: Rule = ({ warmup, inVisit }) => !warmup && inVisit < 2;

/** Of a run with the first one. */
export interface Agreement {
  readonly name: string;
  /**
   * Of the one's ratio over the other's; 1 lies inside where they agree. All of them together miss in one of
   * twenty proofs.
   */
  readonly interval: readonly [low: number, high: number];
}

/** Agreements by what counts now; `budgets` instead of each study's own. */
export async function benchNeighbours(
  print: (line: string) => void,
  budgets: readonly string[] | null = null,
): Promise<readonly Agreement[]> {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-neighbours-'));
  try {
    const runs: { readonly name: string; readonly run: RecordedRun }[] = [];
    for (const [study, { factors, budgets: own }] of Object.entries(STUDIES)) {
      const file = join(dir, 'study.yaml');
      writeFileSync(
        file,
        `study: neighbours\ntitle: Neighbours\nquestion: Do they matter?\nfactors: ${factors}\ncompare: []\n`,
      );
      for (const budget of budgets ?? own) {
        const name = `${study}, ${budget}`;
        const run = await recordedRun(['run', file, '--budget', budget, '--seed', '1']);
        runs.push({ name, run });
        print(`xml/json at ${N} Books, ${name} (${(run.wallMs / 1000).toFixed(0)} s, ${sayLoad()}):`);
        print(`  as it counts now            ${sayRatio(ratio(run.samples, 'xml', 'json', COUNTS_NOW))}`);
        print(`  first two of each visit     ${sayRatio(ratio(run.samples, 'xml', 'json', COUNTED_BEFORE))}`);
        for (const format of ['json', 'xml']) {
          const of = exchangesOf(run.samples)[format]!;
          for (const place of [0, 1]) {
            const here = byMedian(of, ({ warmup, inVisit }) => !warmup && inVisit === place);
            const later = byMedian(of, ({ warmup, inVisit }) => !warmup && inVisit > 1);
            print(
              `    ${format}, exchange ${place + 1} against later ones   ${sayRatio(apart(here, later))}`,
            );
          }
        }
      }
    }
    sayWarmth(runs.at(-1)!, print);
    return sayAgreement(runs, print);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Every run against the first one: each pair is of sessions of its own. */
function sayAgreement(
  runs: readonly { readonly name: string; readonly run: RecordedRun }[],
  print: (line: string) => void,
): readonly Agreement[] {
  const [first, ...others] = runs;
  const agreements: Agreement[] = [];
  for (const [told, rule] of [
    ['as it counts now', COUNTS_NOW],
    ['first two of each visit', COUNTED_BEFORE],
  ] as const) {
    print(`against “${first!.name}”, ${told} (1 lies inside where they agree):`);
    for (const { name, run } of others) {
      const [here, there] = [run, first!.run].map(({ samples }) => ratio(samples, 'xml', 'json', rule));
      const both = sumOfIndependent([here!, { ...there!, log: -there!.log }]);
      print(`  ${name.padEnd(20)} ${sayRatio(both)}`);
      if (rule === COUNTS_NOW)
        agreements.push({ name, interval: confidenceInterval(both, ERROR / others.length) });
    }
  }
  return agreements;
}

function sayWarmth(
  { name, run }: { readonly name: string; readonly run: RecordedRun },
  print: (line: string) => void,
) {
  print(`protobuf/json at ${N} Books, ${name}, by exchanges of the cell in a session:`);
  const of = (rule: Rule) => sayRatio(ratio(run.samples, 'protobuf', 'json', rule));
  for (const [from, to] of [
    [1, 2],
    [3, 4],
    [5, 8],
  ] as const) {
    const among: Rule = ({ inSession }) => inSession >= from && inSession <= to;
    print(`  ${`${from} to ${to}, first use and warm-up`.padEnd(34)} ${of(among)}`);
  }
  const { json, protobuf } = exchangesOf(run.samples);
  const middle = middles([...json!, ...protobuf!].filter(COUNTS_NOW));
  const isEarly: Rule = (each) => each.inSession <= middle.get(each.session)!;
  print(`  ${'counted, early half'.padEnd(34)} ${of((each) => COUNTS_NOW(each) && isEarly(each))}`);
  print(`  ${'counted, late half'.padEnd(34)} ${of((each) => COUNTS_NOW(each) && !isEarly(each))}`);
}

function middles(exchanges: readonly Exchange[]): Map<number, number> {
  const bySession = Map.groupBy(exchanges, ({ session }) => session);
  return new Map(
    [...bySession].map(([session, own]) => [session, median(own.map(({ inSession }) => inSession))]),
  );
}

function ratio(samples: SampleTable, a: string, b: string, rule: Rule): Estimate {
  const exchanges = exchangesOf(samples);
  for (const format of [a, b])
    if (exchanges[format] === undefined) throw new Error(`the budget left out ${format} at ${N} Books`);
  return apart(byMedian(exchanges[a]!, rule), byMedian(exchanges[b]!, rule));
}

/** Session → the logarithm of the median of what the rule takes of it. */
function byMedian(exchanges: readonly Exchange[], rule: Rule): ReadonlyMap<number, number> {
  const bySession = Map.groupBy(exchanges.filter(rule), ({ session }) => session);
  return new Map(
    [...bySession].map(([session, each]) => [session, Math.log(median(each.map(({ totalMs }) => totalMs)))]),
  );
}

/** Geometric mean over the sessions of the ratio of medians. */
function apart(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): Estimate {
  const both = [...a.keys()].filter((session) => b.has(session));
  return estimateFromSessions(both.map((session) => a.get(session)! - b.get(session)!));
}

/** By format, of the plain cell of N Books. */
function exchangesOf(samples: SampleTable): Readonly<Record<string, readonly Exchange[]>> {
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

// Does an answer depend on what else was asked, or on how long? XML against JSON at 1 000 Books, in a study
// of these two cells and in one of eighteen, each with a short budget and one of two minutes; what
// counts now beside what counted before, from the same samples; and Protobuf against JSON early and late in
// sessions. Protobuf against JSON too, beside nothing else and beside a cell that takes fifty times as long.
// Nothing is asked of the runs, so that none ends before its budget is spent. How many runs there are of
// each: parts/neighbour-runs.ts.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../src/base/figures/median.ts';
import {
  confidenceInterval,
  type Estimate,
  estimateFromSessions,
  sumOfIndependent,
} from '../src/stats/estimates/estimate.ts';
import { estimateOfStages } from '../test/support/proofs/two-stages.ts';
import {
  COUNTS_NOW,
  ERROR,
  levelOfEach,
  logDifferences,
  logRatios,
  N,
  type NeighboursAsked,
  neighbourRuns,
  RATIOS,
  type Series,
} from './parts/neighbour-runs.ts';
import { byMedian, type Exchange, type Rule } from './parts/plain-exchanges.ts';

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

/** Agreements by what counts now. */
export async function benchNeighbours(
  print: (line: string) => void,
  asked: NeighboursAsked = {},
): Promise<readonly Agreement[]> {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-neighbours-'));
  try {
    const series = await neighbourRuns(dir, asked, print);
    for (const { name, of, first, more } of series) {
      const runs = [...first, ...more];
      const told = (rule: Rule) => sayRatio(estimateFromSessions(logRatios(runs, of, rule)));
      print(`${of} at ${N} Books, ${name}, ${runs.length} of them:`);
      print(`  as it counts now            ${told(COUNTS_NOW)}`);
      print(`  first two of each visit     ${told(COUNTED_BEFORE)}`);
      for (const format of of.split('/')) {
        for (const place of [0, 1]) {
          const late = logDifferences(runs, (exchanges) => [
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
    const level = levelOfEach(series);
    return RATIOS.flatMap((ratio) =>
      sayAgreement(
        series.filter(({ of }) => of === ratio),
        level,
        print,
      ),
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Every kind against the first one of its ratio: each pair is of sessions of its own. */
function sayAgreement(
  [first, ...others]: readonly Series[],
  level: number,
  print: (line: string) => void,
): readonly Agreement[] {
  const agreements: Agreement[] = [];
  for (const [told, rule] of [
    ['as it counts now', COUNTS_NOW],
    ['first two of each visit', COUNTED_BEFORE],
  ] as const) {
    print(`${first!.of} against “${first!.name}”, ${told} (1 lies inside where they agree):`);
    const ratio = (series: Series) =>
      estimateOfStages(logRatios(series.first, series.of, rule), logRatios(series.more, series.of, rule));
    for (const other of others) {
      const there = ratio(first!);
      const both = sumOfIndependent([ratio(other), { ...there, log: -there.log }]);
      print(`  ${other.name.padEnd(20)} ${sayRatio(both)}`);
      if (rule === COUNTS_NOW)
        agreements.push({ name: other.name, interval: confidenceInterval(both, level) });
    }
  }
  return agreements;
}

function sayWarmth({ name, first, more }: Series, print: (line: string) => void) {
  const runs = [...first, ...more];
  print(`protobuf/json at ${N} Books, ${name}, by exchanges of the cell in a session:`);
  const of = (rule: Rule) => sayRatio(estimateFromSessions(logRatios(runs, 'protobuf/json', rule)));
  for (const [from, to] of [
    [1, 2],
    [3, 4],
    [5, 8],
  ] as const) {
    const among: Rule = ({ inSession }) => inSession >= from && inSession <= to;
    print(`  ${`${from} to ${to}, first use and warm-up`.padEnd(34)} ${of(among)}`);
  }
  const half = (isIn: (inSession: number, middle: number) => boolean) => {
    const logs = logDifferences(runs, ({ json, protobuf }) => {
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

function sayRatio(estimate: Estimate): string {
  const [low, high] = confidenceInterval(estimate, ERROR);
  const sessions = `${estimate.degreesOfFreedom + 1}`;
  return `${Math.exp(estimate.log).toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]${Number.isInteger(estimate.degreesOfFreedom) ? `, ${sessions} sessions` : ''}`;
}

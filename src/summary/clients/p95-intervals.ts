// Where a cell's p95 lies, by what the p95 of its sessions differ by: samples of one session are no evidence
// of what another one would have been.

import type { Interval } from '../../base/figures/ratios.ts';
import { isSequence } from '../../factors/cell.ts';
import { lookOfMerged, numberOfLooks } from '../../record/looks.ts';
import type { RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { familyLevel } from '../../stats/answers/family.ts';
import { levelOfLook } from '../../stats/answers/looks.ts';
import { confidenceInterval, estimateFromSessions } from '../../stats/estimates/estimate.ts';
import { estimateOverMachines } from '../../stats/estimates/over-machines.ts';
import { learnSpread } from '../../stats/estimates/pooled.ts';
import { quantileOfSorted, sorted } from '../../stats/samples/quantile.ts';
import { runTimes } from '../samples/cell-times.ts';
import { countedSamples } from '../samples/counted-samples.ts';

/** Of fewer exchanges the p95 lies below the share that it names: of ten it is about the 87th percentile. */
const FEWEST_EXCHANGES = 60;

/** By cell id, ms; a cell with fewer than two sessions of enough exchanges is not in it. */
export type P95Intervals = ReadonlyMap<string, Interval>;

/**
 * A t-interval of the logarithm of each session's p95, of several machines that of their mean. All together
 * have the level of one look: the largest number that keeps a limit is found by looking at all numbers of
 * clients, of each way.
 */
export function p95Intervals(run: RunFile, samples: SampleTable): P95Intervals {
  const counted = countedSamples(run, samples);
  const alpha = familyLevel(levelOfLatestLook(run), cellsLookedAt(run));
  const intervals = new Map<string, Interval>();
  const { cells, machines } = runTimes(run, counted);
  for (const [id, { samples: own }] of cells) {
    const logs = own.sessions
      .filter(({ rows }) => rows.length >= FEWEST_EXCHANGES)
      .map(({ session, rows }) => ({
        machine: machines.of(session),
        p95Ms: quantileOfSorted(sorted(counted.totalsMs(rows)), 0.95),
      }))
      .filter(({ p95Ms }) => p95Ms > 0);
    if (logs.length < 2) continue;
    const estimates = [...Map.groupBy(logs, ({ machine }) => machine)].map(([machine, some]) => ({
      machine,
      estimate: estimateFromSessions(some.map(({ p95Ms }) => Math.log(p95Ms))),
    }));
    intervals.set(id, confidenceInterval(estimateOverMachines(estimates, NOTHING_SHARED), alpha));
  }
  return intervals;
}

/** A run may have ended by what its looks saw, and each of them could have told of a limit. */
function levelOfLatestLook(run: RunFile): number {
  const { merged, plan, study } = run;
  const alpha = 1 - study.protocol.confidence;
  if (merged !== undefined) return levelOfLook(alpha, lookOfMerged(merged));
  return levelOfLook(alpha, Math.max(1, numberOfLooks(run)), plan.lookedAtOnce === true);
}

/** By the plan, whether they were measured or not. Copies only say what the machine loses. */
function cellsLookedAt({ plan }: RunFile): number {
  return plan.cells.filter(
    ({ skip, twinOf, factors }) =>
      skip === null && twinOf === null && !isSequence(factors) && factors.clients.ask === 'target',
  ).length;
}

const NOTHING_SHARED = learnSpread([]);

// The run's own noise floor: the same cell measured twice under two names. Their ratio is 1 in truth, so
// whatever the interval reaches to is what this run can mistake for a difference.

import type { RunFile } from '../../record/record.ts';
import { confidenceInterval } from '../../stats/estimate.ts';
import { twinNoise } from '../../stats/verdict.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import type { Twin } from '../summary.ts';
import { contrast, ratioTerms } from './contrast.ts';

export function compareTwins(run: RunFile, times: RunTimes): Twin[] {
  const twins: Twin[] = [];
  for (const { id, twinOf } of run.plan.cells) {
    if (twinOf === null) continue;
    const estimate = contrast(times, ratioTerms(id, twinOf));
    if (estimate === null) continue;
    const interval = confidenceInterval(estimate, 1 - run.study.protocol.confidence);
    twins.push({
      cell: twinOf,
      twin: id,
      ratio: Math.exp(estimate.log),
      interval,
      noiseFloor: twinNoise(interval),
    });
  }
  return twins;
}

/** The twin with the largest noise floor; null where there is none. */
export function worstTwin(twins: readonly Twin[]): Twin | null {
  return twins.reduce<Twin | null>(
    (worst, twin) => (worst === null || twin.noiseFloor > worst.noiseFloor ? twin : worst),
    null,
  );
}

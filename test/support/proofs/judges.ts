// What the long proofs demand of what they measured, apart from measuring it: each answers with everything
// that is wrong, so that a proof which saw too little to tell anything fails as one that saw something false.

import type { AARun } from '../../../bench/a-a.ts';
import type { Agreement } from '../../../bench/neighbours.ts';
import { shortFigure } from '../../../src/base/figures/numbers.ts';
import type { Interval } from '../../../src/base/figures/ratios.ts';

/** What a neighbour did to a light cell before visits settled: intervals must leave out as much. */
export const SEEN = 0.12;

/**
 * Agreement is an interval with 1 in it and without a difference of 12 %, or of `seen`, on either side. One
 * that has both says nothing.
 */
export function disagreements(agreements: readonly Agreement[], seen = SEEN): string[] {
  return agreements.flatMap(({ name, interval: [low, high] }) => {
    const told = `${name}: [${low.toFixed(3)}, ${high.toFixed(3)}]`;
    if (!(low < 1 && high > 1)) return [`${told} leaves out 1`];
    const isNarrow = low > 1 / (1 + seen) && high < 1 + seen;
    return isNarrow
      ? []
      : [`${told} could hide a difference of ${shortFigure(100 * seen)} %: it lacks power`];
  });
}

const MOST_FALSE = 0.05;
/** Of the comparisons asked, in all runs together: of runs that tell nothing none is false. */
const LEAST_TOLD = 0.5;
/** Six names, one of them the baseline. */
const ASKED = 5;

export function faultsOfTheSame(runs: readonly AARun[]): string[] {
  const count = (is: (run: AARun) => boolean) => runs.filter(is).length;
  const wrong = count((run) => run.wrong > 0);
  const unfinished = count(({ isComplete }) => !isComplete);
  const short = count(({ asked }) => asked < ASKED);
  const told = runs.reduce((sum, run) => sum + run.told, 0);
  const asked = runs.reduce((sum, run) => sum + run.asked, 0);
  return [
    ...(runs.length === 0 ? ['no run'] : []),
    ...(wrong > MOST_FALSE * runs.length ? [`${wrong} of ${runs.length} runs tell a difference`] : []),
    ...(unfinished > 0 ? [`${unfinished} of ${runs.length} runs are not complete`] : []),
    ...(short > 0 ? [`${short} of ${runs.length} runs compare fewer than ${ASKED} times`] : []),
    ...(told < LEAST_TOLD * asked ? [`only ${told} of ${asked} comparisons are answered at all`] : []),
  ];
}

/** Of the items of a cell, over its total. */
export interface Sum {
  readonly id: string;
  readonly share: number;
  readonly interval: Interval;
}

const [LEAST, MOST] = [0.97, 1.03];
/** An interval that reaches no further than the band does tells whether the sum lies in it. */
const NARROW = 0.03;
/** Of the cells; with fewer such intervals the study says too little. */
const LEAST_NARROW = 0.5;

/** A sum whose interval is wide must not leave the band out at least. */
export function sumsThatDoNotAddUp(sums: readonly Sum[]): string[] {
  const isNarrow = ({ interval: [low, high] }: Sum) => (high - low) / 2 <= NARROW;
  const narrow = sums.filter(isNarrow).length;
  return [
    ...sums.flatMap((sum) => {
      const { id, share, interval } = sum;
      const [low, high] = interval;
      const told = `${id}: ${share.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
      if (low > MOST || high < LEAST) return [`${told} surely lies outside`];
      return isNarrow(sum) && (share < LEAST || share > MOST) ? [`${told} lies outside`] : [];
    }),
    ...(narrow < LEAST_NARROW * sums.length || sums.length === 0
      ? [`only ${narrow} of ${sums.length} intervals reach ±${NARROW * 100} % or less`]
      : []),
  ];
}

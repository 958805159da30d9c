// The run's own evidence about itself, in one line: noise floor, items against totals, time inside exchanges.

import { percent } from '../../base/figures/numbers.ts';
import { plural } from '../../base/figures/plurals.ts';
import { isKnown, plusMinus } from '../../base/figures/ratios.ts';
import { WARNINGS } from '../../base/warnings/catalogue.ts';
import type { Summary } from '../../summary/summary.ts';

export interface Check {
  /** For a narrow line: `noise floor (twin) ±0.6 %`. */
  readonly short: string;
  readonly name: string;
  readonly figure: string;
  /** What it means, in a sentence. */
  readonly meaning: string;
}

export function listChecks(summary: Summary): readonly Check[] {
  return [noiseFloor(summary), itemsAddUp(summary), insideExchanges(summary)].filter(
    (check) => check !== null,
  );
}

function noiseFloor({ twin }: Summary): Check {
  if (twin === null) {
    return {
      short: 'no twin, so no noise floor',
      name: 'Noise floor',
      figure: 'not measured',
      meaning: 'no cell was measured twice under two names, so the run cannot tell its own noise',
    };
  }
  if (!isKnown(twin.interval)) {
    return {
      short: 'noise floor (twin) unknown',
      name: 'Noise floor (twin)',
      figure: 'unknown',
      meaning: 'too little was measured to say how much the same cell differs under two names',
    };
  }
  const figure = plusMinus(twin.noiseFloor);
  return {
    short: `noise floor (twin) ${figure}`,
    name: 'Noise floor (twin)',
    figure,
    meaning: `the same cell measured under two names: ${times3(twin.ratio)} [${twin.interval.map((end) => end.toFixed(3)).join(', ')}]; smaller differences are not told apart`,
  };
}

function itemsAddUp({ cells }: Summary): Check | null {
  const shares = cells.flatMap(({ accountedShare }) => (accountedShare === null ? [] : [accountedShare]));
  if (shares.length === 0) return null;
  const least = percent(Math.min(...shares), 1);
  const most = percent(Math.max(...shares), 1);
  const figure = least === most ? least : `${least.replace(' %', '')} to ${most}`;
  const { leastShare, mostShare } = WARNINGS['items-do-not-add-up'].bounds;
  const within = shares.filter((share) => share >= leastShare && share <= mostShare).length;
  return {
    short: `items add up to ${figure}`,
    name: 'Items add up to',
    figure,
    meaning: `of the mean total, found independently of it; within 95 to 105 % in ${within} of ${shares.length} ${plural(shares.length, 'cell')}`,
  };
}

function insideExchanges({ exchangeShare }: Summary): Check | null {
  if (!(exchangeShare > 0)) return null;
  const figure = percent(exchangeShare, 0);
  return {
    short: `${figure} of the time inside exchanges`,
    name: 'Inside exchanges',
    figure,
    meaning: 'of the wall time, browser starts aside, was spent inside exchanges',
  };
}

function times3(ratio: number): string {
  return `${ratio.toFixed(3)}×`;
}

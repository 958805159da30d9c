// How a cell stands to the one with the lowest median of its table, as a mark and in words: the same in every
// report, and the same as in the answers.

import { between, plusMinus, times } from '../../base/figures/ratios.ts';
import { MARKS, type Mark, markFor } from '../answers/answer.ts';
import { sayWidest } from '../answers/apart.ts';
import type { Contender, Standing } from './groups.ts';

/** Title of the column: one cell a table is the measure of the others, whether it is the fastest or not. */
export const AGAINST_LOWEST = 'times the lowest';

const MARK_FOR = {
  fastest: 'decided',
  tied: 'tie',
  within: 'within',
  open: 'open',
} as const satisfies Record<Exclude<Standing, 'slower'>, Mark>;

/** null where a cell is slower than the lowest, or was compared with nobody. */
export function markOfStanding({ standing, provisional }: Contender): Mark | null {
  return standing === null || standing === 'slower' ? null : markFor(MARK_FOR[standing], provisional);
}

export function isFastest({ standing, provisional }: Contender): boolean {
  return standing === 'fastest' && !provisional;
}

export function standingMark(contender: Contender): string {
  const mark = markOfStanding(contender);
  return mark === null ? '' : MARKS[mark];
}

/** `within 9.9 %` and `[0.95, 1.08]`; the lowest itself has no interval. Empty where it was not compared. */
export function sayStanding(contender: Contender): { readonly words: string; readonly interval: string } {
  const { standing, slowerBy, provisional } = contender;
  const later = provisional ? ', provisional' : '';
  if (standing === null) return { words: '', interval: '' };
  if (slowerBy === null) return { words: sayLowest(standing, provisional), interval: '' };
  return { words: `${sayOther(standing, slowerBy)}${later}`, interval: between(slowerBy.interval) };
}

function sayLowest(standing: Standing, provisional: boolean): string {
  if (provisional) return 'lowest so far';
  if (standing === 'tied') return 'lowest, a tie';
  return standing === 'fastest' ? 'fastest' : 'lowest';
}

function sayOther(standing: Standing, slowerBy: NonNullable<Contender['slowerBy']>): string {
  switch (standing) {
    case 'tied':
      return 'same';
    case 'within':
      return `within ${sayWidest([slowerBy])}`;
    case 'open':
      return sayOpenStanding(slowerBy);
    case 'fastest':
    case 'slower':
      return times(slowerBy.ratio);
  }
}

function sayOpenStanding(slowerBy: NonNullable<Contender['slowerBy']>): string {
  if (slowerBy.openBecause === 'twin') return 'withheld';
  const widest = sayWidest([slowerBy]);
  return widest === null ? 'too little measured' : `up to ${widest} apart`;
}

/** `● fastest  = same (±2 %)  ≈ within ±10 %  ? not known  ○ provisional`: of the marks that occur. */
export function marksKey(
  contenders: readonly Contender[],
  { margin, precision }: { readonly margin: number; readonly precision: number },
): string {
  const share = (value: number) => plusMinus(value).replace('.0 %', ' %');
  const words: Readonly<Partial<Record<Mark, string>>> = {
    decided: 'fastest',
    tie: `same (${share(margin)})`,
    within: `within ${share(precision)}`,
    open: 'not known',
    provisional: 'provisional',
  };
  const present = new Set(contenders.map(markOfStanding));
  return (Object.keys(words) as Mark[])
    .filter((mark) => present.has(mark))
    .map((mark) => `${MARKS[mark]} ${words[mark]}`)
    .join('  ');
}

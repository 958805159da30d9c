// What a page of results says above its tables: the answer first.

import { count } from '../../base/figures/plurals.ts';
import type { ClaimResult, Results, Standing } from './results.ts';

const VERBS: Readonly<Record<Standing, string>> = {
  replicated: 'replicated',
  'not replicated': 'not',
  opposite: 'opposite',
  'in part': 'in part',
  undecided: 'not decided',
};

export const RESULTS_TITLE = 'Published studies, run again';

/** `18 of 34 claims replicated, 6 not, 1 opposite, 4 in part, 5 not decided` */
export function sayAnswer({ claims, standings }: Results): string {
  const { replicated, ...others } = standings;
  const rest = Object.entries(others).flatMap(([standing, number]) =>
    number === 0 ? [] : [`${number} ${VERBS[standing as Standing]}`],
  );
  return [`${replicated} of ${count(claims, 'claim')} replicated`, ...rest].join(', ');
}

/** What else is to be known before the tables. */
export function sayNotes({ deciding }: Results): readonly string[] {
  return deciding.length === 0 ? [] : [`Time that would decide the others: ${deciding.join('; ')}`];
}

export const MEANING =
  'Ratios, shares and bytes are compared with the published ones, never times of other machines. A claim is decided where the 95 % interval of what was measured leaves one answer, on four sessions or more; bytes are exact.';

/** `in part: 2 of 3 replicated, 1 of 3 opposite` */
export function sayStanding({ standing, counts }: ClaimResult): string {
  return counts === '' ? standing : `${standing}: ${counts}`;
}

/** What stands under a ratio: why it differs, and what stood in. */
export function sayReasons({ why, note }: ClaimResult['ratios'][number]): readonly string[] {
  return [why, note].filter((text) => text !== '');
}

/** `Read as: slower is above 1`; null where the study does not say. */
export function sayReading({ reading }: { readonly reading: string }): string | null {
  return reading === '' ? null : `Read as: ${reading}`;
}

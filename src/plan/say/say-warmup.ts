// How many exchanges of a cell are warm-up, as a plan has it: fewer of heavy cells than of light ones, unless
// the study says how many.

import { grouped } from '../../base/figures/numbers.ts';
import { count } from '../../base/figures/plurals.ts';
import { warmupExchanges } from '../blocks/visit-exchanges.ts';
import type { Plan } from '../plan.ts';
import { kindsAtFirst } from '../sessions/rotations.ts';

export interface WarmupOfCells {
  readonly fewest: number;
  readonly most: number;
}

/** Of the cells given, else of all that have sessions; null where none of them has. */
export function warmupOfCells(
  plan: Pick<Plan, 'sessions'>,
  isOne: (cell: string) => boolean = () => true,
): WarmupOfCells | null {
  const all = kindsAtFirst(plan).flatMap(({ panels }) =>
    panels.flatMap((panel) => panel.cells.filter(isOne).map((cell) => warmupExchanges(panel, cell))),
  );
  if (all.length === 0) return null;
  const sorted = all.toSorted((a, b) => a - b);
  return { fewest: sorted[0]!, most: sorted.at(-1)! };
}

/** `12 exchanges`, `2 to 12 exchanges`. */
export function sayExchanges({ fewest, most }: WarmupOfCells): string {
  const exchanges = count(most, 'exchange');
  return fewest === most ? exchanges : `${grouped(fewest)} to ${exchanges}`;
}

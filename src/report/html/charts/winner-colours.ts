// One colour for each cell that wins somewhere, the same in all pictures of a group: today's winner has the
// first.

import type { Sensitivity } from '../../../summary/index/sensitivity.ts';

const COLOURS = 8;

/** Cell → 0 to 7, of the stylesheet's `k0` …; others follow those that win. */
export function winnerColours({ winner, rivals, sweeps }: Sensitivity): (cell: string) => number {
  const winners = sweeps.flatMap(({ ranges }) => ranges.map(({ cells }) => cells[0]!));
  const order = [...new Set([winner, ...winners, ...rivals.map(({ cell }) => cell)])];
  return (cell) => order.indexOf(cell) % COLOURS;
}

/** Those with a colour that stands for a winner, in that order. */
export function listWinners({ winner, sweeps }: Sensitivity): readonly string[] {
  return [...new Set([winner, ...sweeps.flatMap(({ ranges }) => ranges.map(({ cells }) => cells[0]!))])];
}

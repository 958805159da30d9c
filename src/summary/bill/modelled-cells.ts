// Cells whose network was a model of TCP. What was computed is never held against what packets took: not in a
// comparison within the run (loopback is packets too), not against what others published.

import type { PlannedCell } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';

export function isModelled(
  { link }: Pick<RunFile, 'link'>,
  { factors }: Pick<PlannedCell, 'factors'>,
): boolean {
  const network = link?.networks.find(({ profile }) => profile.name === factors.network);
  return network?.engine === 'modelled';
}

/** Some of them are, and others are not. */
export function mixesModelAndPackets(run: Pick<RunFile, 'link'>, cells: readonly PlannedCell[]): boolean {
  return new Set(cells.map((cell) => isModelled(run, cell))).size > 1;
}

// The twins whose difference is the noise floor of what is told of some cells.

import { wordOf } from '../../factors/cell.ts';
import type { PlannedCell } from '../../plan/plan.ts';

export interface PlannedTwin {
  readonly twin: PlannedCell;
  readonly cell: PlannedCell;
}

/**
 * `measured`: twins among them. Those of the same browser, target and network; all, where these have none (as
 * margins.ts).
 */
export function twinsBeside(
  measured: readonly PlannedCell[],
  { factors }: PlannedCell,
): readonly PlannedTwin[] {
  const all = measured.flatMap((twin): readonly PlannedTwin[] => {
    const cell = measured.find(({ id }) => id === twin.twinOf);
    return cell === undefined ? [] : [{ twin, cell }];
  });
  const beside = all.filter(({ cell }) =>
    (['browser', 'target', 'network'] as const).every(
      (name) => wordOf(cell.factors, name) === wordOf(factors, name),
    ),
  );
  return beside.length > 0 ? beside : all;
}

// The smallest difference that a verdict may call one: the user's margin, or the noise floor where that is
// larger.

import type { RunTimes } from '../samples/cell-times.ts';
import type { Twin } from '../summary.ts';

export interface Margins {
  /** For a verdict about these cells, as a share. */
  of(cells: readonly string[]): number;
}

/**
 * The noise floor is the worst of the twins of the cells' own browsers, targets and networks; of all twins,
 * where those have none.
 */
export function findMargins(times: RunTimes, twins: readonly Twin[], userMargin: number): Margins {
  const twinGroupKey = (id: string) => {
    const cell = times.cells.get(id)?.cell;
    if (cell === undefined) return undefined;
    const { browser, target, network } = cell.factors;
    return JSON.stringify([browser, target, network]);
  };
  const worstNoiseFloor = (some: readonly Twin[]) =>
    some.reduce((worst, twin) => Math.max(worst, twin.noiseFloor), 0);
  const floors = new Map<string | undefined, number>();
  for (const [place, own] of Map.groupBy(twins, (twin) => twinGroupKey(twin.cell))) {
    floors.set(place, worstNoiseFloor(own));
  }
  const worstFloor = worstNoiseFloor(twins);
  return {
    of: (cells) => Math.max(userMargin, ...cells.map((cell) => floors.get(twinGroupKey(cell)) ?? worstFloor)),
  };
}

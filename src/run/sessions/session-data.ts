// Which data a target is to have for some cells: the generated datasets among them, and people's own.

import { CALLED_DATASETS } from '../../data/calls.ts';
import { payloadFolder } from '../../data/store/payload-store.ts';
import type { TargetSettings } from '../../drive/driver.ts';
import { type Cell, isSequence } from '../../factors/cell.ts';
import { RANDOM_DATASET } from '../../factors/dataset.ts';
import { MOST_DATA_MESSAGES } from '../../messages/sizes.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { PayloadRef } from '../../study/study.ts';

/**
 * Of fewer objects no exchange takes long enough to be looked at when the session is over
 * (src/verify/look-again.ts).
 */
const LEAST_N = 1_000;

/** `payloads`: the study's; `dataDir`: where they are kept. */
export function dataOfCells(
  cells: readonly PlannedCell[],
  payloads: readonly PayloadRef[],
  dataDir: string,
): Required<Pick<TargetSettings, 'largestN' | 'datasets' | 'payloads'>> {
  const named = new Set(cells.map(({ factors }) => factors.dataset));
  const own = payloads.filter(({ name }) => named.has(name));
  // What a service answers is made when it is called.
  const others = [...own.map(({ name }) => name), RANDOM_DATASET, ...CALLED_DATASETS];
  const generated = cells.flatMap(({ factors }) => (others.includes(factors.dataset) ? [] : [factors]));
  return {
    largestN: generated.length === 0 ? 1 : Math.max(LEAST_N, ...generated.map(objectsOf)),
    datasets: [...new Set(generated.map(({ dataset }) => dataset))],
    payloads: own.map(({ digest, jsonBytes }) => ({ folder: payloadFolder(dataDir, digest), jsonBytes })),
  };
}

/** A sequence of messages takes one object each, and begins again after some. */
function objectsOf(factors: Cell): number {
  return isSequence(factors) ? Math.min(factors.n, MOST_DATA_MESSAGES) : factors.n;
}

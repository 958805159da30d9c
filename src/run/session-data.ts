// Which data a target is to have for some cells: the generated datasets among them, and people's own.

import { payloadFolder } from '../data/payload-store.ts';
import type { TargetSettings } from '../drive/driver.ts';
import type { PlannedCell } from '../plan/plan.ts';
import type { PayloadRef } from '../study/study.ts';

/** `payloads`: the study's; `dataDir`: where they are kept. */
export function dataOfCells(
  cells: readonly PlannedCell[],
  payloads: readonly PayloadRef[],
  dataDir: string,
): Required<Pick<TargetSettings, 'largestN' | 'datasets' | 'payloads'>> {
  const named = new Set(cells.map(({ factors }) => factors.dataset));
  const own = payloads.filter(({ name }) => named.has(name));
  const generated = cells.filter(({ factors }) => !own.some(({ name }) => name === factors.dataset));
  return {
    largestN: Math.max(1, ...generated.map(({ factors }) => factors.n)),
    datasets: [...new Set(generated.map(({ factors }) => factors.dataset))],
    payloads: own.map(({ digest, jsonBytes }) => ({ folder: payloadFolder(dataDir, digest), jsonBytes })),
  };
}

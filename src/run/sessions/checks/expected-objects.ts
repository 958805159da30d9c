// What a cell's client must end with: the first n records, computed on where the procedure computes; or what
// own data hold. Of a sequence of messages, one message of it.

import { CALLED_DATASETS, callForDataset } from '../../../data/calls.ts';
import { computationNamed } from '../../../data/compute/computations.ts';
import type { DataRecord, DataValue } from '../../../data/schema.ts';
import { payloadFolder, readStoredPayload, type StoredPayload } from '../../../data/store/payload-store.ts';
import { loadDataset } from '../../../data/store/store.ts';
import { computationOf, isSequence } from '../../../factors/cell.ts';
import type { Computation } from '../../../factors/computation.ts';
import { MOST_DATA_MESSAGES } from '../../../messages/sizes.ts';
import type { PlannedCell } from '../../../plan/plan.ts';
import { ownPayload, type PayloadRef } from '../../../study/study.ts';

/** Of messages the one of that number. */
export type Originals = (cell: PlannedCell, message: number) => Promise<DataValue>;

/**
 * Cells of one dataset, n and computation end alike and are checked one after the other: the last is
 * remembered. Rejects with an EnvironmentError where own data are no longer kept.
 */
export function originals(dataDir: string, payloads: readonly PayloadRef[]): Originals {
  const opened = payloadOpener(dataDir);
  let last: { readonly key: string; readonly value: DataValue } | null = null;
  return async ({ factors }, message) => {
    const { dataset, n } = factors;
    const computation = computationOf(factors);
    const own = ownPayload(factors, payloads);
    const stored = own === undefined ? null : opened(own.digest);
    const isOfList = isSequence(factors) && (stored === null || stored.shape === 'list');
    const objects = isOfList ? Math.min(n, MOST_DATA_MESSAGES, stored?.count ?? n) : n;
    const which = isOfList ? 0 : message;
    const isCalled = factors.kind === 'call' && CALLED_DATASETS.includes(dataset);
    const key = `${own?.digest ?? dataset} ${objects} ${computation} ${which}`;
    if (last?.key !== key) {
      const value = isCalled
        ? answerOf(dataset, objects)
        : stored === null
          ? originalOf(dataset, objects, computation, dataDir)
          : stored.body(objects, which);
      last = { key, value };
    }
    // A message of a list is a list of one.
    return isOfList ? (last.value as readonly DataValue[]).slice(message, message + 1) : last.value;
  };
}

/** Lists are what they are in every exchange; what only a call brings is what the call answers. */
function answerOf(dataset: string, n: number): DataValue {
  const { answer, request } = callForDataset(dataset)!;
  return answer(request(n));
}

/** Own data by their digest, each read once. */
export function payloadOpener(dataDir: string): (digest: string) => StoredPayload {
  const opened = new Map<string, StoredPayload>();
  return (digest) => {
    const stored = opened.get(digest) ?? readStoredPayload(payloadFolder(dataDir, digest));
    opened.set(digest, stored);
    return stored;
  };
}

function originalOf(
  dataset: string,
  n: number,
  computation: Computation,
  dataDir: string,
): readonly DataRecord[] {
  const records = loadDataset(dataset, n, dataDir).slice();
  // cm3 to cm5 repeat cm2's stable sorts. A second round finds the records in the order of (last key, …,
  // first key), which it reproduces, so that their result is cm2's: one round is enough here.
  const once = computation === 'none' || computation === 'cm1' ? computation : 'cm2';
  computationNamed(once, dataset)(records);
  return records;
}

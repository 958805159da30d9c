// The published computation models: CM1 sorts once by one property, CM2 once by each of several in turn, CM3,
// CM4 and CM5 do CM2's sequence 10, 100 and 1000 times. The same code runs in the target and in the client.

import { COMPUTATIONS, type Computation } from '../../factors/computation.ts';
import type { DataRecord } from '../schema.ts';
import { BOOK_ORDER } from './books.ts';
import type { Comparator, PropertyOrder } from './comparator.ts';
import { VIDEO_ORDER } from './videos.ts';

/** Sorts the array it is given, in place. */
export type Compute = (records: DataRecord[]) => void;

/** Dataset → the order the study published for it; nobody has published one for others. */
const ORDERS: Readonly<Record<string, PropertyOrder>> = { book: BOOK_ORDER, video: VIDEO_ORDER };

/**
 * The computations that a dataset has: only `none` if no property order is published, as for people's own
 * data.
 */
export function computationsForDataset(dataset: string): readonly Computation[] {
  return ORDERS[dataset] === undefined ? ['none'] : COMPUTATIONS;
}

const REPETITIONS = { cm2: 1, cm3: 10, cm4: 100, cm5: 1_000 } as const;

/**
 * The computation of a dataset; the returned function is what is timed. Throws if the dataset has no
 * published property order.
 */
export function computationNamed(name: Computation, dataset: string): Compute {
  if (name === 'none') return () => {};
  const order = ORDERS[dataset];
  if (order === undefined) throw new Error(`no property order is published for the dataset ${dataset}`);
  return name === 'cm1' ? sortBy([order.cm1], 1) : sortBy(order.cm2, REPETITIONS[name]);
}

// It uses the language's standard sort, which is stable and in place.
function sortBy(comparators: readonly Comparator[], repetitions: number): Compute {
  return (records) => {
    for (let i = 0; i < repetitions; i++) {
      for (const comparator of comparators) records.sort(comparator);
    }
  };
}

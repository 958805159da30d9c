// The published computation models: CM1 sorts once by one property, CM2 once by each of several in turn, CM3, CM4 and
// CM5 do CM2's sequence 10, 100 and 1000 times. The same code runs in the target and in the client.

import type { DataRecord } from '../data/schema.ts';
import { type Comparator, comparatorOf } from './comparator.ts';
import { type PropertyOrder, propertyOrderOf } from './property-orders.ts';

export const COMPUTATIONS = ['none', 'cm1', 'cm2', 'cm3', 'cm4', 'cm5'] as const;

export type Computation = (typeof COMPUTATIONS)[number];

/** Sorts the array it is given, in place. */
export type Compute = (records: DataRecord[]) => void;

/**
 * The computation of a dataset. The comparators are made here, outside the timed work; the function returned is what
 * is timed. Throws where the dataset has no published property order.
 */
export function computationNamed(name: Computation, dataset: string): Compute {
  if (name === 'none') return () => {};
  const order: PropertyOrder = propertyOrderOf(dataset);
  if (name === 'cm1') return sortBy([comparatorOf(order.cm1)], 1);
  return sortBy(order.cm2.map(comparatorOf), REPETITIONS[name]);
}

const REPETITIONS = { cm2: 1, cm3: 10, cm4: 100, cm5: 1_000 } as const;

function sortBy(comparators: readonly Comparator[], repetitions: number): Compute {
  return (records) => {
    for (let i = 0; i < repetitions; i++) {
      for (const comparator of comparators) records.sort(comparator);
    }
  };
}

// Columns of samples that are read a group of rows at a time and take no more memory than what stands in
// them: whole numbers are as wide as the largest so far, and all columns of zeros are one.

import type { NumberValues } from '../../record/sample-table.ts';

/** Of numbers that are whole; wide enough for others where some are not. */
export class WholeColumn {
  #values: NumberValues;

  constructor(length: number) {
    this.#values = new Uint8Array(length);
  }

  get values(): NumberValues {
    return this.#values;
  }

  /** Room for these numbers from row `at` on; what stands behind it has not been read. */
  roomFor(numbers: ArrayLike<number>, at: number): NumberValues {
    const wide = widthFor(numbers);
    if (wide.BYTES_PER_ELEMENT > this.#values.BYTES_PER_ELEMENT) {
      const wider = new wide(this.#values.length);
      wider.set(this.#values.subarray(0, at));
      this.#values = wider;
    }
    return this.#values;
  }
}

function widthFor(numbers: ArrayLike<number>) {
  let most = 0;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    if (number >>> 0 !== number) return Float64Array;
    if (number > most) most = number;
  }
  if (most > 0xffff) return Uint32Array;
  return most > 0xff ? Uint16Array : Uint8Array;
}

/** Columns by name, of which most records have many that are 0 throughout: all these are one. */
export class SparseColumns<Name extends string> {
  readonly #length: number;
  readonly #written = new Map<Name, Float64Array>();

  constructor(length: number) {
    this.#length = length;
  }

  /** To write what is not 0. */
  toWrite(name: Name): Float64Array {
    const column = this.#written.get(name) ?? new Float64Array(this.#length);
    this.#written.set(name, column);
    return column;
  }

  finish(names: readonly Name[]): Record<Name, Float64Array> {
    const zeros = new Float64Array(this.#length);
    const columns = names.map((name) => [name, this.#written.get(name) ?? zeros] as const);
    return Object.fromEntries(columns) as Record<Name, Float64Array>;
  }
}

export function isAllZero(values: ArrayLike<number>): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) return false;
  return true;
}

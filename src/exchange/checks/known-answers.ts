// What is known to be right, by which timed answers are judged once their block is over. Of an original only
// its fingerprint is kept, one for all the cells that end with it: the original of a large cell beside its
// decoded value would double what the client holds, and to get it anew from the lab takes longer than the
// exchange did. Where a fingerprint is not known or not met, the original is asked for and compared value by
// value.

import { firstDifference } from '../../data/equal.ts';
import { fingerprint } from '../../data/fingerprint.ts';
import { type DataValue, keyOrderVaries } from '../../data/schema.ts';
import { formatNamed } from '../../formats/catalogue.ts';
import type { Format } from '../../formats/format.ts';
import type { CellSpec } from '../../wire/agent-protocol.ts';
import type { OriginalOf } from '../sequence-cells.ts';

/** For as long as the agent lives. */
export class KnownAnswers {
  readonly #original: OriginalOf;
  readonly #known = new Map<string, string>();

  constructor(original: OriginalOf) {
    this.#original = original;
  }

  /** What a check found equal to the original. */
  learn(spec: CellSpec, message: number, value: DataValue): void {
    const key = keyOf(spec, message);
    if (!this.#known.has(key)) this.#known.set(key, fingerprint(value));
  }

  /** null where these are the objects that the cell must end with; else the first difference. */
  async difference(spec: CellSpec, message: number, value: DataValue): Promise<string | null> {
    if (this.#known.get(keyOf(spec, message)) === fingerprint(value)) return null;
    const original = await this.#original(spec.cell, message);
    const difference = firstDifference(value, original, { keyOrder: keyOrderOf(spec) });
    if (difference === null) this.learn(spec, message, value);
    return difference;
  }
}

/**
 * Another order of keys is a loss that a format declares, and only data that have keys in several orders have
 * it.
 */
export function keyOrderOf({ format, schema }: CellSpec): Format['keyOrder'] {
  return keyOrderVaries(schema) ? formatNamed(format).keyOrder : 'kept';
}

/** Cells of one dataset, n and computation end alike, unless their formats may order keys otherwise. */
function keyOf(spec: CellSpec, message: number): string {
  const { dataset, n, computation, format, call } = spec;
  const parts = [dataset, n, computation, message, call?.operation, keyOrderOf(spec) === 'schema' && format];
  return JSON.stringify(parts);
}

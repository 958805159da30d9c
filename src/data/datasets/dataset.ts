// What a dataset is: a schema and a generator of records. A member is one file in this folder and one line in
// catalogue.ts.

import type { JavaRandom } from '../../base/java-random.ts';
import type { DataRecord, DataSchema } from '../schema.ts';

export interface Dataset {
  /** Its name in study files: `book`. */
  readonly name: string;
  readonly schema: DataSchema;
  /**
   * The published seed of java.util.Random: every implementation draws the same records from it. 0 if nothing
   * is drawn.
   */
  readonly seed: number;
  /**
   * The next record, at `index` from 0. The calls that it makes, and their order, are part of the dataset's
   * definition.
   */
  generate(random: JavaRandom, index: number): DataRecord;
}

/** The largest count a dataset offers, as in the published study. */
export const MAX_RECORDS = 1_000_000;

// Sequences longer than the data they are made of, where compression sees it: permessage-deflate remembers
// the last 32 kB of a connection, and finds a record there that has been sent before.

import { plural } from '../../base/figures/plurals.ts';
import { WARNINGS } from '../../base/warnings/catalogue.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import { isSequence } from '../../factors/cell.ts';
import { isCompressed } from '../../factors/compression.ts';
import type { PayloadRef } from '../../study/study.ts';
import type { CellSummary } from '../summary.ts';
import { examples, sayCellCount } from './say-cells.ts';

const { windowBytes, windows } = WARNINGS['repeated-records'].bounds;

/** One for each payload: its records, and how often they came. */
export function repeatedRecords(
  cells: readonly CellSummary[],
  payloads: readonly Pick<PayloadRef, 'name' | 'shape' | 'count'>[],
): Warning[] {
  return payloads.flatMap(({ name, shape, count }): Warning[] => {
    if (shape === 'document') return [];
    const repeating = cells.filter(
      ({ factors, bytes }) =>
        isSequence(factors) &&
        factors.dataset === name &&
        isCompressed(factors.compression) &&
        factors.n > count &&
        bytes !== null &&
        (bytes.encoded / factors.n) * count < windows * windowBytes,
    );
    if (repeating.length === 0) return [];
    const n = Math.max(...repeating.map(({ factors }) => factors.n));
    const what =
      `${name} has ${count} ${plural(count, 'record')}, and sequences of ${n} messages repeat ${plural(count, 'it', 'them')}: permessage-deflate finds those ` +
      `of the last 32 kB again, so that fewer bytes are sent than of different records in ${sayCellCount(repeating)} (${examples(repeating)})`;
    return [raise('repeated-records', what, { advice: `name n: ${count}, or more records` })];
  });
}

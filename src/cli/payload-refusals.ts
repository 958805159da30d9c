// Formats that cannot carry some of a study's own data: their cells are planned and skipped with the reason.

import type { Host } from '../base/host.ts';
import { refusalOf } from '../formats/refusal.ts';
import { payloadOpener } from '../run/original.ts';
import type { PayloadRef } from '../study/study.ts';
import type { Factors } from '../wire/factors.ts';
import { dataDirOf } from './run-context.ts';

/**
 * Why the cell's format cannot carry its data; null where it can, and for generated data, which every format carries. Looks
 * at all values, once for each format and encoder. Throws an EnvironmentError where the data are no longer kept.
 */
export function payloadRefusals(
  payloads: readonly PayloadRef[],
  host: Pick<Host, 'env' | 'tempDir'>,
): (factors: Factors) => string | null {
  const opened = payloadOpener(dataDirOf(host));
  const known = new Map<string, string | null>();
  return ({ dataset, format, encoder }) => {
    const own = payloads.find(({ name }) => name === dataset);
    if (own === undefined) return null;
    const key = `${own.digest} ${format} ${encoder}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const refusal = refusalOf(opened(own.digest), format, encoder);
    known.set(key, refusal);
    return refusal;
  };
}

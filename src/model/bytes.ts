// How many bytes an answer has of which nobody asked. Between two numbers of objects that were measured the
// bytes of one way grow so evenly that a line between them misses by less than a percent. What a compression
// makes of a format that it was not measured with, other formats of the same data tell.

import type { RequestCell } from '../factors/cell.ts';
import { spellCompression, UNCOMPRESSED } from '../factors/compression.ts';
import { mean } from '../stats/samples/quantile.ts';
import { makeCurve, valueAt } from './curve.ts';
import type { CarriedBytes, MeasuredCell } from './measured.ts';

export interface FoundBytes extends CarriedBytes {
  /** As a natural logarithm; 0 where they are as the target sent them. */
  readonly missedLog: number;
}

/** Between numbers of objects three times apart, bytes of Books and of Videos were missed by less. */
const INTERPOLATED_LOG = 0.015;
/** Texts and numbers are not alike to a compressor: one other format says nothing of how unlike. */
export const FEWEST_LENDERS = 2;

/** null where no cell tells them. */
export function bytesFor(cells: readonly MeasuredCell[], factors: RequestCell): FoundBytes | null {
  const sameData = cells.filter((cell) => dataKey(cell.factors) === dataKey(factors));
  const decoded = sizesAt(sameData, factors.n, ({ bytes }) => bytes.decoded);
  if (decoded === null) return null;
  const sent = sentKey(factors);
  const own = sameData.filter((cell) => sentKey(cell.factors) === sent);
  const encoded = sizesAt(own, factors.n, ({ bytes }) => bytes.encoded);
  if (encoded === null) return null;
  const missedLog = encoded.isMeasured ? 0 : INTERPOLATED_LOG;
  return { encoded: encoded.size, decoded: decoded.size, missedLog };
}

/** Of a format and compression never measured together: the share that the compression leaves of others. */
export function borrowedBytes(cells: readonly MeasuredCell[], factors: RequestCell): FoundBytes | null {
  const decoded = bytesFor(cells, { ...factors, compression: UNCOMPRESSED })?.decoded;
  const shares = [...lendersTo(cells, factors).values()].map((own) =>
    mean(own.map(({ bytes }) => bytes.encoded / bytes.decoded)),
  );
  if (decoded === undefined || shares.length < FEWEST_LENDERS) return null;
  const share = mean(shares);
  const unlike = Math.max(...shares.map((each) => Math.abs(Math.log(each / share))));
  return { encoded: Math.round(decoded * share), decoded, missedLog: Math.hypot(INTERPOLATED_LOG, unlike) };
}

/** Cells of other formats of the same data with the same compression, by format. */
export function lendersTo(
  cells: readonly MeasuredCell[],
  { dataset, format, compression }: RequestCell,
): ReadonlyMap<string, readonly MeasuredCell[]> {
  const way = spellCompression(compression);
  const lenders = cells.filter(
    ({ factors }) =>
      factors.dataset === dataset &&
      factors.format !== format &&
      spellCompression(factors.compression) === way,
  );
  return Map.groupBy(lenders, ({ factors }) => factors.format);
}

function sizesAt(
  cells: readonly MeasuredCell[],
  n: number,
  size: (cell: MeasuredCell) => number,
): { readonly size: number; readonly isMeasured: boolean } | null {
  if (cells.length === 0) return null;
  const same = cells.find(({ factors }) => factors.n === n);
  if (same !== undefined) return { size: size(same), isMeasured: true };
  const curve = makeCurve(cells.map((cell) => ({ x: cell.factors.n, y: size(cell) })));
  return { size: Math.round(valueAt(curve, n)), isMeasured: false };
}

/** What the bytes as sent depend on beside the number of objects. */
export function sentKey(factors: RequestCell): string {
  return `${dataKey(factors)} ${spellCompression(factors.compression)}`;
}

function dataKey({ dataset, format, encoder, target }: RequestCell): string {
  return [dataset, format, encoder, target].join(' ');
}

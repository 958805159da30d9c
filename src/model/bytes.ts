// How many bytes an answer has of which nobody asked: between two numbers of objects that were measured the
// bytes of one way grow so evenly that a line between them (logarithmic axes) misses by less than a percent.

import type { RequestCell } from '../factors/cell.ts';
import { spellCompression } from '../factors/compression.ts';
import { makeCurve, valueAt } from './curve.ts';
import type { CarriedBytes, MeasuredCell } from './measured.ts';

export interface FoundBytes extends CarriedBytes {
  /** Not as the target sent them, but between or beside numbers of objects that it was asked for. */
  readonly isInterpolated: boolean;
}

/** null where neither the way nor, of the compression, another format tells them. */
export function bytesFor(cells: readonly MeasuredCell[], factors: RequestCell): FoundBytes | null {
  const sameData = cells.filter((cell) => dataKey(cell.factors) === dataKey(factors));
  const decoded = sizesAt(sameData, factors.n, ({ bytes }) => bytes.decoded);
  if (decoded === null) return null;
  const way = spellCompression(factors.compression);
  const own = sameData.filter((cell) => spellCompression(cell.factors.compression) === way);
  const encoded = sizesAt(own, factors.n, ({ bytes }) => bytes.encoded);
  if (encoded !== null)
    return { encoded: encoded.size, decoded: decoded.size, isInterpolated: !encoded.isMeasured };
  return null;
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

function dataKey({ dataset, format, encoder, target }: RequestCell): string {
  return [dataset, format, encoder, target].join(' ');
}

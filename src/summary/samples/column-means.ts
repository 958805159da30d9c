// Means of a column over the samples of a cell, or over those of one session of it. Samples of all cells
// stand among one another, so that whoever walks through a column cell by cell fetches all of it from memory
// once for each cell. So the samples that count are added up for all cells and sessions in one walk.

import type { SampleTable } from '../../record/sample-table.ts';

/** The sums of one column: those of each session in the order in which the record has its samples. */
interface Sums {
  readonly ofCells: Float64Array;
  readonly ofSessions: Float64Array;
}

/** Which sum the mean over some rows is made from. */
interface Place {
  readonly sumsOf: (column: ArrayLike<number>) => Sums;
  readonly kind: keyof Sums;
  readonly at: number;
}

const PLACES = new WeakMap<Uint32Array, Place>();

/** Samples of which means are wanted by cell and by session. */
export interface Bins {
  readonly table: SampleTable;
  /**
   * Of each row the cell and session that it counts for, cells first: 1 + cell × `sessions` + session; or 0.
   */
  readonly binOf: Uint32Array | Uint16Array;
  readonly sessions: number;
}

/**
 * From now on `meanOver` knows the sums of the rows that are told: of a bin, or of a cell. A sum depends on
 * its order in the last digit, so whoever tells the rows of a cell has them in the order of the table.
 */
export function knowSums({ table, binOf, sessions }: Bins): {
  ofSession(rows: Uint32Array, bin: number): void;
  ofCell(rows: Uint32Array, cell: number): void;
} {
  const known = new Map<ArrayLike<number>, Sums>();
  const cells = table.cellIds.length;
  const sumsOf = (column: ArrayLike<number>) => {
    const found = known.get(column) ?? addUp(column, table.cell, binOf, cells, sessions);
    known.set(column, found);
    return found;
  };
  return {
    ofSession: (rows, at) => void PLACES.set(rows, { sumsOf, kind: 'ofSessions', at }),
    ofCell: (rows, at) => void PLACES.set(rows, { sumsOf, kind: 'ofCells', at }),
  };
}

function addUp(
  column: ArrayLike<number>,
  cell: SampleTable['cell'],
  binOf: Bins['binOf'],
  cells: number,
  sessions: number,
): Sums {
  const ofCells = new Float64Array(cells);
  const ofSessions = new Float64Array(cells * sessions);
  for (let row = 0; row < binOf.length; row++) {
    const bin = binOf[row]!;
    if (bin === 0) continue;
    const value = column[row]!;
    ofCells[cell[row]!]! += value;
    ofSessions[bin - 1]! += value;
  }
  return { ofCells, ofSessions };
}

/** Mean of a column over rows. */
export function meanOver(column: ArrayLike<number>, rows: Uint32Array): number {
  if (rows.length > 0 && isZeroThroughout(column)) return 0;
  const place = PLACES.get(rows);
  if (place !== undefined) return place.sumsOf(column)[place.kind][place.at]! / rows.length;
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += column[rows[i]!]!;
  return sum / rows.length;
}

/** Of most records half of the columns are, and nobody has to add them up. */
export function isZeroThroughout(column: ArrayLike<number>): boolean {
  const known = ZEROS.get(column);
  if (known !== undefined) return known;
  let row = 0;
  while (row < column.length && column[row] === 0) row++;
  const isZero = row === column.length;
  ZEROS.set(column, isZero);
  return isZero;
}

const ZEROS = new WeakMap<ArrayLike<number>, boolean>();

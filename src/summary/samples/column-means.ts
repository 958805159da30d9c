// Means of a column over the samples of a cell, or over those of one session of it. Samples of all cells
// stand among one another, so that whoever walks through a column cell by cell fetches all of it from memory
// once for each cell. So the samples that count are added up for all cells and sessions in one walk.

import type { NumberColumn, PartOfColumn, SampleTable } from '../../record/sample-table.ts';

/** The sums of one column: those of each session in the order in which the record has its samples. */
interface Sums {
  readonly ofCells: Float64Array;
  readonly ofSessions: Float64Array;
}

/** Which sum the mean over some rows is made from. */
interface Place {
  readonly sumsOf: (column: ArrayLike<number>) => Sums;
  /** Of a column of this table that is still in its file. */
  readonly sumsOfUnread: (table: SampleTable, name: NumberColumn) => Sums | null;
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
  const knownUnread = new Map<NumberColumn, Sums>();
  const nothing = (): Sums => ({
    ofCells: new Float64Array(table.cellIds.length),
    ofSessions: new Float64Array(table.cellIds.length * sessions),
  });
  const sumsOf = (column: ArrayLike<number>) => {
    const found = known.get(column) ?? nothing();
    if (!known.has(column)) addUp(found, column, 0, table.cell, binOf);
    known.set(column, found);
    return found;
  };
  const sumsOfUnread = (asked: SampleTable, name: NumberColumn) => {
    if (asked !== table) return null;
    const found = knownUnread.get(name);
    if (found !== undefined) return found;
    const sums = nothing();
    for (const { at, values } of table.unread!.partsOf(name)) addUp(sums, values, at, table.cell, binOf);
    knownUnread.set(name, sums);
    return sums;
  };
  return {
    ofSession: (rows, at) => void PLACES.set(rows, { sumsOf, sumsOfUnread, kind: 'ofSessions', at }),
    ofCell: (rows, at) => void PLACES.set(rows, { sumsOf, sumsOfUnread, kind: 'ofCells', at }),
  };
}

/** `values`: of the rows from `from` on. */
function addUp(
  { ofCells, ofSessions }: Sums,
  values: ArrayLike<number>,
  from: number,
  cell: SampleTable['cell'],
  binOf: Bins['binOf'],
): void {
  for (let i = 0; i < values.length; i++) {
    const bin = binOf[from + i]!;
    if (bin === 0) continue;
    const value = values[i]!;
    ofCells[cell[from + i]!]! += value;
    ofSessions[bin - 1]! += value;
  }
}

/** Mean of a column of this table over rows. */
export function meanOfColumn(table: SampleTable, name: NumberColumn, rows: Uint32Array): number {
  const place = isUnread(table, name) ? PLACES.get(rows) : undefined;
  const sums = place?.sumsOfUnread(table, name) ?? null;
  if (place === undefined || sums === null) return meanOver(table.numbers[name], rows);
  return sums[place.kind][place.at]! / rows.length;
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

/** All of a column in its order: whole where it is in memory, a part at a time where it is in its file. */
export function partsOfColumn(table: SampleTable, name: NumberColumn): Iterable<PartOfColumn> {
  return isUnread(table, name) ? table.unread!.partsOf(name) : [{ at: 0, values: table.numbers[name] }];
}

/** Whether a column is still in its file. */
export function isUnread({ unread }: SampleTable, name: NumberColumn): boolean {
  return unread?.names.has(name) === true;
}

/** What a column has in these rows, which stand in the order of the table. */
export function valuesInOrder(
  table: SampleTable,
  name: NumberColumn,
  rows: readonly number[],
): readonly number[] {
  const values: number[] = [];
  if (rows.length === 0) return values;
  for (const part of partsOfColumn(table, name)) {
    const end = part.at + part.values.length;
    while (rows[values.length]! < end) values.push(part.values[rows[values.length]! - part.at]!);
    if (values.length === rows.length) break;
  }
  return values;
}

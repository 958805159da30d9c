// Which samples count: completed exchanges after the warm-up that did not have to settle, in blocks that were
// not voided, of complete sessions (of all sessions where none is complete). Everything else stays in the
// record and out of every figure.

import type { RunFile, SessionFacts } from '../../record/record.ts';
import type { NumberColumn, SampleTable } from '../../record/sample-table.ts';
import { type Bins, isUnread, isZeroThroughout, knowSums, partsOfColumn } from './column-means.ts';

export interface CountedSamples {
  readonly table: SampleTable;
  readonly sessions: readonly SessionFacts[];
  /** By cell id, the empty exchange among them; only cells that have rows in the counted sessions. */
  readonly cells: ReadonlyMap<string, CellSamples>;
  /** Totals in ms. */
  readonly totalsMs: ValuesOfRows;
  /** What these columns come to together. Totals are remembered, and these are not. */
  sumsOf(columns: readonly NumberColumn[]): ValuesOfRows;
}

/** A value for each of some rows, in their order; whoever asks may not change them. */
export type ValuesOfRows = (rows: Uint32Array) => Float64Array;

export interface CellSamples {
  /** Counted rows, by session, in order of time within each. */
  readonly rows: Uint32Array;
  /** The same rows cut up by session; only sessions that have some, in ascending order. */
  readonly sessions: readonly SessionSamples[];
  /** Of those that would count, the ones that did not complete, and the first one's reason. */
  readonly failures: number;
  readonly failureReason: string;
}

export interface SessionSamples {
  readonly session: number;
  readonly rows: Uint32Array;
}

/** Index of `completed` in OUTCOMES. */
export const COMPLETED = 0;

/** Made once for all that is told from a record. */
export function countedSamples(run: RunFile, table: SampleTable): CountedSamples {
  const known = KNOWN.get(table);
  if (known?.run === run) return known.counted;
  const counted = count(run, table);
  KNOWN.set(table, { run, counted });
  return counted;
}

const KNOWN = new WeakMap<SampleTable, { readonly run: RunFile; readonly counted: CountedSamples }>();

/** The same, of these sessions alone. What did not complete is told of all of them. */
export function countedIn(counted: CountedSamples, sessions: ReadonlySet<number>): CountedSamples {
  if (counted.sessions.every(({ session }) => sessions.has(session))) return counted;
  const cells = new Map<string, CellSamples>();
  for (const [id, samples] of counted.cells) {
    const parts = samples.sessions.filter(({ session }) => sessions.has(session));
    const isWhole = parts.length === samples.sessions.length;
    cells.set(id, isWhole ? samples : { ...samples, rows: joined(parts), sessions: parts });
  }
  return { ...counted, sessions: counted.sessions.filter(({ session }) => sessions.has(session)), cells };
}

function joined(parts: readonly SessionSamples[]): Uint32Array {
  const rows = new Uint32Array(parts.reduce((sum, part) => sum + part.rows.length, 0));
  let end = 0;
  for (const part of parts) {
    rows.set(part.rows, end);
    end += part.rows.length;
  }
  return rows;
}

function count(run: RunFile, table: SampleTable): CountedSamples {
  const complete = run.sessions.filter((session) => session.status === 'complete');
  const sessions = (complete.length > 0 ? complete : run.sessions).toSorted((a, b) => a.session - b.session);
  const placeOf = countingPlace(sessions, table);
  const bins = table.cellIds.length * sessions.length;
  const binOf = bins < 0xffff ? new Uint16Array(table.length) : new Uint32Array(table.length);
  const failures = new Map<number, { count: number; reason: string }>();
  let last = 0;
  let isInOrder = true;
  for (let row = 0; row < table.length; row++) {
    if (table.warmup[row] === 1 || table.settling[row] === 1) continue;
    const place = placeOf(row);
    if (place === undefined) continue;
    isInOrder &&= place >= last;
    last = place;
    const cell = table.cell[row]!;
    if (table.outcome[row] === COMPLETED) binOf[row] = 1 + cell * sessions.length + place;
    else countFailure(failures, cell, table.reasons.get(row) ?? '');
  }
  const { rows, starts } = rowsByBin(binOf, bins);
  const sums = knowSums({ table, binOf, sessions: sessions.length });
  const cells = new Map<string, CellSamples>();
  for (const [cell, id] of table.cellIds.entries()) {
    const first = cell * sessions.length;
    const failed = failures.get(cell);
    const own = rows.subarray(starts[first]!, starts[first + sessions.length]!);
    // Of sessions that ran at once the rows stand among one another, and here session after session.
    if (isInOrder) sums.ofCell(own, cell);
    const parts = sessions.map(({ session }, place) => {
      const part = rows.subarray(starts[first + place]!, starts[first + place + 1]!);
      sums.ofSession(part, first + place);
      return { session, rows: part };
    });
    cells.set(id, {
      rows: own,
      sessions: parts.filter((part) => part.rows.length > 0),
      failures: failed?.count ?? 0,
      failureReason: failed?.reason ?? '',
    });
  }
  const sumsOf = sumsSideBySide({ table, binOf }, rows, starts);
  return { table, sessions, cells, totalsMs: sumsOf(['totalMs']), sumsOf };
}

/**
 * Row → the place of its session among `sessions`; undefined where it is of none of them or in a voided
 * block.
 */
export function countingPlace(
  sessions: readonly SessionFacts[],
  table: SampleTable,
): (row: number) => number | undefined {
  const places = new Map(sessions.map((session, place) => [session.session, place]));
  const voided = new Set(
    sessions.flatMap(({ session, voidedBlocks }) =>
      voidedBlocks.map(({ block }) => blockKey(session, block)),
    ),
  );
  let [last, place] = [-1, undefined as number | undefined];
  return (row) => {
    const session = table.session[row]!;
    if (voided.size > 0 && voided.has(blockKey(session, table.block[row]!))) return undefined;
    // Looked up once for all rows of a session that stand together.
    if (session !== last) place = places.get(session);
    last = session;
    return place;
  };
}

/**
 * Values are asked for many times, by cell and by session, and those of a cell lie apart in their column: so
 * they are put side by side once, as the rows that count stand, in one walk through each column.
 */
function sumsSideBySide(
  { table, binOf }: Pick<Bins, 'table' | 'binOf'>,
  counting: Uint32Array,
  starts: Uint32Array,
): CountedSamples['sumsOf'] {
  const putSideBySide = (columns: readonly NumberColumn[]) => {
    const sums = new Float64Array(counting.length);
    for (const name of columns) {
      if (!isUnread(table, name) && isZeroThroughout(table.numbers[name])) continue;
      const next = starts.slice();
      for (const { at, values } of partsOfColumn(table, name)) {
        for (let i = 0; i < values.length; i++) {
          const bin = binOf[at + i]!;
          if (bin > 0) sums[next[bin - 1]!++]! += values[i]!;
        }
      }
    }
    return sums;
  };
  return (columns) => {
    let sideBySide: Float64Array | null = null;
    return (rows) => {
      if (rows.buffer !== counting.buffer) return sumsInRows(table, columns, rows);
      sideBySide ??= putSideBySide(columns);
      const from = (rows.byteOffset - counting.byteOffset) / rows.BYTES_PER_ELEMENT;
      return sideBySide.subarray(from, from + rows.length);
    };
  };
}

function sumsInRows(table: SampleTable, columns: readonly NumberColumn[], rows: Uint32Array): Float64Array {
  const sums = new Float64Array(rows.length);
  for (const column of columns.map((name) => table.numbers[name]))
    for (let i = 0; i < rows.length; i++) sums[i]! += column[rows[i]!]!;
  return sums;
}

/** Values of a column for these rows, in their order. */
export function valuesInRows(column: Float64Array, rows: Uint32Array): Float64Array {
  const values = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) values[i] = column[rows[i]!]!;
  return values;
}

/** Rows of a session stand in order of time, so those of one block stand together. */
export function visitedBlocks({ table: { block } }: CountedSamples, rows: Uint32Array): number[] {
  const blocks: number[] = [];
  let last = -1;
  for (let i = 0; i < rows.length; i++) {
    const own = block[rows[i]!]!;
    if (own !== last) blocks.push(own);
    last = own;
  }
  return blocks;
}

function blockKey(session: number, block: number): number {
  return session * 0x1_0000_0000 + block;
}

function countFailure(
  failures: Map<number, { count: number; reason: string }>,
  cell: number,
  reason: string,
) {
  const found = failures.get(cell);
  if (found === undefined) failures.set(cell, { count: 1, reason });
  else found.count++;
}

/** Counting sort: rows in ascending order of bin, in their own order within one; 0 is no bin. */
function rowsByBin(binOf: Bins['binOf'], bins: number): { rows: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(bins + 1);
  for (let row = 0; row < binOf.length; row++) {
    const bin = binOf[row]!;
    if (bin > 0) starts[bin]!++;
  }
  for (let bin = 0; bin < bins; bin++) starts[bin + 1]! += starts[bin]!;
  const next = starts.slice();
  const rows = new Uint32Array(starts[bins]!);
  for (let row = 0; row < binOf.length; row++) {
    const bin = binOf[row]!;
    if (bin > 0) rows[next[bin - 1]!++] = row;
  }
  return { rows, starts };
}

// Exchanges that did not find what their cell is about: warm ones that had to connect, cold ones that found a
// connection open. Few of them move a median little; many make the cell another one than its name says.

import type { Warning } from '../base/warnings.ts';
import type { SampleTable } from '../record/sample-table.ts';
import { type Connection, isMessages } from '../wire/factors.ts';
import { EMPTY_CELLS } from '../wire/sample.ts';
import type { RunTimes } from './cell-times.ts';
import { percent } from './say-figure.ts';

/** Worth a warning above this. */
const SHARE = 0.01;

export function connectionWarnings(times: RunTimes): Warning[] {
  const { table, cells } = times.counted;
  const emptyRows = (connection: Connection) =>
    cells.get(EMPTY_CELLS[connection])?.rows ?? new Uint32Array(0);
  const rows = { warm: [emptyRows('warm')], cold: [emptyRows('cold')] };
  for (const { cell, samples } of times.cells.values())
    if (!isMessages(cell.factors)) rows[cell.factors.connection].push(samples.rows);
  const warm = sharesOf(rows.warm, (row) => connected(table, row));
  const cold = sharesOf(rows.cold, (row) => !connected(table, row));
  return [
    ...warningOf('reconnected', 'warm', 'had to open a connection', warm),
    ...warningOf('not-cold', 'cold', 'found a connection open, or the client stamped no connecting', cold),
  ];
}

interface Share {
  readonly found: number;
  readonly all: number;
}

const ADVICE = {
  reconnected: 'something closes idle connections: does the target keep them, is the client told to?',
  'not-cold': 'the target must close after connection=close, and the client must keep to one connection',
} as const;

function warningOf(kind: keyof typeof ADVICE, name: string, did: string, { found, all }: Share): Warning[] {
  if (all === 0 || found / all <= SHARE) return [];
  const what = `${found} of ${all} ${name} exchanges (${percent(found / all)}) ${did}`;
  return [{ kind, what, advice: ADVICE[kind], session: null }];
}

function connected(table: SampleTable, row: number): boolean {
  return table.numbers.connectMs[row]! + table.numbers.tlsMs[row]! > 0;
}

function sharesOf(groups: readonly Uint32Array[], is: (row: number) => boolean): Share {
  let found = 0;
  let all = 0;
  for (const rows of groups) {
    all += rows.length;
    for (const row of rows) if (is(row)) found += 1;
  }
  return { found, all };
}

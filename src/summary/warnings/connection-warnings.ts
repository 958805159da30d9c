// Exchanges that did not find what their cell is about: warm ones that had to connect, cold ones that found a
// connection open. Few of them move a median little; many make the cell another one than its name says.
// WebKitGTK's network library (libsoup) connects for every POST, so that each of its calls is cold: such
// cells are named apart.

import { shortPercent } from '../../base/figures/numbers.ts';
import { plural } from '../../base/figures/plurals.ts';
import { WARNINGS } from '../../base/warnings/catalogue.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import { connectionOf, isSequence } from '../../factors/cell.ts';
import type { Connection } from '../../factors/connection.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { EMPTY_CELLS } from '../../wire/sample.ts';
import type { CellTimes, RunTimes } from '../samples/cell-times.ts';
import { examples, sayCellCount } from './say-cells.ts';

export function connectionWarnings(times: RunTimes): Warning[] {
  const { table, cells } = times.counted;
  const emptyRows = (connection: Connection) =>
    cells.get(EMPTY_CELLS[connection])?.rows ?? new Uint32Array(0);
  const rows = { warm: [emptyRows('warm')], cold: [emptyRows('cold')] };
  const requests = [...times.cells.values()].filter(({ cell }) => !isSequence(cell.factors));
  const neverKept = requests.filter((found) => connectsForEveryCall(found, table));
  for (const found of requests)
    if (!neverKept.includes(found)) rows[connectionOf(found.cell.factors)].push(found.samples.rows);
  const warm = countRows(rows.warm, (row) => connected(table, row));
  const cold = countRows(rows.cold, (row) => !connected(table, row));
  return [
    ...neverKeptWarning(neverKept),
    ...warnAboveShare('reconnected', 'warm', 'had to open a connection', warm),
    ...warnAboveShare(
      'not-cold',
      'cold',
      'found a connection open, or the client stamped no connecting',
      cold,
    ),
  ];
}

function connectsForEveryCall({ cell, samples }: CellTimes, table: SampleTable): boolean {
  if (cell.factors.kind !== 'call' || cell.factors.connection !== 'warm') return false;
  const { found, all } = countRows([samples.rows], (row) => connected(table, row));
  return all > 0 && found / all >= WARNINGS.reconnected.bounds.habitShare;
}

function neverKeptWarning(found: readonly CellTimes[]): Warning[] {
  const named = found.filter(({ cell }) => cell.twinOf === null);
  return [...Map.groupBy(named, ({ cell }) => cell.factors.browser)].map(([browser, group]) => {
    const what = `${browser} opened a connection for each call of ${sayCellCount(group)} named warm (${examples(group.map(({ cell }) => cell))})`;
    const advice = `${browser} keeps no connection for what it posts: its calls are cold ones, and connect in their bills is its own doing`;
    return raise('reconnected', what, { advice });
  });
}

interface Share {
  readonly found: number;
  readonly all: number;
}

function warnAboveShare(
  kind: 'reconnected' | 'not-cold',
  name: string,
  did: string,
  { found, all }: Share,
): Warning[] {
  if (all === 0 || found / all <= WARNINGS[kind].bounds.share) return [];
  const what = `${found} of ${all} ${name} ${plural(all, 'exchange')} (${shortPercent(found / all)}) ${did}`;
  return [raise(kind, what)];
}

function connected(table: SampleTable, row: number): boolean {
  return table.numbers.connectMs[row]! + table.numbers.tlsMs[row]! > 0;
}

function countRows(groups: readonly Uint32Array[], is: (row: number) => boolean): Share {
  let found = 0;
  let all = 0;
  for (const rows of groups) {
    all += rows.length;
    for (let i = 0; i < rows.length; i++) if (is(rows[i]!)) found += 1;
  }
  return { found, all };
}

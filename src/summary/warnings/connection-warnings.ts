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
import { isZeroThroughout } from '../samples/column-means.ts';
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
  const warm = countConnected(rows.warm, table);
  const cold = countConnected(rows.cold, table);
  return [
    ...neverKeptWarning(neverKept),
    ...warnAboveShare('reconnected', 'warm', 'had to open a connection', warm),
    ...warnAboveShare('not-cold', 'cold', 'found a connection open, or the client stamped no connecting', {
      found: cold.all - cold.found,
      all: cold.all,
    }),
  ];
}

function connectsForEveryCall({ cell, samples }: CellTimes, table: SampleTable): boolean {
  if (cell.factors.kind !== 'call' || cell.factors.connection !== 'warm') return false;
  const { found, all } = countConnected([samples.rows], table);
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

/** Exchanges that opened a connection. */
function countConnected(
  groups: readonly Uint32Array[],
  { numbers: { connectMs, tlsMs } }: SampleTable,
): Share {
  const all = groups.reduce((sum, rows) => sum + rows.length, 0);
  // In most records none did, and millions need not be looked through for it.
  if (isZeroThroughout(connectMs) && isZeroThroughout(tlsMs)) return { found: 0, all };
  let found = 0;
  for (const rows of groups)
    for (let i = 0; i < rows.length; i++) if (connectMs[rows[i]!]! + tlsMs[rows[i]!]! > 0) found++;
  return { found, all };
}

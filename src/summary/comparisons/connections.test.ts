// Connections and protocols, from samples to bills, comparisons and warnings.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callCell } from '../../../test/support/cells/made-cells.ts';
import {
  CONNECT_MS,
  FIRST_MS,
  NETWORK_MS,
  syntheticRecord,
  TLS_MS,
} from '../../../test/support/records/synthetic.ts';
import { connectionOf } from '../../factors/cell.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import type { SampleRow } from '../../record/record.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { summarise } from '../summarise.ts';
import type { CellSummary, Summary } from '../summary.ts';

const record = syntheticRecord({ kind: 'connections', blocks: 12 });
const rows = Array.from({ length: record.rows.length }, (_, row) => rowAt(record.rows, row));
const cellOf = new Map(record.run.plan.cells.map((cell) => [cell.id, cell]));

function summaryOf(change: (row: SampleRow) => SampleRow = (row) => row): Summary {
  return summarise(record.run, makeSampleTable(rows.map(change)), record.probes);
}

const summary = summaryOf();

function cellWith(levels: Partial<CellSummary['factors']>, among = summary): CellSummary {
  return among.cells.find(({ factors }) =>
    Object.entries(levels).every(([name, level]) => factors[name as 'format'] === level),
  )!;
}

/** Drift and noise multiply everything, connecting too. */
const isAbout = (ms: number | undefined, truthMs: number) =>
  assert.ok(Math.abs(ms! / truthMs - 1) < 0.3, `${ms}`);

test('the bill of a cold cell has connecting and the handshake, that of a warm one neither', () => {
  const cold = cellWith({ connection: 'cold', protocol: 'h2' }).phases;
  isAbout(cold.connect, CONNECT_MS);
  isAbout(cold.tls, TLS_MS);
  const plain = cellWith({ connection: 'cold', protocol: 'http1' }).phases;
  isAbout(plain.connect, CONNECT_MS);
  assert.equal(plain.tls, undefined);
  const warm = cellWith({ connection: 'warm', protocol: 'h2' }).phases;
  assert.deepEqual([warm.connect, warm.tls], [undefined, undefined]);
});

test('what was asked of connections and protocols is compared, with the ratio that was put in', () => {
  for (const factor of ['connection', 'protocol'] as const) {
    const found = summary.comparisons.filter((one) => one.asked && one.factor === factor);
    assert.equal(found.length, 8, factor);
    for (const { a, b, ratio } of found) {
      const truth = record.truthMs.get(b)! / record.truthMs.get(a)!;
      assert.ok(Math.abs(Math.log(ratio / truth)) < 0.2, `${a} against ${b}: ${ratio}, truth ${truth}`);
    }
  }
});

test('warm and cold cells, and protocols, are not ranked against each other', () => {
  for (const { a, b } of summary.comparisons.filter(({ asked }) => !asked)) {
    const [one, other] = [cellOf.get(a)!.factors, cellOf.get(b)!.factors];
    assert.deepEqual([connectionOf(one), one.protocol], [connectionOf(other), other.protocol]);
  }
});

test('the network item comes from empty exchanges of the same protocol, also where they are lent', () => {
  for (const protocol of ['http1', 'h2'] as const) {
    const { id, phases } = cellWith({ protocol, n: 1000 });
    isAbout(phases.network, NETWORK_MS[protocol]);
    // Without the empty exchanges of its own blocks it is lent those of the small panel with the same
    // protocol.
    const own = new Set(
      rows.filter(({ cell }) => cell === id).map(({ session, block }) => `${session} ${block}`),
    );
    const bereft = (row: SampleRow): SampleRow =>
      row.cell.startsWith('empty') && own.has(`${row.session} ${row.block}`)
        ? { ...row, timingDoubtful: true }
        : row;
    isAbout(cellWith({ protocol, n: 1000 }, summaryOf(bereft)).phases.network, NETWORK_MS[protocol]);
  }
});

test('a session lends nothing to cells of another protocol', () => {
  const h2 = new Set(
    rows
      .filter(({ cell }) => cellOf.get(cell)?.factors.protocol === 'h2')
      .map(({ session, block }) => `${session} ${block}`),
  );
  const bereft = (row: SampleRow): SampleRow =>
    row.cell.startsWith('empty') && h2.has(`${row.session} ${row.block}`)
      ? { ...row, timingDoubtful: true }
      : row;
  const changed = summaryOf(bereft);
  assert.equal(cellWith({ protocol: 'h2' }, changed).phases.network, undefined);
  assert.notEqual(cellWith({ protocol: 'http1' }, changed).phases.network, undefined);
});

test('many warm exchanges that connected, and cold ones that did not, are warned of with their numbers', () => {
  assert.ok(summary.warnings.every(({ kind }) => kind !== 'reconnected' && kind !== 'not-cold'));
  const every = (row: SampleRow, nth: number) => row.sequence % nth === 0;
  const isCold = (row: SampleRow) =>
    cellOf.has(row.cell) && connectionOf(cellOf.get(row.cell)!.factors) === 'cold';
  const told = (change: (row: SampleRow) => SampleRow, kind: string) =>
    summaryOf(change).warnings.find((warning) => warning.kind === kind);
  const reconnected = (nth: number) => (row: SampleRow) =>
    !isCold(row) && every(row, nth) ? { ...row, connectMs: 0.1 } : row;
  const warm = told(reconnected(10), 'reconnected')!.what;
  assert.match(warm, /^\d+ of \d+ warm exchanges \(\d+(\.\d+)? %\) had to open a connection$/);
  assert.equal(told(reconnected(500), 'reconnected'), undefined);
  const cold = told(
    (row) => (isCold(row) && every(row, 10) ? { ...row, connectMs: 0, tlsMs: 0 } : row),
    'not-cold',
  )!;
  assert.match(cold.what, /^\d+ of \d+ cold exchanges/);
});

test('calls of a client that connects for every one are named as the cold ones that they are, the rest as before', () => {
  const cells = record.run.plan.cells.map((cell) =>
    recordedCell(cell.factors).connection === 'warm' && cell.factors.protocol === 'http1'
      ? { ...cell, factors: callCell(recordedCell(cell.factors)) }
      : cell,
  );
  const calls = new Set(
    cells.filter(({ factors }) => recordedCell(factors).procedure === 'call').map(({ id }) => id),
  );
  const told = (share: number) => {
    const changed = rows.map((row) =>
      calls.has(row.cell) && row.sequence % 100 < share ? { ...row, connectMs: 300 } : row,
    );
    const run = { ...record.run, plan: { ...record.run.plan, cells } };
    return summarise(run, makeSampleTable(changed), record.probes)
      .warnings.filter(({ kind }) => kind === 'reconnected')
      .map(({ what }) => what);
  };
  assert.deepEqual(told(0), []);
  const [all, ...others] = told(100);
  assert.match(all!, /^\w+ opened a connection for each call of \d+ cells named warm \(/);
  assert.deepEqual(others, []);
  assert.match(told(40)[0]!, /^\d+ of \d+ warm exchanges/);
});

test('the network item of a cold cell comes from cold empty exchanges, whose first request waits longer', () => {
  for (const protocol of ['http1', 'h2'] as const) {
    isAbout(cellWith({ protocol, connection: 'warm' }).phases.network, NETWORK_MS[protocol]);
    isAbout(cellWith({ protocol, connection: 'cold' }).phases.network, NETWORK_MS[protocol] + FIRST_MS);
  }
  assert.ok(summary.cells.every(({ accountedShare: share }) => share! > 0.95 && share! < 1.05));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sequenceCell } from '../../../test/support/cells/made-cells.ts';
import { syntheticMessages } from '../../../test/support/records/synthetic-messages.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import type { Phase } from '../../items/items.ts';
import type { SampleRow } from '../../record/record.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import type { MessageFigures } from '../../wire/sample.ts';
import { summarise } from '../summarise.ts';
import type { CellSummary, Summary } from '../summary.ts';

const record = syntheticMessages({ sessions: 4, blocks: 5, seed: 5 });
const rows = Array.from({ length: record.rows.length }, (_, row) => rowAt(record.rows, row));

function summaryOf(change: (row: SampleRow) => SampleRow = (row) => row): Summary {
  return summarise(record.run, makeSampleTable(rows.map(change)), []);
}

function cellOf(from: Summary, id: string): CellSummary {
  return from.cells.find((cell) => cell.id === id)!;
}

function withFigures(row: SampleRow, figures: Partial<MessageFigures>): SampleRow {
  return { ...row, messages: { ...row.messages!, ...figures } };
}

const sumOf = (phases: CellSummary['phases']) => Object.values(phases).reduce((a, b) => a + b, 0);

const RANDOM = 'websocket server-to-client throughput 100 B';
const DOWN = 'websocket server-to-client throughput json';
const UP = 'websocket client-to-server throughput json';
const BOTH = 'websocket both-ways ping-pong 100 B';
const PACED = 'websocket server-to-client paced-50 100 B';

test('a bill of messages adds up to the mean total, and is no evidence of anything', () => {
  const wanted: Record<string, Phase[]> = {
    [RANDOM]: ['transport'],
    [DOWN]: ['encode', 'decode', 'transport'],
    [UP]: ['client.encode', 'server.decode', 'transport'],
    [BOTH]: ['transport'],
  };
  const summary = summaryOf();
  for (const [id, phases] of Object.entries(wanted)) {
    const cell = cellOf(summary, id);
    assert.deepEqual(Object.keys(cell.phases), phases, id);
    assert.ok(Math.abs(sumOf(cell.phases) - cell.totalMs!.mean) < 1e-9, id);
    assert.ok(cell.phases.transport! > 0);
    assert.deepEqual([cell.accountedShare, cell.estimated, cell.batched], [null, [], []]);
  }
  assert.ok(!summary.warnings.some(({ kind }) => kind === 'items-do-not-add-up'));
});

test('encoding and decoding are means of what was stamped, on the side that does them', () => {
  const stamped = summaryOf((row) => {
    if (row.cell === DOWN) return { ...row, encodeMs: 2, decodeMs: 3 };
    return row.cell === UP ? withFigures(row, { clientEncodeMs: 1.5, serverDecodeMs: 2.5 }) : row;
  });
  const { encode, decode } = cellOf(stamped, DOWN).phases;
  assert.deepEqual([encode, decode], [2, 3]);
  const up = cellOf(stamped, UP).phases;
  assert.deepEqual([up['client.encode'], up['server.decode']], [1.5, 2.5]);
});

test('both ways the client encodes and decodes: the target sends back what came', () => {
  const factors = { dataset: 'book', format: 'json', codec: 'json.parse', encoder: 'json', size: 'data' };
  const cells = record.run.plan.cells.map((cell) =>
    cell.id === BOTH
      ? { ...cell, factors: sequenceCell({ ...recordedCell(cell.factors), ...factors }) }
      : cell,
  );
  const run = { ...record.run, plan: { ...record.run.plan, cells } };
  const { phases } = cellOf(summarise(run, record.rows, []), BOTH);
  assert.deepEqual(Object.keys(phases), ['client.encode', 'decode', 'transport']);
});

test('checking inside the time is an item of its own, and told where it is more than a hundredth', () => {
  const checking = summaryOf((row) => (row.cell === RANDOM ? withFigures(row, { checkMs: 1.5 }) : row));
  const { phases, totalMs } = cellOf(checking, RANDOM);
  assert.equal(phases.check, 1.5);
  assert.ok(Math.abs(sumOf(phases) - totalMs!.mean) < 1e-9);
  assert.ok(!('check' in cellOf(checking, DOWN).phases));
  assert.ok(
    checking.warnings.some(({ kind, what }) => kind === 'checked-meanwhile' && what.includes(RANDOM)),
  );
});

test('where both sides worked at once, what they did at the same time is the residual', () => {
  const overlapping = summaryOf((row) =>
    row.cell === DOWN ? { ...row, encodeMs: row.totalMs * 0.9, decodeMs: row.totalMs * 0.8 } : row,
  );
  const { phases, totalMs } = cellOf(overlapping, DOWN);
  assert.equal(phases.transport, 0);
  assert.ok(Math.abs(phases.residual! + 0.7 * totalMs!.mean) < 1e-9);
  assert.ok(Math.abs(sumOf(phases) - totalMs!.mean) < 1e-9);
  const told = overlapping.warnings.find(({ kind }) => kind === 'items-overlap')!;
  assert.match(told.what, /by up to 70 % \(websocket server-to-client throughput json\)/);
});

test('of a paced sequence only the work of the format stands in the bill', () => {
  const cells = record.run.plan.cells.map((cell) =>
    cell.id === PACED ? { ...cell, factors: { ...cell.factors, codec: 'json.parse', format: 'json' } } : cell,
  );
  const run = { ...record.run, plan: { ...record.run.plan, cells } };
  const table = makeSampleTable(
    rows.map((row) => (row.cell === PACED ? { ...row, encodeMs: 4, decodeMs: 5 } : row)),
  );
  assert.deepEqual(cellOf(summarise(run, table, []), PACED).phases, { encode: 4, decode: 5 });
  assert.deepEqual(cellOf(summaryOf(), PACED).phases, {});
});

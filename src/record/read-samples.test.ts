import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSamples } from './read-samples.ts';
import type { SampleRow } from './record.ts';
import { makeSampleTable, rowAt } from './sample-table.ts';

const row: SampleRow = {
  cell: 'book n=10 json',
  session: 2,
  warmup: false,
  block: 7,
  sequence: 41,
  startMs: 1234.5678,
  outcome: 'completed',
  reason: '',
  totalMs: 2.25,
  requests: 2,
  queueMs: 0.1,
  stallMs: 0.2,
  connectMs: 0,
  tlsMs: 0,
  waitMs: -0.005,
  serverComputeMs: 0.01,
  encodeMs: 0.02,
  compressMs: 0.03,
  transferMs: 0.4,
  deliveryMs: 0.5,
  decodeMs: 0.6,
  clientComputeMs: 0.7,
  bytesEncoded: 3_000_000_000,
  bytesDecoded: 4_000_000_000,
  timingDoubtful: true,
};
const failed: SampleRow = { ...row, cell: 'empty', warmup: true, outcome: 'timed-out', reason: 'é, 30 s' };
const sequence: SampleRow = {
  ...row,
  cell: 'websocket',
  messages: {
    delivered: 1000,
    reordered: 0,
    setUpMs: 3.5,
    firstMs: 0.4,
    wallMs: 2.25,
    clientEncodeMs: 0.5,
    serverDecodeMs: 0.25,
    checkMs: 0,
    serverCpuMs: null,
    wireBytesUp: 12_000_000_000,
    wireBytesDown: 300,
    latencies: [
      [460, 999],
      [512, 1],
    ],
    clockErrorMs: 0,
  },
};
const line = (each: SampleRow) => `${JSON.stringify(each)}\n`;

test('rows come back from the file as they were', async () => {
  const rows = [row, failed, { ...row, sequence: 42 }];
  const table = await readSamples([rows.map(line).join('')]);
  assert.deepEqual(
    rows.map((_, i) => rowAt(table, i)),
    rows,
  );
  assert.deepEqual(table.cellIds, ['book n=10 json', 'empty']);
  assert.equal(table.damagedLines, 0);
  assert.deepEqual(makeSampleTable(rows), table);
});

test('chunks may end anywhere, inside a character too', async () => {
  const bytes = new TextEncoder().encode([row, failed, row].map(line).join(''));
  for (const size of [1, 7, 333]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    const table = await readSamples(chunks);
    assert.equal(table.length, 3);
    assert.deepEqual(rowAt(table, 1), failed);
  }
});

test('what only messages have comes back with its own row, and requests have none of it', async () => {
  const rows = [row, sequence, { ...failed, messages: { ...sequence.messages!, delivered: 17 } }, row];
  const table = await readSamples([rows.map(line).join('')]);
  assert.deepEqual(
    rows.map((_, i) => rowAt(table, i)),
    rows,
  );
  assert.equal(table.messages.size, 2);
  assert.ok(!('messages' in rowAt(table, 3)));
});

test('half a last line is left out and counted', async () => {
  const table = await readSamples([line(row), line(row).slice(0, 100)]);
  assert.equal(table.length, 1);
  assert.equal(table.damagedLines, 1);
});

test('a line damaged in the middle costs that line only', async () => {
  const table = await readSamples([`${line(row)}{"cell":"a","blo${line(row)}null\n42\n${line(failed)}`]);
  assert.equal(table.length, 2);
  assert.equal(table.damagedLines, 3);
});

test('a last line without its end is a whole line', async () => {
  const table = await readSamples([line(row).trimEnd()]);
  assert.deepEqual(rowAt(table, 0), row);
});

test('no samples are an empty table', async () => {
  const table = await readSamples([]);
  assert.equal(table.length, 0);
  assert.equal(table.numbers.totalMs.length, 0);
});

test('a table grows past any first size', () => {
  const rows = Array.from({ length: 5000 }, (_, sequence) => ({ ...row, sequence, totalMs: sequence / 8 }));
  const table = makeSampleTable(rows);
  assert.equal(table.length, 5000);
  assert.deepEqual(rowAt(table, 4999), rows[4999]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { syntheticRecord } from '../../test/support/records/synthetic.ts';
import { OUTCOMES } from '../wire/sample.ts';
import { readSamples } from './read-samples.ts';
import type { SampleRow } from './record.ts';
import { SampleScanner } from './sample-scanner.ts';
import { isOptionalValue, makeSampleTable, rowAt, VALUE_COLUMNS } from './sample-table.ts';

const { rows } = syntheticRecord({ sessions: 1, blocks: 3, visits: 'now' });
const all = Array.from({ length: rows.length }, (_, row) => rowAt(rows, row));
const [first] = all as [SampleRow];

const scanned = (line: string, scanner = new SampleScanner()) => {
  const bytes = Buffer.from(`${line}\n`);
  return scanner.scan(bytes, 0, bytes.length - 1) ? scanner : null;
};

test('every line that a run writes is read, whatever the one before was', () => {
  const scanner = new SampleScanner();
  for (const row of all) {
    const found = scanned(JSON.stringify(row), scanner);
    assert.ok(found, JSON.stringify(row));
    assert.equal(found.cell, row.cell);
    const values = VALUE_COLUMNS.map((name) => Number(row[name] ?? 0));
    assert.deepEqual([...found.values], values);
  }
});

test('numbers are those that JSON.parse reads, to the last digit', async () => {
  const ms = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.float());
  const given = fc.record({
    totalMs: fc.oneof(
      ms.map((value) => (Number.isFinite(value) ? value : 0)),
      fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 1e4),
    ),
    cell: fc.constantFrom('a', 'b c', 'ä', 'a "b"', 'c\\'),
    outcome: fc.constantFrom(...OUTCOMES),
    reason: fc.constantFrom('', 'late', '30 s – late\n', '\u007f'),
    warmup: fc.boolean(),
    firstUse: fc.option(fc.constant(true as const), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(given, { maxLength: 8 }), async (changes) => {
      const lines = changes.map((change) => JSON.stringify({ ...first, ...change }));
      const parsed = lines.map((line) => JSON.parse(line) as SampleRow);
      assert.deepEqual(await readSamples([lines.join('\n')]), makeSampleTable(parsed));
    }),
  );
});

test('what is no JSON, lacks a value or says one twice is left to the reader of any JSON', () => {
  const line = JSON.stringify(first);
  for (const [from, to] of [
    ['"requests":1', '"requests":01'],
    ['"requests":1', '"requests":1.'],
    ['"requests":1', '"requests":.5'],
    ['"requests":1', '"requests":+1'],
    ['"requests":1', '"requests":-'],
    ['"requests":1', '"requests":null'],
    ['"requests":1', '"requests":"1"'],
    ['"requests":1', '"requests": 1'],
    ['"requests":1', '"requests":1,"requests":2'],
    ['"requests":1,', ''],
    ['"requests":1', '"requests":1,"more":1'],
    ['"completed"', '"done"'],
    ['"reason":""', '"reason":"\\u0041"'],
    ['"reason":""', '"reason":"\t"'],
    ['"warmup":true', '"warmup":tru'],
    ['"warmup":true', '"warmup":1'],
    ['}', ''],
    ['}', '}}'],
    ['}', ',}'],
    ['{', '['],
  ] as const) {
    assert.ok(line.includes(from), from);
    assert.equal(scanned(line.replace(from, to)), null, to);
  }
  for (let length = 0; length < line.length; length++) assert.equal(scanned(line.slice(0, length)), null);
  assert.ok(scanned(line));
});

test('no line is read past its end, and nothing stays of a line that was left', () => {
  const scanner = new SampleScanner();
  const both = Buffer.from(`${JSON.stringify({ ...first, firstUse: true })}\n${JSON.stringify(first)}\n`);
  const newline = both.indexOf(10);
  assert.equal(scanner.scan(both, 0, newline - 1), false);
  assert.ok(scanner.scan(both, newline + 1, both.length - 1));
  assert.equal(scanner.values[VALUE_COLUMNS.indexOf('firstUse')], first.firstUse === true ? 1 : 0);
  assert.ok(isOptionalValue('firstUse'));
});

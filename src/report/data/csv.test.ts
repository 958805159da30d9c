import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { hostileInput, rendered, syntheticInput } from '../../../test/support/reports/records.ts';
import { csvField, csvReport } from './csv.ts';

test('a field is quoted only where it must be', () => {
  assert.equal(csvField('plain'), 'plain');
  assert.equal(csvField('a,b'), '"a,b"');
  assert.equal(csvField('say "hi"'), '"say ""hi"""');
  assert.equal(csvField('two\nlines'), '"two\nlines"');
});

test('every line has as many fields as the header, and there is one for each sample', async () => {
  const input = syntheticInput({ sessions: 2, blocks: 4 });
  const text = (await rendered(csvReport, input)).toString();
  const lines = text.split('\r\n');
  assert.equal(lines.at(-1), '');
  assert.equal(lines.length - 2, input.samples.length);
  const width = lines[0]!.split(',').length;
  for (const line of lines.slice(0, -1)) assert.equal(line.split(',').length, width);
});

test('another reader finds the same samples, hostile names included', async () => {
  const input = hostileInput();
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-csv-'));
  try {
    const path = join(dir, csvReport.fileName);
    writeFileSync(path, await rendered(csvReport, input));
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const found = await connection.runAndReadAll(
      `SELECT count(*)::INTEGER, sum(totalMs), count(DISTINCT cell)::INTEGER FROM read_csv('${path}', quote='"', escape='"', header=true, new_line='\\r\\n')`,
    );
    const [count, sum, cells] = found.getRows()[0]! as [number, number, number];
    assert.equal(count, input.samples.length);
    assert.equal(cells, input.samples.cellIds.length);
    const total = input.samples.numbers.totalMs.reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(sum / total - 1) < 1e-9);
    connection.closeSync();
  } finally {
    rmSync(dir, { recursive: true });
  }
});

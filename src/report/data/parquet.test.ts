import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { rendered, syntheticInput } from '../../../test/support/reports/records.ts';
import { makeSampleTable } from '../../record/sample-table.ts';
import type { ReportInput } from '../report.ts';
import { parquetReport } from './parquet.ts';

async function queried(input: ReportInput, ...queries: string[]): Promise<unknown[][][]> {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-parquet-'));
  try {
    const path = join(dir, parquetReport.fileName);
    writeFileSync(path, await rendered(parquetReport, input));
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const answers: unknown[][][] = [];
    for (const query of queries) {
      answers.push((await connection.runAndReadAll(query.replaceAll('SAMPLES', `'${path}'`))).getRows());
    }
    connection.closeSync();
    return answers;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

test('DuckDB counts the same samples and finds the same sums, cell by cell', async () => {
  const input = syntheticInput({ sessions: 2, blocks: 10, failureShare: 0.02 });
  const { samples } = input;
  const [all, byCell, failed] = await queried(
    input,
    'SELECT count(*)::INTEGER, sum(totalMs), sum(bytesEncoded), sum(sequence)::DOUBLE, count_if(warmup)::INTEGER FROM SAMPLES',
    'SELECT cell, count(*)::INTEGER, sum(totalMs) FROM SAMPLES GROUP BY cell',
    "SELECT count(*)::INTEGER, count(reason)::INTEGER FROM SAMPLES WHERE outcome <> 'completed'",
  );
  const sum = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0);
  const [count, totalMs, bytes, sequence, warmups] = all![0]! as number[];
  assert.equal(count, samples.length);
  assert.ok(Math.abs(totalMs! / sum(samples.numbers.totalMs) - 1) < 1e-12);
  assert.equal(bytes, sum(samples.numbers.bytesEncoded));
  assert.equal(sequence, sum(samples.sequence));
  assert.equal(warmups, sum(samples.warmup));
  assert.equal(byCell!.length, samples.cellIds.length);
  for (const [cell, number] of byCell! as [string, number][]) {
    const index = samples.cellIds.indexOf(cell);
    assert.equal(number, samples.cell.filter((code) => code === index).length, cell);
  }
  assert.deepEqual(failed![0], [
    sum(samples.outcome.map((code) => (code > 0 ? 1 : 0))),
    samples.reasons.size,
  ]);
});

test('factors are columns with their types, and null for the empty exchange', async () => {
  const input = syntheticInput({ sessions: 2, blocks: 4 });
  const [types, levels, empty] = await queried(
    input,
    "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM SAMPLES) WHERE column_name IN ('n', 'format', 'totalMs', 'warmup', 'session')",
    'SELECT DISTINCT n FROM SAMPLES WHERE n IS NOT NULL ORDER BY n',
    "SELECT DISTINCT format, n FROM SAMPLES WHERE cell = 'empty'",
  );
  assert.deepEqual(Object.fromEntries(types as [string, string][]), {
    session: 'INTEGER',
    warmup: 'BOOLEAN',
    n: 'INTEGER',
    format: 'VARCHAR',
    totalMs: 'DOUBLE',
  });
  assert.deepEqual(
    levels!.flat(),
    [...new Set(input.run.plan.cells.map(({ factors }) => factors.n))].sort((a, b) => a - b),
  );
  assert.deepEqual(empty, [[null, null]]);
});

test('strings are dictionary-encoded', async () => {
  const [encodings] = await queried(
    syntheticInput({ sessions: 2, blocks: 10 }),
    "SELECT DISTINCT encodings FROM parquet_metadata(SAMPLES) WHERE path_in_schema IN ('cell', 'format', 'outcome')",
  );
  for (const [encoding] of encodings as [string][]) assert.match(encoding, /RLE_DICTIONARY/);
});

test('a record without samples is a table without rows', async () => {
  const input = syntheticInput({ sessions: 1, blocks: 1 });
  const samples = makeSampleTable([]);
  const [count] = await queried({ ...input, samples }, 'SELECT count(*)::INTEGER FROM SAMPLES');
  assert.deepEqual(count, [[0]]);
});

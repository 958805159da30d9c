import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { syntheticMessages } from '../../../test/support/records/synthetic-messages.ts';
import { rendered, syntheticInput } from '../../../test/support/reports/records.ts';
import { summarise } from '../../summary/summarise.ts';
import { csvReport } from '../data/csv.ts';
import { parquetReport } from '../data/parquet.ts';
import type { ReportInput } from '../report.ts';
import { sampleColumns } from './sample-columns.ts';

const record = syntheticMessages({ sessions: 2, blocks: 3, failureShare: 0.1 });
const input: ReportInput = {
  run: record.run,
  samples: record.rows,
  summary: summarise(record.run, record.rows, record.probes),
};
const dir = mkdtempSync(join(tmpdir(), 'wirefare-messages-'));
after(() => rmSync(dir, { recursive: true }));
for (const report of [parquetReport, csvReport])
  writeFileSync(join(dir, report.fileName), await rendered(report, input));
const connection = await (await DuckDBInstance.create(':memory:')).connect();
after(() => connection.closeSync());

async function asked(query: string): Promise<unknown[][]> {
  const from = (file: string) => `'${join(dir, file)}'`;
  const words = query.replaceAll('PARQUET', from('samples.parquet')).replaceAll('CSV', from('samples.csv'));
  return (await connection.runAndReadAll(words)).getRows();
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

test('another reader finds the figures of every sequence, in Parquet and in CSV', async () => {
  const figures = [...input.samples.messages.values()];
  const wanted = [
    sum(figures.map(({ delivered }) => delivered)),
    sum(figures.map(({ wallMs }) => wallMs)),
    sum(figures.map(({ wireBytesUp }) => wireBytesUp!)),
    figures.filter(({ latencies }) => latencies.length > 0).length,
  ];
  for (const file of ['PARQUET', "read_csv(CSV, quote='\"', escape='\"')"]) {
    const [row] = await asked(
      `SELECT sum(delivered)::DOUBLE, sum(wallMs), sum(wireBytesUp)::DOUBLE, count(latencies)::INTEGER FROM ${file}`,
    );
    for (const [i, value] of wanted.entries())
      assert.ok(Math.abs((row![i] as number) / value - 1) < 1e-9, file);
  }
});

test('the bins of all sequences of a cell give the quantiles of the summary', async () => {
  const rows = await asked(`
    WITH bins AS (
      SELECT cell, unnest(latencies::INTEGER[][]) AS bin FROM PARQUET WHERE NOT warmup AND outcome = 'completed'
    ), counts AS (
      SELECT cell, bin[1] AS bin, sum(bin[2]) AS count FROM bins GROUP BY ALL
    ), ranked AS (
      SELECT *, sum(count) OVER (PARTITION BY cell ORDER BY bin) AS below, sum(count) OVER (PARTITION BY cell) AS all_of
      FROM counts
    )
    SELECT cell, min(0.001 * 1.01 ** bin) AS p99 FROM ranked WHERE below >= 0.99 * all_of GROUP BY cell`);
  const told = input.summary.cells.filter(({ messages }) => (messages?.latencyMs ?? null) !== null);
  assert.equal(rows.length, told.length);
  for (const [cell, p99] of rows as [string, number][]) {
    const wanted = told.find(({ id }) => id === cell)!.messages!.latencyMs!.p99;
    assert.ok(Math.abs(p99 / wanted - 1) < 1e-9, cell);
  }
});

test('quantiles of a sequence are null where it tells no latencies', async () => {
  const rows = await asked(
    "SELECT mode, count(*) = count(latencyP50Ms), count(latencyP50Ms)::INTEGER FROM PARQUET WHERE part <> 'data' GROUP BY mode ORDER BY mode",
  );
  assert.deepEqual(
    rows.map(([mode, all, count]) => [mode, all, (count as number) > 0]),
    [
      ['paced-50', true, true],
      ['ping-pong', true, true],
      ['throughput', false, false],
    ],
  );
});

test('a record of requests has none of these columns, one of both has null for requests', async () => {
  const requests = syntheticInput({ sessions: 1, blocks: 1 });
  assert.ok(!sampleColumns(requests.run, requests.samples).some(({ name }) => name === 'delivered'));
  const messages = new Map([[3, { ...record.rows.messages.get(0)!, serverCpuMs: null }]]);
  const mixed = { ...requests, samples: { ...requests.samples, messages } };
  writeFileSync(join(dir, 'mixed.parquet'), await rendered(parquetReport, mixed));
  const [row] = await asked(
    `SELECT count(delivered)::INTEGER, count(serverCpuMs)::INTEGER, count(setUpMs)::INTEGER FROM '${join(dir, 'mixed.parquet')}'`,
  );
  assert.deepEqual(row, [1, 0, 1]);
});

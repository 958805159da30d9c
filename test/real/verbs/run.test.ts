import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { datasetNamed } from '../../../src/data/catalogue.ts';
import { loadDataset } from '../../../src/data/store/store.ts';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import { encoderNamed } from '../../../src/formats/catalogue.ts';
import type { RunFile, SampleRow } from '../../../src/record/record.ts';
import type { CellSummary, Summary } from '../../../src/summary/summary.ts';
import { type Bench, labBench } from '../../support/real/lab-process.ts';

/** As a user's first run: its target is held to the contract. The others go by that, as far as they may. */
const first = labBench({ verifiesAnew: true });
const bench = labBench();
after(() => first.remove());
after(() => bench.remove());

const json = ({ dir }: Bench, ...names: string[]): unknown =>
  JSON.parse(readFileSync(path.join(dir, ...names), 'utf8'));
const lines = ({ dir }: Bench, ...names: string[]) =>
  readFileSync(path.join(dir, ...names), 'utf8')
    .split('\n')
    .slice(0, -1);

/** The body encoded here and now, by the encoder alone. */
function bodyOf({ factors }: Recorded<CellSummary>): Uint8Array {
  const encode = encoderNamed(factors.format, factors.encoder).bind(datasetNamed(factors.dataset).schema);
  return encode(loadDataset(factors.dataset, factors.n, null));
}

test('the main job in Chromium measures every cell, counts bytes exactly and leaves a record for DuckDB', async () => {
  const only = ['--only', 'network=none', '--budget', '28s', '--sessions', '2'];
  const lab = first.start('run', 'quick', ...only, '--out', 'chromium');
  const { code, out, err } = await lab.ended;
  assert.equal(code, 0, err);
  assert.match(out, /Which is the fastest\?/);
  const summary = json(first, 'chromium', 'summary.json') as Recorded<Summary>;
  assert.equal(summary.status, 'complete');
  assert.equal(summary.cells.length, 19);
  for (const cell of summary.cells) {
    const where = `${cell.id}: ${cell.reason}`;
    assert.equal(cell.status, 'measured', where);
    assert.ok(cell.totalMs!.median > 0.1 && cell.totalMs!.median < 1_000, where);
    const body = bodyOf(cell);
    const sent = cell.factors.compression === 'none' ? body : gzipSync(body, { level: 6 });
    assert.deepEqual([cell.bytes!.encoded, cell.bytes!.decoded], [sent.length, body.length], where);
    assert.equal(gunzipSync(gzipSync(body)).length, cell.bytes!.decoded);
    assert.ok(cell.bytes!.headers > 100 && cell.bytes!.headers < 1_000, where);
    assert.equal(cell.failures, 0, where);
  }
  assert.ok(summary.exchangeShare > 0.2 && summary.exchangeShare <= 1, String(summary.exchangeShare));
  assert.deepEqual(await first.survivorsAfter(2_000), []);
  assert.deepEqual(first.leftovers(), []);

  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const file = path.join(first.dir, 'chromium/samples.parquet');
  const counted = await connection.runAndReadAll(
    `select count(*)::int, count(distinct session)::int from '${file}'`,
  );
  // How many sessions the budget held is the machine's affair: the two files have to agree.
  const samples = lines(first, 'chromium', 'samples.ndjson').map((line) => JSON.parse(line) as SampleRow);
  const sessions = new Set(samples.map(({ session }) => session));
  assert.deepEqual(counted.getRows(), [[samples.length, sessions.size]]);
  connection.closeSync();
});

test('a short run in Firefox, WebKit and Node measures every cell in each', async () => {
  const names = ['firefox', 'webkit', 'node'];
  const only = ['--only', 'n=10', '--browser', names.join(), '--budget', '16s', '--sessions', '1'];
  const { code, err } = await bench.start('run', 'quick', ...only, '--out', 'others').ended;
  assert.equal(code, 0, err);
  const { cells, status } = json(bench, 'others', 'summary.json') as Recorded<Summary>;
  assert.equal(status, 'complete');
  for (const name of names) {
    const own = cells.filter(({ factors }) => factors.browser === name);
    assert.deepEqual(
      own.map((cell) => cell.status),
      Array(7).fill('measured'),
      name,
    );
  }
  for (const cell of cells) assert.equal(cell.bytes!.decoded, bodyOf(cell).length, cell.id);
  const { sessions } = json(bench, 'others', 'run.json') as Recorded<RunFile>;
  assert.deepEqual(sessions.map(({ agent }) => agent!.engine).toSorted(), names.toSorted());
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  assert.deepEqual(bench.leftovers(), []);
});

test('SIGINT ends a run within seconds, with 130, a valid record and nothing left', async () => {
  const only = ['--only', 'n=10', '--budget', '40s', '--sessions', '2'];
  const lab = bench.start('run', 'quick', ...only, '--out', 'interrupted');
  await lab.told('record in');
  const record = path.join(bench.dir, 'interrupted');
  while (
    !existsSync(path.join(record, 'samples.ndjson')) ||
    lines(bench, 'interrupted', 'samples.ndjson').length < 20
  ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const startMs = performance.now();
  lab.kill('SIGINT');
  const { code, err } = await lab.ended;
  assert.equal(code, 130, err);
  const tookMs = performance.now() - startMs;
  assert.ok(tookMs < 10_000, `it took ${tookMs} ms`);
  assert.match(err, /wirefare run --resume interrupted/);
  assert.deepEqual(await bench.survivorsAfter(1_000), []);
  assert.deepEqual(bench.leftovers(), []);
  assert.deepEqual(
    (json(bench, 'interrupted', 'run.json') as Recorded<RunFile>).sessions.map(({ status }) => status),
    ['interrupted'],
  );
  assert.ok(readdirSync(record).includes('report.html'));
});

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { damageColumn } from '../../../test/support/records/damaged-parquet.ts';
import { writeRecord } from '../../../test/support/records/written-record.ts';
import { readRun } from '../../record/read-record.ts';
import { parquetReport } from '../../report/data/parquet.ts';
import { readAllSamples, readRecord, writeReport } from './record-files.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-record-files-'));
after(() => rmSync(dir, { recursive: true }));

const [ndjson, parquet] = ['samples.ndjson', 'samples.parquet'].map((file) => join(dir, file)) as [
  string,
  string,
];
const lengthOf = async (status = 'complete') =>
  (await readAllSamples({ ...readRun(dir), status: status as 'complete' }, dir)).length;
/** Seconds after samples.parquet was made. */
const touch = (seconds: number) => {
  const at = statSync(parquet).mtimeMs / 1_000 + seconds;
  utimesSync(ndjson, at, at);
};

test('a whole record is read from its Parquet, until somebody changes its samples', async () => {
  writeRecord(dir);
  const whole = readFileSync(ndjson, 'utf8');
  await writeReport(dir, parquetReport, await readRecord(dir));
  const rows = whole.trimEnd().split('\n').length;
  const [first = ''] = whole.split('\n');
  writeFileSync(ndjson, `${first}\n`);

  touch(-10);
  assert.equal(await lengthOf(), rows);
  assert.equal(await lengthOf('interrupted'), 1, 'a run that goes on has samples that are not in it yet');
  touch(10);
  assert.equal(await lengthOf(), 1);
  writeFileSync(parquet, 'PAR1');
  touch(-10);
  assert.equal(await lengthOf(), 1, 'what cannot be read is made of the samples again');
});

test('a column that was left in the file and is damaged there is read from what the Parquet was made of', async () => {
  writeRecord(dir);
  const { summary } = await readRecord(dir);
  await writeReport(dir, parquetReport, await readRecord(dir));
  touch(-10);
  const asLarge = () => readRecord(dir, { tells: 'summary', manyRows: 1 });
  assert.ok((await asLarge()).samples.unread!.names.has('decodeMs'));
  damageColumn(parquet, 'decodeMs');
  touch(-10);
  const read = await asLarge();
  assert.equal(read.samples.unread, undefined);
  assert.deepEqual(read.summary, summary);
  rmSync(ndjson);
  await assert.rejects(asLarge(), /samples\.parquet.*cannot be read/);
});

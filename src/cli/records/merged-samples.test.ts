import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { damageColumn } from '../../../test/support/records/damaged-parquet.ts';
import { writeRecord } from '../../../test/support/records/written-record.ts';
import { readRun } from '../../record/read-record.ts';
import type { SampleRow } from '../../record/record.ts';
import { makeSampleTable, rowAt, type SampleTable } from '../../record/sample-table.ts';
import {
  parquetReport,
  type SamplesInParts,
  writeParquet,
  writeParquetOf,
} from '../../report/data/parquet.ts';
import { readAllSamples, readRecord, writeReport } from '../surroundings/record-files.ts';
import { mergedSamples, surveySamples } from './merged-samples.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-merged-samples-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const call = { clientEncodeMs: 0.25, serverDecodeMs: 0.125, bytesRequest: 321 };
writeRecord(join(dir, 'plain'));
writeRecord(join(dir, 'calls'), { row: (row) => (row.sequence % 3 === 0 ? { ...row, call } : row) });
writeRecord(join(dir, 'late'), { row: (row) => ({ ...row, handoverMs: row.session === 3 ? 0.5 : 0 }) });
await writeReport(join(dir, 'late'), parquetReport, await readRecord(join(dir, 'late')));
rmSync(join(dir, 'late', 'samples.ndjson'));

/** Sessions of these records, numbered on; the last one of each is left out. */
const NUMBERS = [0, 1, 2].map((nth) => new Map([0, 1, 2].map((session) => [session, 10 * nth + session])));
const RECORDS = ['plain', 'late', 'calls'].map((name) => join(dir, name));

const surveyed = () =>
  Promise.all(RECORDS.map((record, i) => surveySamples(readRun(record), record, NUMBERS[i]!)));

function rowsOf(table: SampleTable): SampleRow[] {
  return Array.from({ length: table.length }, (_, row) => rowAt(table, row));
}

async function expectedRows(): Promise<SampleRow[]> {
  const tables = await Promise.all(RECORDS.map((record) => readAllSamples(readRun(record), record)));
  return tables.flatMap((table, i) =>
    rowsOf(table).flatMap((row) => {
      const session = NUMBERS[i]!.get(row.session);
      return session === undefined ? [] : [{ ...row, session }];
    }),
  );
}

async function bytesOf(write: (to: (chunk: string | Uint8Array) => void) => Promise<void>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await write((chunk) => void chunks.push(Buffer.from(chunk)));
  return Buffer.concat(chunks);
}

test('samples of records stand one record after the other, whatever the parts they are read in', async () => {
  const expected = await expectedRows();
  for (const most of [7, expected.length, 1_000_000]) {
    const { parts, count } = mergedSamples(await surveyed(), most);
    const lengths: number[] = [];
    const rows: SampleRow[] = [];
    for await (const part of parts) {
      lengths.push(part.length);
      rows.push(...rowsOf(part));
    }
    assert.deepEqual(rows, expected);
    assert.equal(count, expected.length);
    assert.ok(lengths.slice(0, -1).every((length) => length === most) && lengths.at(-1)! <= most);
  }
});

test('they are written as if all of them had been in memory, columns that only some records have too', async () => {
  const run = readRun(RECORDS[0]!);
  const whole = makeSampleTable(await expectedRows());
  const inParts: SamplesInParts = mergedSamples(await surveyed());
  assert.ok(inParts.shown.calls && !inParts.shown.messages);
  assert.ok(
    (await bytesOf((write) => writeParquetOf(run, inParts, write))).equals(
      await bytesOf((write) => writeParquet({ run, samples: whole }, write)),
    ),
  );
});

test('a column of a session that is left out is none', async () => {
  const { shown } = mergedSamples(await surveyed());
  assert.ok(!shown.numbers.has('handoverMs') && shown.numbers.has('totalMs'));
  const all = await surveySamples(readRun(RECORDS[1]!), RECORDS[1]!, new Map([[3, 3]]));
  assert.ok(all.shown.numbers.has('handoverMs'));
});

test('damaged lines are counted once, and a Parquet that cannot be read is told', async () => {
  const damaged = join(dir, 'damaged');
  writeRecord(damaged);
  writeFileSync(join(damaged, 'samples.ndjson'), '{"cell":\nnull\n', { flag: 'a' });
  const lines = await surveySamples(readRun(damaged), damaged, NUMBERS[0]!);
  assert.equal(mergedSamples([lines, lines]).damagedLines, 4);
  await writeReport(damaged, parquetReport, await readRecord(damaged));
  rmSync(join(damaged, 'samples.ndjson'));
  const parquet = await surveySamples(readRun(damaged), damaged, NUMBERS[0]!);
  assert.equal(parquet.damagedLines, 2);
  writeFileSync(join(damaged, 'samples.parquet'), 'PAR1');
  await assert.rejects(
    surveySamples(readRun(damaged), damaged, NUMBERS[0]!),
    /samples\.parquet.*cannot be read/,
  );
});

test('before anything is written a damaged page of any column is told, or the lines stand in for it', async () => {
  const damaged = join(dir, 'damaged-page');
  writeRecord(damaged);
  const survey = () => surveySamples(readRun(damaged), damaged, NUMBERS[0]!);
  const whole = await survey();
  await writeReport(damaged, parquetReport, await readRecord(damaged));
  // One that a summary of a large record leaves in the file.
  damageColumn(join(damaged, 'samples.parquet'), 'decodeMs');
  assert.deepEqual([(await survey()).file!.kind, (await survey()).count], ['lines', whole.count]);
  rmSync(join(damaged, 'samples.ndjson'));
  await assert.rejects(survey(), /damaged-page\/samples\.parquet.*cannot be read/);
});

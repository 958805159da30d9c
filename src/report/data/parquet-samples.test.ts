import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { damageColumn } from '../../../test/support/records/damaged-parquet.ts';
import { messagesInput, rendered, syntheticInput } from '../../../test/support/reports/records.ts';
import {
  makeSampleTable,
  rowAt,
  type SampleTable,
  SampleTableBuilder,
  UnreadableColumn,
} from '../../record/sample-table.ts';
import { summarise } from '../../summary/summarise.ts';
import type { ReportInput } from '../report.ts';
import { columnsShown } from '../tables/sample-columns.ts';
import { csvReport } from './csv.ts';
import { harReport } from './har.ts';
import { parquetReport, writeParquetOf } from './parquet.ts';
import { samplesFromParquet } from './parquet-samples.ts';

/** The samples, written and read back, are the samples. */
async function assertSame(input: ReportInput): Promise<void> {
  const { samples } = input;
  const again = await samplesFromParquet(Buffer.from(await rendered(parquetReport, input)));
  assert.equal(again.length, samples.length);
  assert.equal(again.damagedLines, samples.damagedLines);
  for (let row = 0; row < samples.length; row++) assert.deepEqual(rowAt(again, row), rowAt(samples, row));
}

/** A Parquet of groups of so many rows. */
async function inGroupsOf(most: number, { run, samples }: ReportInput): Promise<Buffer> {
  const { cellIds, damagedLines, length } = samples;
  const same = new Map(run.sessions.map(({ session }) => [session, session]));
  const parts: SampleTable[] = [];
  for (let from = 0; from < length; from += most) {
    const builder = new SampleTableBuilder(most, cellIds);
    const rows = Uint32Array.from({ length: Math.min(most, length - from) }, (_, i) => from + i);
    builder.addRows(samples, rows, same);
    parts.push(builder.finish());
  }
  const chunks: Buffer[] = [];
  const shown = columnsShown(samples);
  await writeParquetOf(run, { cellIds, damagedLines, shown, parts }, (chunk) => {
    chunks.push(Buffer.from(chunk));
  });
  return Buffer.concat(chunks);
}

test('samples of requests come back as they were, failed ones too', async () => {
  const input = syntheticInput({ sessions: 2, blocks: 4, failureShare: 0.05, visits: 'now' });
  await assertSame(input);
  await assertSame({ ...input, samples: { ...input.samples, damagedLines: 3 } });
});

test('samples of messages and of calls come back with what only they have', async () => {
  await assertSame(messagesInput({ sessions: 2 }));
  const input = syntheticInput({ sessions: 2, blocks: 2 });
  const call = { clientEncodeMs: 0.25, serverDecodeMs: 0.125, bytesRequest: 321 };
  const rows = Array.from({ length: input.samples.length }, (_, row) => rowAt(input.samples, row));
  await assertSame({
    ...input,
    samples: makeSampleTable(rows.map((row, i) => (i % 2 ? { ...row, call } : row))),
  });
});

test('read for a summary, samples say the same in it, and are told in no report of samples', async () => {
  const input = syntheticInput({ sessions: 2, blocks: 4, failureShare: 0.05, visits: 'now' });
  const bytes = Buffer.from(await rendered(parquetReport, input));
  const lean = await samplesFromParquet(bytes, 'summary');
  assert.deepEqual(summarise(input.run, lean, []), summarise(input.run, input.samples, []));
  assert.ok(lean.numbers.startMs.every((ms) => ms === 0) && input.samples.numbers.startMs.at(-1)! > 0);
  for (const report of [parquetReport, csvReport, harReport])
    await assert.rejects(rendered(report, { ...input, samples: lean }), /read for a summary alone/);
});

test('of a large file a summary leaves in it what it only adds up, and says the same', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-large-'));
  try {
    const input = syntheticInput({ sessions: 3, blocks: 4, failureShare: 0.05, visits: 'now' });
    const path = join(dir, 'samples.parquet');
    writeFileSync(path, await inGroupsOf(50, input));
    const large = await samplesFromParquet(path, 'summary', 1);
    assert.ok(large.unread!.names.has('totalMs') && !large.unread!.names.has('waitMs'));
    assert.deepEqual(summarise(input.run, large, []), summarise(input.run, input.samples, []));
    assert.deepEqual(large.numbers.decodeMs, input.samples.numbers.decodeMs);
    assert.equal((await samplesFromParquet(path, 'summary')).unread, undefined);
    assert.equal((await samplesFromParquet(path, 'samples', 1)).unread, undefined);
    const again = await samplesFromParquet(path, 'summary', 1);
    writeFileSync(path, await rendered(parquetReport, syntheticInput({ sessions: 2, blocks: 4 })));
    assert.throws(
      () => again.numbers.decodeMs,
      /samples\.parquet.*cannot be read: somebody changed it meanwhile/,
    );
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('a byte that changed is told, and never read as a time that nobody measured', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-damaged-'));
  try {
    const path = join(dir, 'samples.parquet');
    const input = syntheticInput({ sessions: 2, blocks: 4 });
    for (const column of ['startMs', 'totalMs', 'decodeMs', 'bytesEncoded']) {
      writeFileSync(path, await rendered(parquetReport, input));
      damageColumn(path, column);
      await assert.rejects(samplesFromParquet(path), column);
    }
    // What is left in the file is told when it is asked for.
    writeFileSync(path, await rendered(parquetReport, input));
    damageColumn(path, 'decodeMs');
    const large = await samplesFromParquet(path, 'summary', 1);
    assert.throws(() => summarise(input.run, large, []), UnreadableColumn);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('a Parquet that somebody wrote anew in another way has the same samples', async () => {
  const { run, samples } = syntheticInput({ sessions: 2, blocks: 2, failureShare: 0.05, visits: 'now' });
  const bytes = Buffer.from(await rendered(parquetReport, { ...syntheticInput(), run, samples }));
  const rows = await parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
    compressors: { ZSTD: (input) => zstdDecompressSync(input) },
  });
  const columnData = Object.keys(rows[0]!).map((name) => ({ name, data: rows.map((row) => row[name]) }));
  const again = await samplesFromParquet(new Uint8Array(parquetWriteBuffer({ columnData })));
  for (let row = 0; row < samples.length; row++) assert.deepEqual(rowAt(again, row), rowAt(samples, row));
});

test('what is no Parquet of samples is refused', async () => {
  await assert.rejects(samplesFromParquet(Buffer.from('session,block\n1,2\n')));
});

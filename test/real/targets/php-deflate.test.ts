import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { loadDataset } from '../../../src/data/store/store.ts';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { ProbeRow, RunFile } from '../../../src/record/record.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import { labBench } from '../../support/real/lab-process.ts';
import { phpFor } from '../../support/real/php-program.ts';

// PHP behind Apache's mod_deflate: what it sends has no length, and every client tells the right one all the
// same.

const bench = labBench();
after(() => bench.remove());

const { skip } = await phpFor('php-deflate');

/** Of one buffer of mod_deflate, which then knows the length, and of many. */
const COUNTS = [5, 1_000];
const BROWSERS = ['chromium', 'firefox', 'webkit', 'node'];

function bodyOf(n: number): Buffer {
  return Buffer.from(JSON.stringify(loadDataset('book', n, null)));
}

/** By the same zlib as Apache's, in a call of its own: Node's makes a few bytes more. */
function gzipBytes(n: number): number {
  const code = 'echo strlen(gzencode(stream_get_contents(STDIN), 6));';
  return Number(execFileSync('php', ['-r', code], { input: bodyOf(n) }));
}

test('PHP behind mod_deflate meets the target contract, streaming its gzip', { skip }, async () => {
  const { code, out, err } = await bench.start('verify', 'php-deflate', '--fast').ended;
  assert.equal(code, 0, out + err);
  for (const name of ['content-length', 'content-encoding', 'opaque', 'server-timing', 'fresh-work'])
    assert.match(out, new RegExp(`^pass  ${name} `, 'm'));
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  assert.deepEqual(bench.leftovers(), []);
});

test('every client counts what Apache compresses while it sends, and no bill says that this was free', {
  skip,
}, async () => {
  const study = `study: streamed
title: T
question: Q
factors: {dataset: book, n: [${COUNTS}], format: json/JSON.parse, compression: [none, gzip-6], browser: [${BROWSERS}], target: php-deflate}
protocol: {sessions: 1, warmup: 0, budget: 16s}
`;
  writeFileSync(path.join(bench.dir, 'streamed.yaml'), study);
  const { code, err } = await bench.start('run', 'streamed.yaml', '--out', 'streamed').ended;
  assert.equal(code, 0, err);
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  const text = (file: string) => readFileSync(path.join(bench.dir, 'streamed', file), 'utf8');
  const { cells, warnings } = JSON.parse(text('summary.json')) as Recorded<Summary>;
  for (const { id, status, factors, bytes, streamed, phases } of cells) {
    const { n, compression } = factors;
    assert.equal(status, 'measured', id);
    const isGzip = compression === 'gzip-6';
    const encoded = isGzip ? gzipBytes(n) : bodyOf(n).length;
    assert.deepEqual([bytes!.encoded, bytes!.decoded], [encoded, bodyOf(n).length], id);
    assert.deepEqual([streamed, phases.compress], [isGzip || undefined, undefined], id);
  }
  const told = warnings.filter(({ kind }) => kind === 'streamed-compression').map(({ what }) => what);
  assert.match(told.join(), /^php-deflate compresses gzip-6 while it sends: 8 cells/);
  checkedAndProbed(JSON.parse(text('run.json')) as Recorded<RunFile>, text('probes.ndjson'));
});

function checkedAndProbed({ sessions, plan }: Recorded<RunFile>, lines: string): void {
  const probes = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ProbeRow);
  for (const { id, factors } of plan.cells.filter(({ factors }) => factors.compression === 'gzip-6')) {
    const checks = sessions.flatMap((session) => session.checks.filter(({ cell }) => cell === id));
    assert.ok(checks.length > 0 && checks.every(({ contentEncoding }) => contentEncoding === 'gzip'), id);
    assert.ok(
      checks.every(({ bytesEncoded }) => bytesEncoded === gzipBytes(factors.n)),
      id,
    );
    const own = probes.filter(({ cell }) => cell === id);
    // What a server in front compressed while it sent cannot be told from decompressing it.
    assert.ok(own.length > 0 && own.every(({ decompressBy }) => decompressBy === null), id);
  }
}

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { loadDataset } from '../../../src/data/store/store.ts';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { ProbeRow, RunFile } from '../../../src/record/record.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import { labBench } from '../../support/real/lab-process.ts';

// Whole runs with every compression, as a user starts them: what each client takes of which origin, that
// nothing is measured which no server would send it, and that the bytes are those of the compression and
// level asked for.

const bench = labBench();
after(() => bench.remove());

const N = 50;
const BODY = Buffer.from(JSON.stringify(loadDataset('book', N, null)));
const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = constants;

/** What stands in a study → the bytes of the body, by a call of its own. */
const BYTES: Readonly<Record<string, number>> = {
  none: BODY.length,
  'gzip-6': gzipSync(BODY, { level: 6 }).length,
  'deflate-9': deflateSync(BODY, { level: 9 }).length,
  'br-5': brotliCompressSync(BODY, { params: { [BROTLI_PARAM_QUALITY]: 5 } }).length,
  'zstd-3': zstdCompressSync(BODY, { params: { [ZSTD_c_compressionLevel]: 3 } }).length,
};

const NEITHER = ['none', 'gzip-6', 'deflate-9'];
const BOTH = Object.keys(BYTES);
const BROTLI = BOTH.filter((each) => each !== 'zstd-3');

/** What each client takes over HTTP and over HTTPS on loopback. */
const TAKEN: Readonly<Record<string, { readonly http: string[]; readonly https: string[] }>> = {
  chromium: { http: BOTH, https: BOTH },
  firefox: { http: BOTH, https: BOTH },
  webkit: { http: NEITHER, https: BROTLI },
  node: { http: NEITHER, https: BROTLI },
};

async function ran(name: string, factors: string, budget = '15s') {
  const study = `study: ${name}\ntitle: T\nquestion: Q\nfactors: {dataset: book, n: ${N}, format: json/JSON.parse, ${factors}}\nprotocol: {sessions: 1, exchangesPerVisit: 1, warmup: 0, budget: ${budget}}\n`;
  writeFileSync(path.join(bench.dir, `${name}.yaml`), study);
  const { code, err } = await bench.start('run', `${name}.yaml`, '--out', name).ended;
  assert.equal(code, 0, err);
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  const text = (file: string) => readFileSync(path.join(bench.dir, name, file), 'utf8');
  const lines = text('probes.ndjson').trimEnd().split('\n');
  return {
    cells: (JSON.parse(text('summary.json')) as Recorded<Summary>).cells,
    run: JSON.parse(text('run.json')) as Recorded<RunFile>,
    probes: lines.map((line) => JSON.parse(line) as ProbeRow),
  };
}

let onLoopback: Awaited<ReturnType<typeof ran>>;
before(async () => {
  // One run for all clients: the target is held to its contract once.
  const clients = Object.keys(TAKEN);
  onLoopback = await ran(
    'loopback',
    `compression: [${BOTH}], protocol: [http1, https1, h2], browser: [${clients}]`,
    '17s',
  );
});

for (const [browser, taken] of Object.entries(TAKEN)) {
  test(`${browser} is measured with what it offers to each origin, and with nothing else`, () => {
    const { cells, run, probes } = onLoopback;
    const own = cells.filter(({ twinOf, factors }) => twinOf === null && factors.browser === browser);
    assert.equal(own.length, 3 * BOTH.length);
    const session = run.sessions.find(({ agent }) => agent?.engine === browser)!;
    const checks = new Map(session.checks.map((check) => [check.cell, check]));
    for (const { id, factors, status, reason, bytes } of own) {
      const { compression, protocol } = factors;
      const where = `${id}: ${status} ${reason}`;
      const isTaken = taken[protocol === 'http1' ? 'http' : 'https'].includes(compression);
      assert.equal(status === 'measured', isTaken, where);
      if (!isTaken) {
        assert.match(reason, / (offers|offer) (br|zstd) (only to|over) /, where);
        continue;
      }
      assert.deepEqual([bytes!.encoded, bytes!.decoded], [BYTES[compression], BODY.length], where);
      const coding = compression === 'none' ? '' : compression.replace(/-.*/, '');
      assert.equal(checks.get(id)!.contentEncoding, coding, where);
      const probe = probes.find(({ cell }) => cell === id)!;
      const isCompressed = compression !== 'none';
      assert.equal(probe.decompressBy, isCompressed ? 'difference' : null, where);
      assert.equal(probe.decompression !== undefined, isCompressed, where);
      if (isCompressed) {
        assert.ok(Math.abs(probe.decompressMs!) < 50, `${where} ${probe.decompressMs}`);
        assert.ok(probe.decompression!.parts !== null, where);
      }
    }
  });
}

test('over emulated networks browsers are measured with brotli and zstd by HTTPS, and plain HTTP is left out beforehand', async () => {
  const levels = 'compression: [gzip-6, br-5, zstd-3], protocol: [http1, h2], network: 10mbit';
  const { cells } = await ran('link', `${levels}, browser: [chromium, firefox]`);
  for (const { id, factors, status, reason, bytes, twinOf } of cells) {
    if (twinOf !== null) continue;
    const { compression, protocol, browser } = factors;
    if (protocol === 'http1' && compression !== 'gzip-6') {
      const coding = compression.replace(/-.*/, '');
      assert.equal(
        reason,
        `${browser} offers ${coding} only to HTTPS and loopback: use protocol https1 or h2`,
      );
      assert.equal(status, 'skipped', id);
      continue;
    }
    assert.equal(status, 'measured', `${id}: ${reason}`);
    assert.equal(bytes!.encoded, BYTES[compression], id);
  }
});

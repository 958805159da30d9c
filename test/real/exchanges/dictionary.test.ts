import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { constants, zstdCompressSync } from 'node:zlib';
import type { Recorded, RecordedCell } from '../../../src/factors/recorded-cell.ts';
import type { RunFile, SampleRow } from '../../../src/record/record.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import { labBench } from '../../support/real/lab-process.ts';

// Whole runs with an earlier answer as dictionary, as a user starts them: Chromium keeps it, asks for dcz
// where it is for the very exchange, ends with the right objects, and gets far fewer bytes than with zstd
// alone.

const bench = labBench();
after(() => bench.remove());

const WORDS = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'haven'];

/** Records as a shop has them: names and places stay, stock and prices move from day to day. */
const answer = (day: number) =>
  Array.from({ length: 400 }, (_, i) => {
    const drawn = createHash('sha256').update(`record ${i}`).digest();
    const moved = createHash('sha256').update(`record ${i} on day ${day}`).digest();
    return {
      id: drawn.readUInt32BE(0),
      name: `${WORDS[drawn[4]! % 8]} ${WORDS[drawn[5]! % 8]} ${drawn.readUInt16BE(6)}`,
      city: WORDS[drawn[8]! % 8]!,
      stock: moved[0]! % 4 === 0 ? moved.readUInt16BE(1) : drawn.readUInt16BE(9),
      price: (moved[3]! % 4 === 0 ? moved.readUInt16BE(4) : drawn.readUInt16BE(11)) / 100,
    };
  });
writeFileSync(path.join(bench.dir, 'yesterday.json'), JSON.stringify(answer(1)));
writeFileSync(path.join(bench.dir, 'today.json'), JSON.stringify(answer(2)));

const BODY = Buffer.from(JSON.stringify(answer(2)));
const DICTIONARY = Buffer.from(JSON.stringify(answer(1)));
const HEAD_BYTES = 40;
const params = { [constants.ZSTD_c_compressionLevel]: 3 };
const ZSTD_BYTES = zstdCompressSync(BODY, { params }).length;
const DCZ_BYTES = HEAD_BYTES + zstdCompressSync(BODY, { params, dictionary: DICTIONARY }).length;

async function ran(name: string, factors: string, budget = '7s') {
  const dataset = '{file: today.json, dictionary: yesterday.json}';
  const study = `study: ${name}\ntitle: T\nquestion: Q\nfactors: {dataset: ${dataset}, ${factors}}\nprotocol: {sessions: 1, warmup: 0, budget: ${budget}, exchangesPerVisit: 1}\n`;
  writeFileSync(path.join(bench.dir, `${name}.yaml`), study);
  const { code, err } = await bench.start('run', `${name}.yaml`, '--out', name).ended;
  assert.equal(code, 0, err);
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  const text = (file: string) => readFileSync(path.join(bench.dir, name, file), 'utf8');
  return {
    cells: (JSON.parse(text('summary.json')) as Recorded<Summary>).cells.filter(
      ({ twinOf }) => twinOf === null,
    ),
    run: JSON.parse(text('run.json')) as Recorded<RunFile>,
    samples: text('samples.ndjson')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as SampleRow),
  };
}

/** Levels that a cell has beside its compression. */
const rest = ({ format, codec, protocol, connection, network }: RecordedCell) =>
  [format, codec, protocol, connection, network].join();

function assertDcz({ cells, run, samples }: Awaited<ReturnType<typeof ran>>, most: number): void {
  const checks = new Map(run.sessions[0]!.checks.map((check) => [check.cell, check]));
  for (const { id, status, reason, factors, bytes } of cells) {
    assert.equal(status, 'measured', `${id}: ${reason}`);
    const check = checks.get(id)!;
    assert.equal(check.difference, null, id);
    assert.equal(check.contentEncoding, factors.compression.replace(/-.*/, ''), id);
    const zstd = cells.find(
      (cell) => cell.factors.compression === 'zstd-3' && rest(cell.factors) === rest(factors),
    )!;
    if (factors.compression !== 'zstd-3') {
      const share = bytes!.encoded / zstd.bytes!.encoded;
      assert.ok(share > 0.02 && share < most, `${id}: ${share} of zstd's bytes`);
    }
    const own = samples.filter(({ cell }) => cell === id);
    assert.ok(own.length > 0, `${id}: no exchange`);
    const others = own.filter(({ outcome }) => outcome !== 'completed');
    assert.deepEqual(others, [], `${id}: each exchange is completed`);
  }
}

test('Chromium is measured with dcz over HTTPS and HTTP/2, warm and cold, to the byte', async () => {
  const formats = 'format: [json/JSON.parse, msgpack/@msgpack/msgpack]';
  const seen = await ran(
    'chromium',
    `${formats}, compression: [zstd, dcz], connection: [warm, cold], protocol: [https1, h2], browser: chromium`,
  );
  assert.equal(seen.cells.length, 16);
  assertDcz(seen, 0.7);
  for (const { factors, bytes } of seen.cells) {
    if (factors.format !== 'json') continue;
    const wanted = factors.compression === 'zstd-3' ? ZSTD_BYTES : DCZ_BYTES;
    assert.deepEqual([bytes!.encoded, bytes!.decoded], [wanted, BODY.length]);
  }
  const { command, preferences } = seen.run.sessions[0]!.agent!;
  assert.ok(command.some((each) => /^--disable-features=.*KnownRootCert/.test(each)));
  assert.match(preferences!, /"block_third_party_cookies":false/);
});

test('Firefox keeps no dictionary as it comes, and is not measured with one', async () => {
  const { cells } = await ran(
    'firefox',
    'format: json, compression: [zstd, dcz], protocol: https1, browser: firefox',
  );
  for (const { factors, status, reason } of cells) {
    if (factors.compression === 'zstd-3') assert.equal(status, 'measured', reason);
    else assert.match(reason, /the client does not offer dcz over https1 at 127\.0\.0\.1, only .*zstd/);
  }
});

test('over emulated networks each has the dictionary, and dcz over plain HTTP is left out beforehand', async () => {
  const { cells, ...others } = await ran(
    'link',
    'format: json/JSON.parse, compression: [gzip, zstd, dcz], protocol: [http1, https1], network: [10mbit, lan], browser: chromium',
    '12s',
  );
  const ofHttps = cells.filter(
    ({ factors }) => factors.protocol === 'https1' && factors.compression !== 'gzip-6',
  );
  assert.deepEqual(ofHttps.map(({ factors }) => factors.network).toSorted(), [
    '10mbit',
    '10mbit',
    'lan',
    'lan',
  ]);
  assertDcz({ cells: ofHttps, ...others }, 0.7);
  const plain = cells.filter(({ factors }) => factors.protocol === 'http1');
  assert.equal(plain.length, 6);
  for (const { factors, status, reason } of plain) {
    if (factors.compression === 'gzip-6') {
      assert.equal(status, 'measured', reason);
      continue;
    }
    const coding = factors.compression === 'zstd-3' ? 'zstd' : 'dcz';
    assert.equal(reason, `chromium offers ${coding} only to HTTPS and loopback: use protocol https1 or h2`);
  }
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { requestCell } from '../../test/support/cells/made-cells.ts';
import { UserError } from '../base/errors.ts';
import { recordedCell, recordedJson } from '../factors/recorded-cell.ts';
import { lockRecord } from './lock.ts';
import { mendLastLines, readProbes, readRun } from './read-record.ts';
import { FILES } from './record-writer.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-record-'));
let dir: string;
let folders = 0;
beforeEach(() => {
  dir = join(scratch, String(folders++));
  mkdirSync(dir);
});
after(() => rmSync(scratch, { recursive: true }));

const whole = {
  version: 1,
  status: 'complete',
  reason: '',
  study: { parts: [], networks: [], payloads: [] },
  plan: { design: 2, cells: [], sessions: [] },
  link: null,
  host: {},
  sessions: [],
  warnings: [],
};

function refusal(runJson: string | null): string {
  if (runJson !== null) writeFileSync(join(dir, FILES.run), runJson);
  try {
    readRun(dir);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.problems[0]!.what;
  }
  return 'read';
}

test('a run.json comes back as it was written', () => {
  writeFileSync(join(dir, FILES.run), JSON.stringify(whole));
  assert.deepEqual(readRun(dir), whole);
});

test('a record from before connections, protocols and messages were factors reads as warm requests over HTTP/1.1', () => {
  const { transport, direction, mode, size, connection, protocol, ...old } = recordedCell(requestCell());
  const cold = { ...old, connection: 'cold', protocol: 'h2' };
  const today = { ...old, connection, protocol, transport, direction, mode, size };
  const messages = {
    ...today,
    transport: 'websocket',
    direction: 'both-ways',
    mode: 'paced-50',
    size: '100',
  };
  const run = (factors: object[]) => ({
    ...whole,
    study: { parts: [{ name: 'p', cells: factors }], networks: [], payloads: [] },
    plan: { design: 2, cells: factors.map((each, i) => ({ id: String(i), factors: each })), sessions: [] },
  });
  writeFileSync(join(dir, FILES.run), JSON.stringify(run([old, cold, messages])));
  const asWritten = JSON.parse(recordedJson(readRun(dir), 0));
  assert.deepEqual(asWritten, run([today, { ...today, ...cold }, messages]));
});

test('a record from before networks stood in it takes their figures from the catalogue', () => {
  const cells = ['3g', 'none', '3g'].map((network) => recordedCell(requestCell({ network })));
  writeFileSync(join(dir, FILES.run), JSON.stringify({ ...whole, study: { parts: [{ name: 'p', cells }] } }));
  assert.deepEqual(
    readRun(dir).study.networks.map(({ name, downKbits, rttMs }) => [name, downKbits, rttMs]),
    [
      ['none', null, 0],
      ['3g', 1_600, 300],
    ],
  );
});

test('a record from before own data could be sent has none, and one body was compared in each check', () => {
  const { payloads: _, ...study } = whole.study;
  const sessions = [{ voidedBlocks: [], checks: [{ cell: 'json' }] }];
  writeFileSync(join(dir, FILES.run), JSON.stringify({ ...whole, study, sessions }));
  const read = readRun(dir);
  assert.deepEqual(read.study.payloads, []);
  assert.deepEqual(
    read.sessions[0]!.checks.map(({ compared }) => compared),
    [1],
  );
});

test('a record of the former protocol reads as one whose visits did not settle, with the looks that it came to', () => {
  const panel = { index: 0, cells: ['json'], empties: ['empty'], blocksPerRound: 3 };
  const session = { index: 0, browser: 'chromium', target: 'node', panels: [panel] };
  const former = {
    ...whole,
    study: { ...whole.study, protocol: { sessions: 6, exchangesPerVisit: 2, warmupMs: 500, looks: [1, 6] } },
    plan: { cells: [], sessions: [session], looks: [1, 6], exchangesPerVisit: 2 },
    sessions: [{ planned: 0, status: 'complete', checks: [], voidedBlocks: [] }],
  };
  writeFileSync(join(dir, FILES.run), JSON.stringify(former));
  const { plan, study, looks } = readRun(dir);
  assert.equal(plan.design, 1);
  assert.deepEqual(looks, [1]);
  assert.deepEqual(study.protocol.warmup, { exchanges: 0, leastMs: 500 });
  assert.equal(study.protocol.precision, 0.1);
  assert.deepEqual(plan.sessions[0]!.panels, [
    { ...panel, settlingPerVisit: 0, countedPerVisit: 2, warmupBlocks: 1, blocksPerEmpties: 1 },
  ]);
});

test('a run that was still running when it died reads as interrupted', () => {
  writeFileSync(join(dir, FILES.run), JSON.stringify({ ...whole, status: 'running' }));
  const { status, reason } = readRun(dir);
  assert.deepEqual([status, reason], ['interrupted', 'the run died']);
});

test('a run that some process still writes reads as running', {
  skip: !existsSync('/proc/self/stat'),
}, () => {
  writeFileSync(join(dir, FILES.run), JSON.stringify({ ...whole, status: 'running' }));
  const release = lockRecord(dir);
  const { status, reason } = readRun(dir);
  release();
  assert.deepEqual([status, reason], ['running', '']);
  assert.equal(readRun(dir).status, 'interrupted');
});

test('a session that died with its run took its time until its last samples', () => {
  const startedAt = '2026-11-21T09:00:00.000Z';
  const cut = { status: 'running', startedAt, startMs: 3_000, wallMs: 0, checks: [], voidedBlocks: [] };
  writeFileSync(join(dir, FILES.run), JSON.stringify({ ...whole, status: 'running', sessions: [cut] }));
  writeFileSync(join(dir, FILES.samples), '');
  const last = new Date(Date.parse(startedAt) + 63_000);
  utimesSync(join(dir, FILES.samples), last, last);
  assert.equal(readRun(dir).sessions[0]!.wallMs, 60_000);
  rmSync(join(dir, FILES.samples));
  assert.equal(readRun(dir).sessions[0]!.wallMs, 0);
});

test('what is not a record is refused with a reason', () => {
  assert.match(refusal(null), /there is no run\.json/);
  assert.match(refusal(JSON.stringify(whole).slice(0, 40)), /^is not JSON/);
  assert.match(refusal(''), /^is not JSON/);
  for (const foreign of ['null', '[]', '42', '{"name":"a package"}']) {
    assert.equal(refusal(foreign), 'is not the run.json of a record');
  }
});

test('a record of another version is refused by its number', () => {
  assert.equal(refusal('{"version":0}'), 'has version 0; this wirefare reads version 1');
});

test('a run.json of which parts are missing names them', () => {
  const { plan: _, ...rest } = whole;
  assert.equal(refusal(JSON.stringify({ ...rest, sessions: null })), 'is damaged: plan, sessions missing');
  const { design: _design, ...plan } = whole.plan;
  const edited = { ...whole, plan, study: { ...whole.study, protocol: null } };
  assert.match(refusal(JSON.stringify(edited)), /^is damaged: /, 'deeper down, too');
});

test('half a last line is cut off, whole lines stay', () => {
  writeFileSync(join(dir, FILES.samples), '{"a":1}\n{"a":2}\n{"a":');
  writeFileSync(join(dir, FILES.probes), '{"b":');
  mendLastLines(dir);
  appendFileSync(join(dir, FILES.samples), '{"a":3}\n');
  assert.equal(readFileSync(join(dir, FILES.samples), 'utf8'), '{"a":1}\n{"a":2}\n{"a":3}\n');
  assert.equal(readFileSync(join(dir, FILES.probes), 'utf8'), '');
});

test('half a line longer than what is read at a time is cut off too', () => {
  for (const half of [65_535, 65_536, 65_537, 200_000]) {
    const line = `${'y'.repeat(70_000)}\n`;
    writeFileSync(join(dir, FILES.samples), line + 'x'.repeat(half));
    mendLastLines(dir);
    assert.equal(readFileSync(join(dir, FILES.samples), 'utf8'), line);
  }
});

test('whole and empty files are left as they are, and missing ones are not made', () => {
  writeFileSync(join(dir, FILES.samples), '');
  mendLastLines(dir);
  assert.equal(readFileSync(join(dir, FILES.samples), 'utf8'), '');
  writeFileSync(join(dir, FILES.samples), '{}\n');
  mendLastLines(dir);
  assert.equal(readFileSync(join(dir, FILES.samples), 'utf8'), '{}\n');
  assert.throws(() => readFileSync(join(dir, FILES.probes)), /ENOENT/);
});

test('probes are read line by line, damaged ones left out', () => {
  assert.deepEqual(readProbes(dir), []);
  const probe = { session: 0, cell: 'json', decodeMs: 0.1, clientComputeMs: null, decompressMs: null };
  const line = JSON.stringify(probe);
  writeFileSync(join(dir, FILES.probes), `${line}\n{"cell":\nnull\n${line}\n${line.slice(0, 20)}`);
  assert.deepEqual(readProbes(dir), [probe, probe]);
});

test('probes that are a folder, a pipe or a device are told as damaged, and nobody waits for them', () => {
  const path = join(dir, FILES.probes);
  for (const put of [
    () => mkdirSync(path),
    () => execFileSync('mkfifo', [path]),
    () => symlinkSync('/dev/zero', path),
  ]) {
    put();
    const problems = [{ file: path, path: '', what: 'is not a file' }];
    for (const read of [readProbes, mendLastLines])
      assert.throws(() => read(dir), { name: 'UserError', problems }, String(put));
    rmSync(path, { recursive: true });
  }
});

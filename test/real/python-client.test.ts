import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../src/cli/fake-host.ts';
import { run } from '../../src/cli/run.ts';
import { dataDirOf } from '../../src/cli/run-context.ts';
import { realDrivers } from '../../src/drive/catalogue.ts';
import type { Drivers } from '../../src/drive/driver.ts';
import { FakeDrivers } from '../../src/drive/fake.ts';
import { requireNeeds } from '../../src/drive/needs.ts';
import { readClientFile } from '../../src/drive/target-file.ts';
import type { RunFile, SampleRow } from '../../src/record/record.ts';
import type { CellSummary, Summary } from '../../src/summary/summary.ts';
import { type Cheat, startCheating } from '../../src/verify/cheating-target.ts';
import type { About } from '../../src/wire/target-contract.ts';
import { ROOT, SETTINGS } from './browser-bench.ts';
import { labBench } from './lab-process.ts';

// The client in Python, which was written from docs/reference/agent-protocol.md alone, against the real target: beside Node it
// measures the same bytes, finds what is known beforehand where it is, and times nothing that is not what was sent.

const clock = { nowMs: () => performance.now(), date: () => new Date() };
const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-python-'));
const bench = labBench();
after(() => bench.remove());
after(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));

const python = await readClientFile(path.join(ROOT, 'clients/python'));
const skip = await requireNeeds(python, process.env).then(
  () => false,
  (missing: Error) => missing.message,
);

/** Real agents, with what they were built of before; the target is in this process where it is not what others get. */
function drivers(cheat: Cheat | null): Drivers {
  const dataDir = dataDirOf({ env: process.env, tempDir: tmpdir() });
  const real = realDrivers({ ...SETTINGS, dataDir, clock, tell: () => {} });
  if (cheat === null) return real;
  const start = async () => {
    const { url, close } = await startCheating(cheat, clock);
    const about = (await (await fetch(`${url}/about`)).json()) as About;
    return { url, about, close };
  };
  const fakes = new FakeDrivers({}, { node: { start } });
  return {
    agent: (name) => real.agent(name),
    target: (name) => fakes.target(name),
    link: (choice) => real.link(choice),
    certificate: real.certificate,
  };
}

async function measured(name: string, study: string, cheat: Cheat | null = null) {
  const file = `${name}.yaml`;
  writeFileSync(path.join(dir, file), `study: ${name}\ntitle: T\nquestion: Q\n${study}`);
  const host = fakeHost(dir, clock, process.execPath);
  assert.equal(await run(file, { out: name }, host, drivers(cheat)), 0, host.told());
  const summary = JSON.parse(readFileSync(path.join(dir, name, 'summary.json'), 'utf8')) as Summary;
  return { summary };
}

const ownCells = ({ cells }: Summary) =>
  cells.filter(({ factors, status }) => factors.browser === 'python' && status === 'measured');

test('it decodes three datasets by all of its decoders to what was sent, as many bytes as Node gets', {
  skip,
}, async () => {
  const { summary } = await measured(
    'decoders',
    `factors:
  n: 300
  dataset: [book, video, file]
  format: [json/orjson, json/json.loads, json/JSON.parse, xml/lxml, xml-attributes/lxml, protobuf/protobuf-python]
  compression: [none, gzip-6]
  browser: [python, node]
protocol: {sessions: 1, budget: 6s, warmup: 0s, timeout: 20s}
`,
  );
  const own = ownCells(summary).filter(({ twinOf }) => twinOf === null);
  assert.equal(own.length, 3 * 5 * 2);
  const keyOf = ({ factors }: CellSummary) => `${factors.dataset} ${factors.format} ${factors.compression}`;
  const inNode = summary.cells.filter(
    ({ factors, status }) => factors.browser === 'node' && status === 'measured',
  );
  const bytesInNode = new Map(inNode.map((cell) => [keyOf(cell), cell.bytes!.encoded]));
  assert.equal(bytesInNode.size, 3 * 2);
  for (const cell of own) {
    assert.equal(cell.failures, 0, cell.id);
    assert.ok(cell.phases.decode! > 0 && cell.phases.encode! > 0, cell.id);
    assert.equal((cell.phases.decompress ?? 0) > 0, cell.factors.compression !== 'none', cell.id);
    const same = bytesInNode.get(keyOf(cell));
    if (same !== undefined) assert.equal(cell.bytes!.encoded, same, cell.id);
  }
  assert.ok(
    summary.warnings.every(({ kind }) => kind !== 'timing-doubtful'),
    JSON.stringify(summary.warnings),
  );
});

test('it sorts where the client computes, opens connections where they are cold, and its items add up', {
  skip,
}, async () => {
  const { summary } = await measured(
    'items',
    `factors:
  n: 2000
  dataset: [book, video]
  format: xml/lxml
  compression: gzip-6
  procedure: [e2, e3, e4, e5]
  computation: cm1
  connection: [warm, cold]
  browser: python
protocol: {sessions: 1, budget: 20s, warmup: 500ms, timeout: 20s}
`,
  );
  const own = ownCells(summary);
  assert.equal(own.filter(({ twinOf }) => twinOf === null).length, 2 * 4 * 2);
  for (const { id, factors, phases, failures } of own) {
    assert.equal(failures, 0, id);
    assert.equal((phases['client.compute'] ?? 0) > 0, ['e3', 'e5'].includes(String(factors.procedure)), id);
    assert.equal((phases.connect ?? 0) > 0, factors.connection === 'cold', id);
  }
  const shares = own.map(({ accountedShare }) => accountedShare!);
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  assert.ok(mean > 0.95 && mean < 1.05, `the items add up to ${shares.join(', ')}`);
});

test('over a network with a round trip of 40 ms a cold exchange takes one to connect and one to be answered', {
  skip,
}, async () => {
  const study = `study: far\ntitle: T\nquestion: Q\nfactors:
  n: 100
  format: json/orjson
  connection: [warm, cold]
  network: {name: far, down: 20mbit, up: 20mbit, rtt: 40ms}
  browser: python
protocol: {sessions: 1, budget: 8s, warmup: 0s, timeout: 20s}
`;
  writeFileSync(path.join(bench.dir, 'far.yaml'), study);
  const { code, err } = await bench.start('run', 'far.yaml', '--out', 'far').ended;
  assert.equal(code, 0, err);
  const { cells } = JSON.parse(readFileSync(path.join(bench.dir, 'far', 'summary.json'), 'utf8')) as Summary;
  const [warm, cold] = ['warm', 'cold'].map(
    (name) => cells.find(({ factors }) => factors.connection === name)!,
  );
  assert.equal(warm!.phases.connect ?? 0, 0);
  assert.ok(
    cold!.phases.connect! > 39.5 && cold!.phases.connect! < 50,
    `${cold!.phases.connect} ms to connect`,
  );
  for (const { id, phases, accountedShare } of [warm!, cold!]) {
    assert.ok(phases.network! > 39.5 && phases.network! < 52, `${id}: ${phases.network} ms of network`);
    assert.ok(accountedShare! > 0.93 && accountedShare! < 1.07, `${id}: ${accountedShare}`);
  }
});

const DELAY_MS = 20;
const ONE_CELL = `factors: {n: 200, format: json/orjson, browser: python}
protocol: {sessions: 1, budget: 4s, warmup: 500ms, timeout: 20s}
`;

test('a delay of 20 ms before every answer is found in the network item and nowhere else', {
  skip,
}, async () => {
  const waiting = (delayMs: number): Cheat => ({
    handler: (real) => (request, response) => {
      if (delayMs === 0) real(request, response);
      else setTimeout(() => real(request, response), delayMs);
    },
  });
  const [plain, delayed] = [
    (await measured('plain', ONE_CELL, waiting(0))).summary.cells[0]!,
    (await measured('delayed', ONE_CELL, waiting(DELAY_MS))).summary.cells[0]!,
  ];
  const moreMs = (phase: keyof CellSummary['phases']) =>
    (delayed.phases[phase] ?? 0) - (plain.phases[phase] ?? 0);
  assert.ok(moreMs('network') > DELAY_MS - 1 && moreMs('network') < DELAY_MS + 6, `${moreMs('network')} ms`);
  for (const phase of ['stall', 'encode', 'transfer', 'delivery', 'decode', 'residual'] as const)
    assert.ok(Math.abs(moreMs(phase)) < 5, `${moreMs(phase)} ms more ${phase}`);
});

test('an exchange that takes longer than is allowed is told as that, and the next ones are as they were', {
  skip,
}, async () => {
  let exchanges = 0;
  const hanging: Cheat = {
    handler: (real) => (request, response) => {
      // After the checks of the target and of the cell.
      const isOwn = String(request.headers['user-agent']).startsWith('python-httpx');
      if (!isOwn || !request.url?.startsWith('/exchange') || ++exchanges % 30 !== 0) real(request, response);
    },
  };
  const study = ONE_CELL.replace('budget: 4s', 'budget: 8s').replace('timeout: 20s', 'timeout: 1s');
  const { summary } = await measured('hanging', study, hanging);
  const lines = readFileSync(path.join(dir, 'hanging', 'samples.ndjson'), 'utf8')
    .trimEnd()
    .split('\n');
  const samples = lines.map((line) => JSON.parse(line) as SampleRow);
  const late = samples.filter(({ outcome }) => outcome === 'timed-out');
  assert.ok(late.length >= 2, `${late.length} of ${samples.length}`);
  for (const { totalMs, requests, reason } of late) {
    assert.ok(totalMs >= 1_000 && totalMs < 1_500, `${totalMs} ms`);
    assert.deepEqual([requests, reason], [0, 'OutOfTime: it took longer than 1000 ms']);
  }
  assert.ok(samples.every(({ outcome }) => outcome !== 'failed'));
  assert.equal(summary.cells[0]!.phases.connect ?? 0, 0);
});

test('a value that the target changes for this client alone is caught by the check in every format, and that cell is not timed', {
  skip,
}, async () => {
  const changing: Cheat = {
    answers: (answer, request) => {
      if (!String(request.headers['user-agent']).startsWith('python-httpx')) return answer;
      // Of the last book; nothing of it is to be seen in what is compressed.
      const at = answer.body.lastIndexOf('.png');
      if (at >= 0) answer.body.write('.pnh', at);
      return answer;
    },
  };
  const { summary } = await measured(
    'changed',
    `factors:
  n: 50
  format: [json/orjson, json/json.loads, xml/lxml, xml-attributes/lxml, protobuf/protobuf-python]
  compression: [none, gzip-6]
  browser: python
protocol: {sessions: 1, budget: 3s, warmup: 0s, timeout: 20s}
`,
    changing,
  );
  const { sessions } = JSON.parse(readFileSync(path.join(dir, 'changed', 'run.json'), 'utf8')) as RunFile;
  const dropped = sessions.flatMap((session) => session.dropped);
  for (const { cell, reason } of dropped)
    assert.match(reason, /\[49\]\.image: '.*\.pnh', expected '.*\.png'/, cell);
  const timed = ownCells(summary).filter(({ twinOf }) => twinOf === null);
  assert.deepEqual(timed.map(({ factors }) => `${factors.format} ${factors.compression}`).sort(), [
    'json gzip-6',
    'json gzip-6',
    'protobuf gzip-6',
    'xml gzip-6',
    'xml-attributes gzip-6',
  ]);
});

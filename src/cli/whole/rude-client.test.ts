// A client that is a program of anybody, started as one, in a real run: what it posts besides what it was
// asked for gets a reason, and never stands in the record as if it were right.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../test/support/host/own-time.ts';
import { programAgentDriver } from '../../drive/agents/program-agent.ts';
import { createGuardian } from '../../drive/processes/guardian.ts';
import type { Recorded } from '../../factors/recorded-cell.ts';
import type { RunFile, SampleRow } from '../../record/record.ts';
import { runCli } from '../program.ts';
import { run } from '../run/run.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-rude-'));
after(() => rmSync(scratch, { recursive: true }));

const STUDY = `study: tiny
title: Two formats
question: Which is faster?
factors:
  n: [3]
  format: [json, protobuf]
  browser: node
protocol: {sessions: 2, budget: 7s, warmup: 0s, timeout: 1s}
`;

/**
 * Speaks the agent protocol and measures nothing: every exchange "took" 2 ms. `rude` gets each post of
 * samples.
 */
const CLIENT = `
const fs = require('node:fs');
const url = new URL(process.argv.at(-1));
const token = new URLSearchParams(url.hash.slice(1)).get('token');
const answers = [];
async function post(what, body) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url.origin + what, { method: 'POST', body: text });
  const said = await response.text();
  const answer = said.startsWith('{') ? JSON.parse(said) : {};
  answers.push([what.split('/').at(-1), response.status, answer.problem ?? '']);
  fs.writeFileSync(__dirname + '/answers.json', JSON.stringify(answers));
  return answer;
}
let agent = '';
const own = (what) => '/agent/' + (agent || token) + '/' + what;
const registration = {
  protocol: 8, token, engine: 'node', engineVersion: '1', userAgent: 'rude', cores: 1, clockStepUs: 1, crossOriginIsolated: false,
  visible: true, codecs: ['json/JSON.parse', 'protobuf/protobufjs'], transports: [], protocols: ['http1'], timeOriginMs: 1,
};
const times = Object.fromEntries(['queueMs', 'stallMs', 'connectMs', 'tlsMs', 'serverComputeMs', 'encodeMs', 'compressMs',
  'transferMs', 'deliveryMs', 'decodeMs', 'clientComputeMs'].map((name) => [name, 0]));
let sequence = 0;
const sampleOf = (cell, block) => ({
  cell, block, sequence: sequence++, startMs: sequence * 2, outcome: 'completed', reason: '', totalMs: 2, requests: 1, waitMs: 2,
  ...times, bytesEncoded: 100, bytesDecoded: 100, timingDoubtful: false,
});
async function main() {
  await before();
  agent = (await post('/agent/register', registration)).agent;
  for (;;) {
    const job = await (await fetch(url.origin + own('job'))).json();
    if (job.kind === 'end') return after();
    if (job.kind === 'check' || job.kind === 'probe') await beside(job);
    if (job.kind === 'check') await post(own('checks'), job.cells.map(({ cell }) => (
      { cell, difference: null, bytesEncoded: 100, bytesDecoded: 100, contentEncoding: '', compared: 1 })));
    if (job.kind === 'probe') await post(own('probes'), []);
    if (job.kind !== 'blocks') continue;
    const end = Date.now() + Math.min(job.stopAfterMs, 200);
    for (const block of job.blocks) {
      const done = block === job.blocks.at(-1) || Date.now() > end;
      const samples = block.visits.flatMap(({ cell, exchanges }) => Array.from({ length: exchanges }, () => sampleOf(cell, block.block)));
      const firstOf = (visit) => block.visits.slice(0, visit).reduce((sum, { exchanges }) => sum + exchanges, 0);
      const compared = (block.compare ?? []).map(({ visit, nth }) => samples[firstOf(visit) + nth])
        .map(({ cell, block, sequence }) => ({ cell, block, sequence, difference: null }));
      const ack = await rude({ samples, compared, blocks: [block.block], voided: [], done, wallMs: 1 }, job);
      if (done || !ack.goOn) break;
    }
  }
}
const send = (body) => post(own('samples'), body);
let before = async () => {};
let after = async () => {};
let beside = async () => {};
let rude = send;
BEHAVIOUR
main().catch((error) => { console.error(error); process.exit(1); });
`;

/**
 * Runs the study with a client that behaves so; answers its record and what the lab answered to its posts.
 */
async function runWith(name: string, behaviour: string) {
  const projectRoot = path.join(scratch, name);
  const folder = path.join(projectRoot, 'clients', 'node');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'main.cjs'), CLIENT.replace('BEHAVIOUR', behaviour));
  const file = {
    name: 'node',
    title: 'Rude',
    language: 'JavaScript',
    version: '1',
    start: ['node', 'main.cjs'],
  };
  writeFileSync(path.join(folder, 'client.json'), JSON.stringify(file));
  writeFileSync(path.join(projectRoot, 'tiny.yaml'), STUDY);
  const settings = {
    folder,
    projectRoot,
    cacheDir: path.join(projectRoot, 'cache'),
    nodePath: process.execPath,
    env: { PATH: process.env.PATH },
    tempDir: scratch,
    isRoot: false,
    tell: () => {},
  };
  const driver = programAgentDriver(settings, createGuardian(scratch));
  const host = fakeHost(projectRoot, QUICK_TIME);
  const drivers = Object.assign(inProcessDrivers({}, QUICK_TIME), { agent: () => driver });
  const code = await run('tiny.yaml', {}, host, drivers);
  const dir = path.join(projectRoot, 'runs', readdirSync(path.join(projectRoot, 'runs'))[0]!);
  const read = (at: string) => readFileSync(at, 'utf8');
  const record = JSON.parse(read(path.join(dir, 'run.json'))) as Recorded<RunFile>;
  const lines = read(path.join(dir, 'samples.ndjson')).split('\n').slice(0, -1);
  const rows = lines.map((line) => JSON.parse(line) as SampleRow);
  await readsAgain(dir, rows);
  const answers = JSON.parse(read(path.join(folder, 'answers.json'))) as [string, number, string][];
  return { code, record, rows, answers, told: host.told() };
}

/** The record is whole: reports can be made of it, one with a row for each exchange that was kept. */
async function readsAgain(dir: string, rows: readonly SampleRow[]): Promise<void> {
  const host = fakeHost(dir, QUICK_TIME);
  assert.equal(await runCli(['report', dir, '--format', 'csv'], host), 0, host.told());
  assert.equal(host.printed().trim().split('\n').length, rows.length + 1);
}

test('a client that registers with a wrong token, twice, and posts rubbish is told why, and its run is whole', async () => {
  const { code, record, rows, answers } = await runWith(
    'rubbish',
    `before = async () => {
      await post('/agent/register', { ...registration, token: 'guess' });
      await post('/agent/register', { ...registration, protocol: 5 });
      await post('/agent/guess/samples', { samples: [], blocks: [], voided: [], done: true, wallMs: 0 });
    };
    rude = async (body) => {
      if (body.samples[0].sequence === 0) {
        await post('/agent/register', registration);
        await send('{"samples": [');
        await send({ ...body, samples: [{ ...body.samples[0], totalMs: 'fast' }] });
        await post(own('probes'), []);
      }
      return send(body);
    };`,
  );
  assert.equal(code, 0);
  assert.equal(record.status, 'complete');
  assert.equal(new Set(rows.map(({ session, sequence }) => `${session} ${sequence}`)).size, rows.length);
  // Those of the last session.
  assert.deepEqual(
    answers.filter(([, status]) => status !== 200),
    [
      ['register', 403, 'the token is not one of this lab'],
      ['register', 400, 'the message is not of the protocol'],
      ['samples', 404, 'no such agent'],
      ['register', 409, 'an agent has registered with this token already'],
      ['samples', 400, 'the body is not JSON'],
      ['samples', 400, 'the message is not of the protocol'],
      ['probes', 409, 'no probes were asked for'],
    ],
  );
});

/** Before a post of samples, tried with one of them; what the lab answers, and says. */
const REFUSED: readonly (readonly [what: string, tried: string, status: number, problem?: string])[] = [
  ['not a number', '{ ...one, totalMs: NaN }', 400],
  ['what JSON has not', "whole('here').replace('\"here\"', '[NaN]')", 400, 'the body is not JSON'],
  ['beyond all numbers', "whole({ ...one, totalMs: 4711 }).replace('4711', '1e400')", 400],
  ['a huge time', '{ ...one, decodeMs: 1e12 }', 400],
  ['negative bytes', '{ ...one, bytesEncoded: -1 }', 400],
  ['half a byte', '{ ...one, bytesDecoded: 0.5 }', 400],
  ['more bytes than a number can tell', '{ ...one, bytesEncoded: 2 ** 60 }', 400],
  ['an order that the record would wrap', '{ ...one, sequence: 2 ** 32 + 5 }', 400],
  ['no outcome', '{ ...one, outcome: "fast" }', 400],
  ['an unknown member', '{ ...one, faster: true }', 400],
  ['one sample too many for a post', 'whole(...Array.from({ length: 100_001 }, () => one))', 400],
  ['a million samples', "'['.padEnd(70_000_000, JSON.stringify(one) + ',')", 413, ''],
];

test('a client that posts numbers that are none, too large, or too many of them, is told so, and its run is whole', async () => {
  const { code, record, rows, answers } = await runWith(
    'numbers',
    `const whole = (...samples) => JSON.stringify({ samples, blocks: [0], voided: [], done: false, wallMs: 1 });
    rude = async (body) => {
      const one = body.samples[0];
      const all = [${REFUSED.map(([, tried]) => `() => (${tried})`).join(', ')}];
      if (one.sequence === 0) {
        for (const make of all) {
          const tried = make();
          await send(typeof tried === 'string' ? tried : whole(tried));
        }
      }
      return send(body);
    };`,
  );
  assert.equal(code, 0);
  assert.equal(record.status, 'complete');
  // Those of the last session.
  assert.deepEqual(
    answers.filter(([, status]) => status !== 200),
    REFUSED.map(([, , status, problem = 'the message is not of the protocol']) => [
      'samples',
      status,
      problem,
    ]),
  );
  assert.ok(
    rows.every((row) => row.totalMs === 2 && row.bytesEncoded === 100 && row.decodeMs === 0),
    'all that is kept is what was asked for',
  );
  assert.equal(new Set(rows.map(({ session, sequence }) => `${session} ${sequence}`)).size, rows.length);
});

test('samples before registering, beside a check, after their blocks and after the session are refused, and none is kept', async () => {
  const { code, record, rows, answers } = await runWith(
    'late',
    `let last = { samples: [], blocks: [4711], voided: [], done: true, wallMs: 1 };
    const stray = () => send(last);
    before = stray;
    beside = stray;
    rude = (body) => send((last = body));
    after = stray;`,
  );
  assert.equal(code, 0);
  assert.equal(record.status, 'complete');
  const refused = answers.filter(([, status]) => status !== 200);
  assert.ok(refused.length >= 5, JSON.stringify(refused));
  for (const [what, status, problem] of refused) {
    // Before it registered it is nobody; and the session is over before the last one comes, or a moment
    // later.
    assert.equal(what, 'samples');
    assert.equal(problem, status === 404 ? 'no such agent' : 'no samples were asked for');
  }
  assert.equal(new Set(rows.map(({ session, sequence }) => `${session} ${sequence}`)).size, rows.length);
});

const WRONG: Readonly<Record<string, readonly [behaviour: string, reason: RegExp]>> = {
  twice: [
    'rude = async (body) => (await send({ ...body, done: false }), send(body))',
    /block 2000000000, which it was/,
  ],
  'other cell': [
    "rude = (body) => send({ ...body, samples: [sampleOf('msgpack', body.blocks[0])] })",
    /a sample of msgpack, which block 2000000000 does not visit/,
  ],
  'other block': ['rude = (body) => send({ ...body, blocks: [4711] })', /block 4711, which it was not/],
  'too many': [
    'rude = (body) => send({ ...body, samples: [...body.samples, ...body.samples] })',
    /more samples of .* than block 2000000000 was to have/,
  ],
  backwards: [
    'rude = (body) => send({ ...body, samples: body.samples.map((one) => ({ ...one, totalMs: -3 })) })',
    /that took -3 ms/,
  ],
  'number again': [
    'rude = (body) => send({ ...body, samples: body.samples.map((one) => ({ ...one, sequence: 3 })) })',
    /a sample of \S+ with the number 3 after that with 3/,
  ],
  'longer than there was time': [
    'rude = (body) => send({ ...body, samples: body.samples.map((one) => ({ ...one, totalMs: 4e8 })) })',
    /that took 400000000 ms, more than there was since it was asked for/,
  ],
  idle: [
    'rude = () => send({ samples: [], blocks: [], voided: [], done: true, wallMs: 0 })',
    /that it is done, and carried out no block/,
  ],
};

for (const [name, [behaviour, reason]] of Object.entries(WRONG)) {
  test(`a client that posts what it was not asked for (${name}) ends its session with the reason, and none of it is kept`, async () => {
    const { code, record, rows } = await runWith(name, behaviour);
    assert.equal(code, 4);
    assert.equal(record.status, 'failed');
    assert.match(record.reason, reason);
    assert.deepEqual(
      record.sessions.map(({ status }) => status),
      ['failed', 'failed'],
    );
    assert.ok(rows.every(({ cell, firstUse }) => cell !== 'msgpack' && firstUse === true));
  });
}

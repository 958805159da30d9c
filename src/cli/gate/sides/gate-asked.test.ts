// Gates of servers that are asked as they stand: started by commands, or beside one that runs.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { inProcessDrivers } from '../../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../../test/support/host/own-time.ts';
import { isAlive, START, side, startedSides } from '../../../../test/support/host/started-sides.ts';
import { EnvironmentError } from '../../../base/errors.ts';
import { freePort } from '../../../drive/processes/free-port.ts';
import type { RunFile } from '../../../record/record.ts';
import type { GateReport } from '../../../report/gate/gate-words.ts';
import { parseGate } from '../../../study/gate/gate-file.ts';
import { networksNamed } from '../../advise/flags.ts';
import { planAskedGate } from './gate-asked.ts';

const bench = startedSides('wirefare-gate-asked-');
const { gated, refused, pidsIn } = bench;

test('two commands are started for every session on ports of their own, and end with all they started', async () => {
  const rules = '[{item: total, slower: 50%}, {item: bytes, grows: 0%}]';
  const slow = side('change', `DELAY_MS=100 ${START}`);
  const { code, text } = await gated(
    `gate: {base: ${side('main')}, head: ${slow}, browser: node, budget: 60s, rules: ${rules}}`,
  );
  assert.equal(code, 99, bench.host.told());
  const told = text.replace(/\s+/g, ' ');
  assert.match(told, /^Gate: broken\. http:\/\/localhost:3000\/orders of change beside \S+ of main:/);
  assert.match(told, /broken total slower: 50% .* kept bytes grows: 0%/);
  const [record] = readdirSync(join(bench.host.cwd, 'runs'));
  const run = JSON.parse(readFileSync(join(bench.host.cwd, 'runs', record!, 'run.json'), 'utf8')) as RunFile;
  assert.deepEqual(run.plan.sessions[0]!.targets, ['base', 'head']);
  for (const folder of ['main', 'change']) {
    const pids = pidsIn(folder);
    // Once to see what it answers, and in each session anew; each with its helper.
    assert.equal(pids.length, 2 * (1 + run.sessions.length));
    assert.deepEqual(pids.filter(isAlive), []);
  }
});

test('rules of a URL beside a record may be about a network that the record’s user gave figures', async () => {
  const [office] = networksNamed('office=50mbit/5ms', []);
  const missing = new EnvironmentError('no namespaces', ['unshare'], 'sudo sysctl');
  const drivers = inProcessDrivers({ targets: ['base', 'head'], link: { missing } }, QUICK_TIME);
  const planned = async (rules: string) => {
    const text = `gate: {base: {record: before}, head: ${side('change')}, rules: [${rules}]}`;
    const asked = { ...parseGate(text, 'gate.yaml'), browser: 'node' };
    return planAskedGate(asked, 'gate.yaml', {}, bench.host, drivers, [office!]);
  };
  const { study, plan } = await planned(
    '{item: total, slower: 5%, network: office}, {item: bytes, grows: 0%}',
  );
  assert.deepEqual(
    study.networks.map(({ name, rttMs }) => [name, rttMs]),
    [
      ['none', 0],
      ['office', 5],
    ],
  );
  assert.deepEqual(
    plan.cells
      .filter(({ twinOf }) => twinOf === null)
      .map(({ factors, skip }) => [factors.network, skip === null]),
    [
      ['none', true],
      ['office', false],
    ],
  );
  await assert.rejects(planned('{item: total, slower: 5%, network: office}'), /no namespaces/);
});

test('bytes alone of commands take one session, in little time where none is given', async () => {
  const planned = (rest: string) => {
    const text = `gate: {base: ${side('main')}, head: ${side('change')}, ${rest}rules: [{item: bytes, grows: 0%}]}`;
    const drivers = inProcessDrivers({ targets: ['base', 'head'] }, QUICK_TIME);
    return planAskedGate(parseGate(text, 'gate.yaml'), 'gate.yaml', {}, bench.host, drivers);
  };
  const short = await planned('');
  assert.deepEqual([short.plan.sessions.length, short.isInLittleTime], [1, true]);
  // Ten seconds, and what both took to start.
  const { budgetMs } = short.study.protocol;
  assert.ok(budgetMs > 10_000 && budgetMs < 60_000, `${budgetMs}`);
  const given = await planned('budget: 90s, ');
  assert.deepEqual([given.plan.sessions.length, given.isInLittleTime], [1, false]);
  assert.equal(given.study.protocol.budgetMs, 90_000);
});

test('a command beside a URL that runs, and a target beside that URL', async () => {
  const rows = Array.from({ length: 50 }, (_, id) => ({ id, name: `order ${id}` }));
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(rows));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`;
    const rules = '[{item: bytes, grows: 0%}]';
    const same = await gated(
      `gate: {base: "${url}", head: ${side('change')}, budget: 10s, rules: ${rules}}`,
      'json',
    );
    assert.equal(same.code, 0, bench.host.told());
    bench.again();
    // It is asked for what the URL answers in: JSON as it is.
    const text = `gate: {base: "${url}", head: node, dataset: book, n: 200, budget: 10s, rules: ${rules}}`;
    const beside = await gated(text, 'json');
    assert.equal(beside.code, 99, bench.host.told());
    const { judged } = JSON.parse(beside.text);
    assert.ok(judged.rules[0].checks[0].figure > 5, beside.text);
    // Nobody but its front reads the data of a target that is measured, and what it is known by is not told.
    const started = beside.targets.filter(({ secret }) => secret != null);
    assert.ok(started.length > 1);
    const kept = readdirSync(join(bench.host.cwd, 'runs')).map((record) =>
      readFileSync(join(bench.host.cwd, 'runs', record, 'run.json'), 'utf8'),
    );
    for (const { secret } of started)
      assert.ok(secret && ![beside.text, bench.host.told(), ...kept].some((told) => told.includes(secret)));
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('a head that answers something else is told with the place, and breaks nothing by that', async () => {
  const text = (head: string) =>
    `gate: {base: ${side('main')}, head: ${side('change', `${head} ${START}`)}, rules: [{item: bytes, grows: 0%}]}`;
  const fewer = await gated(text('ROWS=49'), 'json');
  assert.equal(fewer.code, 0, bench.host.told());
  assert.deepEqual((JSON.parse(fewer.text) as GateReport).notes, [
    'head answers something else than base: 49 values, expected 50',
  ]);
  const unlike = async (head: string) => {
    const drivers = inProcessDrivers({ targets: ['base', 'head'] }, QUICK_TIME);
    const own = parseGate(text(head), 'gate.yaml');
    return (await planAskedGate(own, 'gate.yaml', {}, bench.host, drivers)).unlike;
  };
  assert.deepEqual(await unlike('ROWS=50'), []);
  // A token, for example: reports of gates stand in pull requests.
  const [told, ...more] = await unlike('NAME=hidden');
  assert.match(told!, /^head answers something else than base: \[0\]\.\w+ differs$/);
  assert.deepEqual(more, []);
  assert.deepEqual(await unlike('ROWS=0'), [
    'head answers in bytes, base in json: the answer is measured as bytes, without decoding: a list without a record has nothing to decode',
  ]);
});

test('a command that minds no port is told so, sooner than the wait is over', async () => {
  const port = await freePort('127.0.0.1');
  const own = side('main', `PORT=${port} ${START}`).replace(':3000', `:${port}`);
  const { message } = await refused(
    `gate: {base: ${own}, head: ${side('change')}, rules: [{item: bytes, grows: 0%}]}`,
  );
  assert.match(message, new RegExp(`^base listens on port ${port}, whatever PORT says`));
  assert.deepEqual(pidsIn('main').filter(isAlive), []);
});

test('words that nobody knows are told with the line of their rule, before anything is started', async () => {
  const text = `gate:
  base: ${side('main')}
  head: ${side('change')}
  browser: firefx
  rules:
    - {item: total, slower: 5%}
    - {item: total, network: [4g, 3gg], above: 400ms}
`;
  const { message } = await refused(text);
  assert.match(message, /gate\.yaml:4: gate\.browser: unknown browser "firefx".*firefox\?/);
  assert.match(message, /gate\.yaml:7: gate\.rules\[1\]\.network\[1\]: unknown network "3gg".*3g\?/);
  const budget = `gate:\n  base: ${side('main')}\n  head: ${side('change')}\n  budget: 1s\n  rules: [{item: total, slower: 5%}]\n`;
  assert.match((await refused(budget)).message, /gate\.yaml:4: gate\.budget: /);
  assert.throws(() => pidsIn('main'));
});

test('an item that no server says of itself is refused before anything is measured', async () => {
  const text = `gate: {base: ${side('main')}, head: ${side('change')}, browser: node, rules: [{item: encode, slower: 5%}]}`;
  assert.match(
    (await refused(text)).message,
    /gate\.rules\[0\]\.item: its cells have no encode: their server does not say it \(Server-Timing\)/,
  );
  assert.ok(!readdirSync(bench.host.cwd).includes('runs'));
});

test('times are planned with no fewer sessions than decide them, or refused with a budget that has them', async () => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ id }))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const text = (rule: string, seconds: number) =>
      `gate: {base: "${url}/a", head: "${url}/b", browser: node, budget: ${seconds}s, rules: [${rule}]}`;
    const planned = async (rule: string, seconds: number) => {
      const drivers = inProcessDrivers({ targets: ['base', 'head'] }, QUICK_TIME);
      const gateFile = parseGate(text(rule, seconds), 'gate.yaml');
      const { study, plan } = await planAskedGate(gateFile, 'gate.yaml', {}, bench.host, drivers);
      const leftOut = plan.cells.flatMap(({ skip }) => skip ?? []);
      return { sessions: study.protocol.sessions, leftOut };
    };
    const networks = 'network: [none, 3g]';
    const ofBytes = `{item: bytes, grows: 1%, ${networks}}`;
    const ofTimes = `{item: total, slower: 5%, ${networks}}`;
    // One that is too short for four sessions, and not for fewer.
    const budgets = [5, 6, 7, 9, 11, 13, 16, 20, 25, 31, 38, 47, 58, 72];
    const all = [];
    for (const seconds of budgets) all.push({ seconds, ...(await planned(ofBytes, seconds)) });
    const few = all.find(({ sessions, leftOut }) => sessions !== null && leftOut.length === 0);
    assert.ok(few !== undefined, JSON.stringify(all));
    const times = await planned(ofTimes, few.seconds);
    assert.equal(times.sessions, null);
    assert.ok(times.leftOut.length > 0);
    assert.doesNotMatch(times.leftOut.join(), /--budget/);
    const thrown = await refused(text(ofTimes, few.seconds));
    assert.match(thrown.message, /network none or 3g cannot be decided: the budget of .+ has no time for it/);
    assert.ok(thrown instanceof EnvironmentError);
    assert.match(thrown.remedy, /^give the gate more time \(budget: \d+[sm]\)/);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('beyond this machine a gate asks as seldom as its rate says, and nobody unasked', async () => {
  const text = `gate:
  base: http://192.0.2.1/orders
  head: ${side('change')}
  budget: 1m
  rate: 5/s
  rules: [{item: total, slower: 5%}]
`;
  assert.match(
    (await refused(text)).message,
    /^--yes: nobody is here to agree .*; give --yes, and rate or budget of the gate for fewer of them$/,
  );
  assert.match(bench.host.told(), /192\.0\.2\.1\): at most 5 a second, 304 in all /);
  assert.throws(() => pidsIn('change'));
});

// Gates that are measured to their end, and what becomes of them.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { gateBench, SIDES } from '../../../test/support/host/gate-bench.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import type { Cheat } from '../../../test/support/targets/cheating-target.ts';
import type { RunFile } from '../../record/record.ts';
import type { JudgedGate } from '../../summary/gate/judged-rules.ts';

const bench = gateBench();
const { gated } = bench;

/** Several times what an exchange of its cells takes; each of hundreds waits for it. */
const DELAY_MS = 6;

const slowHead = (_: number, target: string): Cheat => ({
  handler: (real) => (request, response) => {
    if (target === 'base') real(request, response);
    else setTimeout(() => real(request, response), DELAY_MS);
  },
});

test('a head that became slower breaks its rule, in one run of both, and keeps the others', async () => {
  const rules = '[{item: total, slower: 20%}, {item: bytes, grows: 0%}, {item: total, above: 1m}]';
  const { code, text } = await gated(`gate: {${SIDES}, budget: 30s, rules: ${rules}}`, slowHead);
  assert.equal(code, 99, bench.host.told());
  assert.match(text, /^Gate: broken\. change\/server beside main\/server: of 3 rules 1 broken, 2/);
  assert.match(text, / {2}broken {2}total slower: 20%\n {4}json head: \+\d+(\.\d)? %, ratio \[/);
  assert.match(text, / {2}kept {2}bytes grows: 0%\n {4}json head: the same/);
  const [record] = readdirSync(join(bench.host.cwd, 'runs'));
  assert.match(text, new RegExp(`record: runs/${record}\n$`));
  const run = JSON.parse(readFileSync(join(bench.host.cwd, 'runs', record!, 'run.json'), 'utf8'));
  assert.deepEqual(run.plan.sessions[0].targets, ['base', 'head']);
  assert.deepEqual(run.elsewhere.targets, {
    base: join(bench.host.cwd, 'main/server'),
    head: join(bench.host.cwd, 'change/server'),
  });
  // It ends at a look. At which one every rule is decided (`gate-looks.test` holds that it ends there) hangs
  // on how evenly this machine works.
  assert.equal(run.sessions.length, run.lookSessions.at(-1));
});

test('bytes alone need no browser and one session', async () => {
  // Only as long as it is measured. The last look asks for thousands of objects, and to copy those is work
  // beside the phases that head tells, which is found now and then: and a gate of one session has no other.
  const bigger = (_: number, target: string): Cheat => ({
    answers: (answer, request) => {
      if (target !== 'head' || request.url?.includes('&n=3&') !== true) return answer;
      const body = Buffer.concat([answer.body, Buffer.from(' ')]);
      return { ...answer, body, headers: new Map([...answer.headers, ['content-length', `${body.length}`]]) };
    },
  });
  const text = 'gate: {base: main/server, head: change/server, n: 3, rules: [{item: bytes, grows: 0%}]}';
  const { code, text: told } = await gated(text, bigger, { format: 'json' });
  assert.equal(code, 99, bench.host.told());
  const { judged } = readOutput('gate', told) as { judged: JudgedGate };
  assert.ok(judged.rules[0]!.checks[0]!.figure! > 1);
  assert.deepEqual(new Set(bench.drivers.agents.map(({ name }) => name)), new Set(['node']));
  assert.equal(bench.drivers.agents.length, 1);
});

const BYTES = 'gate: {base: main/server, head: change/server, n: 3, rules: [{item: bytes, grows: 0%}]}';

test('a verdict is printed and stays what it is, whatever becomes of its files', async () => {
  mkdirSync(join(bench.host.cwd, 'out'));
  const removed = () => rmSync(join(bench.host.cwd, 'out'), { recursive: true, force: true });
  const also = ['out/gate.xml', 'gate.md'];
  const { code, text } = await gated(BYTES, undefined, { also }, removed);
  assert.match(text, /^Gate: kept/);
  assert.equal(code, 4, 'kept, and yet not all of it is there');
  assert.match(bench.host.told(), /gate\.xml: cannot be written: there is no folder/);
  assert.match(readFileSync(join(bench.host.cwd, 'gate.md'), 'utf8'), /kept/);
});

test('a gate that is interrupted says that it is to be started again', async () => {
  const text = `gate: {${SIDES}, budget: 30s, rules: [{item: total, slower: 20%}]}`;
  const { code } = await gated(text, undefined, {}, () => bench.host.interrupt());
  assert.equal(code, 130);
  assert.match(bench.host.told(), /a gate is not gone on with; start it again/);
  assert.doesNotMatch(bench.host.told(), /--resume/);
});

test('where sessions differ by more than a rule allows, it is undecided, and what would help is told', async () => {
  // Base and head alike, and every other session twice as slow: a runner on which others work.
  const noisy = (start: number): Cheat => ({
    handler: (real) => (request, response) => {
      setTimeout(() => real(request, response), start % 4 === 0 ? 30 : start % 3);
    },
  });
  const text = `gate: {${SIDES}, budget: 12s, rules: [{item: total, slower: 1%}]}`;
  const { code, text: told } = await gated(text, noisy);
  assert.equal(code, 3, bench.host.told());
  const said = told.replace(/\s+/g, ' ');
  assert.match(said, /undecided total slower: 1% json head: /);
  assert.match(said, /What is undecided takes more time \(budget\), a quieter machine, or a limit further/);
});

test('two URLs are asked as they stand, and what is secret in them stands nowhere', async () => {
  const slow = { '/fast?key=s3cret': 0, '/slow?key=s3cret': DELAY_MS };
  const body = JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ id, name: `order ${id}` })));
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    setTimeout(() => response.end(body), slow[request.url as keyof typeof slow] ?? 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sides = `base: '${origin}/fast?key=s3cret', head: '${origin}/slow?key=s3cret'`;
    const rules = '[{item: total, slower: 50%}, {item: bytes, grows: 0%}, {item: total, above: 20s}]';
    const { code, text } = await gated(`gate: {${sides}, browser: node, budget: 30s, rules: ${rules}}`);
    assert.equal(code, 99, bench.host.told());
    assert.match(text, / {2}broken {2}total slower: 50%/);
    assert.match(text, / {2}kept {2}bytes grows: 0%/);
    assert.match(text, / {2}kept {2}total above: 20s/);
    assert.doesNotMatch(text + bench.host.told(), /s3cret/);
    const [record] = readdirSync(join(bench.host.cwd, 'runs'));
    const run = readFileSync(join(bench.host.cwd, 'runs', record!, 'run.json'), 'utf8');
    assert.doesNotMatch(run, /s3cret/);
    assert.equal((JSON.parse(run) as RunFile).plan.sessions[0]!.targets!.length, 2);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../test/support/host/own-time.ts';
import { writeTwoCheckouts } from '../../../test/support/host/two-checkouts.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import type { Cheat } from '../../../test/support/targets/cheating-target.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import type { RunFile } from '../../record/record.ts';
import type { GateReport } from '../../report/gate/gate-words.ts';
import type { JudgedGate } from '../../summary/gate/judged-rules.ts';
import { gate } from './gate.ts';

// The lab, the real target twice and the real agent's program in one process: only the processes are fakes.

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-gate-'));
let folders = 0;
let host: FakeHost;
let drivers: FakeDrivers;
beforeEach(() => {
  const dir = join(scratch, String(folders++));
  writeTwoCheckouts(dir);
  host = fakeHost(dir, QUICK_TIME);
  writeFileSync(join(dir, 'tiny.yaml'), TINY);
});
afterEach(() => {
  for (const fake of [...drivers.agents, ...drivers.targets])
    assert.ok(fake.isClosed(), `${fake.name} is closed`);
});
after(() => rmSync(scratch, { recursive: true }));

const TINY = `study: tiny
title: T
question: Q
factors: {n: 3, format: json, browser: node}
protocol: {warmup: 0s, timeout: 1s}
`;
const SIDES = 'base: main/server, head: change/server, study: tiny.yaml';

/** Several times what an exchange of its cells takes; each of hundreds waits for it. */
const DELAY_MS = 15;

const slowHead = (_: number, target: string): Cheat => ({
  handler: (real) => (request, response) => {
    if (target === 'base') real(request, response);
    else setTimeout(() => real(request, response), DELAY_MS);
  },
});

interface Asked {
  readonly format?: string;
  readonly also?: readonly string[];
  /** Both sides are held to the contract first: most tests are about what comes after that. */
  readonly verifies?: true;
}

/** Answers exit code and what was printed. */
async function gated(
  text: string,
  cheat: (start: number, target: string) => Cheat = () => ({}),
  { verifies, ...flags }: Asked = {},
  whileWorking?: (session: number) => void,
): Promise<{ readonly code: number; readonly text: string }> {
  writeFileSync(join(host.cwd, 'gate.yaml'), text);
  const made = () => {
    drivers = inProcessDrivers(
      {
        ...{ targets: ['base', 'head'], cheat },
        ...(verifies !== true && { isVerified: true }),
        ...(whileWorking !== undefined && { whileWorking }),
      },
      QUICK_TIME,
    );
    return drivers;
  };
  const code = await gate('gate.yaml', { format: 'terminal', ...flags }, host, made);
  return { code, text: host.printed() };
}

test('a head that became slower breaks its rule, in one run of both, and keeps the others', async () => {
  const rules = '[{item: total, slower: 20%}, {item: bytes, grows: 0%}, {item: total, above: 1m}]';
  const { code, text } = await gated(`gate: {${SIDES}, budget: 60s, rules: ${rules}}`, slowHead);
  assert.equal(code, 99, host.told());
  assert.match(text, /^Gate: broken\. change\/server beside main\/server: of 3 rules 1 broken, 2/);
  assert.match(text, / {2}broken {2}total slower: 20%\n {4}json head: \+\d+(\.\d)? %, ratio \[/);
  assert.match(text, / {2}kept {2}bytes grows: 0%\n {4}json head: the same/);
  const [record] = readdirSync(join(host.cwd, 'runs'));
  assert.match(text, new RegExp(`record: runs/${record}\n$`));
  const run = JSON.parse(readFileSync(join(host.cwd, 'runs', record!, 'run.json'), 'utf8'));
  assert.deepEqual(run.plan.sessions[0].targets, ['base', 'head']);
  assert.deepEqual(run.elsewhere.targets, {
    base: join(host.cwd, 'main/server'),
    head: join(host.cwd, 'change/server'),
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
  assert.equal(code, 99, host.told());
  const { judged } = readOutput('gate', told) as { judged: JudgedGate };
  assert.ok(judged.rules[0]!.checks[0]!.figure! > 1);
  assert.deepEqual(new Set(drivers.agents.map(({ name }) => name)), new Set(['node']));
  assert.equal(drivers.agents.length, 1);
});

const BYTES = 'gate: {base: main/server, head: change/server, n: 3, rules: [{item: bytes, grows: 0%}]}';

test('files that could not be written are told before anything is measured', async () => {
  await assert.rejects(gated(BYTES, undefined, { also: ['nowhere/gate.xml'] }), (thrown: unknown) => {
    assert.ok(thrown instanceof UserError, String(thrown));
    assert.match(thrown.message, /nowhere\/gate\.xml.* there is no folder/);
    return true;
  });
  assert.ok(!readdirSync(host.cwd).includes('runs'));
});

test('a verdict is printed and stays what it is, whatever becomes of its files', async () => {
  mkdirSync(join(host.cwd, 'out'));
  const removed = () => rmSync(join(host.cwd, 'out'), { recursive: true, force: true });
  const also = ['out/gate.xml', 'gate.md'];
  const { code, text } = await gated(BYTES, undefined, { also }, removed);
  assert.match(text, /^Gate: kept/);
  assert.equal(code, 4, 'kept, and yet not all of it is there');
  assert.match(host.told(), /gate\.xml: cannot be written: there is no folder/);
  assert.match(readFileSync(join(host.cwd, 'gate.md'), 'utf8'), /kept/);
});

test('a gate that is interrupted says that it is to be started again', async () => {
  const text = `gate: {${SIDES}, budget: 60s, rules: [{item: total, slower: 20%}]}`;
  const { code } = await gated(text, undefined, {}, () => host.interrupt());
  assert.equal(code, 130);
  assert.match(host.told(), /a gate is not gone on with; start it again/);
  assert.doesNotMatch(host.told(), /--resume/);
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
  assert.equal(code, 3, host.told());
  const said = told.replace(/\s+/g, ' ');
  assert.match(said, /undecided total slower: 1% json head: /);
  assert.match(said, /What is undecided takes more time \(budget\), a quieter machine, or a limit further/);
});

test('a head that breaks the contract is not measured, and neither is the base', async () => {
  const breaks = (_: number, target: string): Cheat => ({
    answers: (answer) =>
      target === 'head'
        ? {
            ...answer,
            body: Buffer.from(answer.body.toString('latin1').replace(/"title":"./, '"title":"!'), 'latin1'),
          }
        : answer,
  });
  const text = `gate: {${SIDES}, rules: [{item: total, slower: 5%}]}`;
  await assert.rejects(gated(text, breaks, { verifies: true }), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError, String(thrown));
    assert.match(thrown.message, /target head does not keep the target contract/);
    assert.match(thrown.remedy, /wirefare verify change\/server/);
    assert.doesNotMatch(thrown.remedy, /--target/);
    return true;
  });
  assert.equal(drivers.agents.length, 0);
});

test('rules about what is not there are refused, each with the nearest', async () => {
  const refused = async (text: string) => {
    try {
      await gated(text);
    } catch (thrown) {
      assert.ok(thrown instanceof UserError, String(thrown));
      return thrown.message;
    }
    return assert.fail('nothing was refused');
  };
  const rules = 'rules: [{item: total, slower: 5%, format: jsn}]';
  assert.match(
    await refused(`gate: {${SIDES}, ${rules}}`),
    /gate\.rules\[0\]\.format: unknown format "jsn".*json\?/,
  );
  assert.match(
    await refused('gate: {base: nod, head: ./chnge/server, rules: [{item: total, slower: 5%}]}'),
    /gate\.base: unknown target "nod".*did you mean node\?[\s\S]*gate\.head: there is no folder/,
  );
  assert.equal(
    await refused('gate: {base: "http://localhost:99999/", head: node, rules: [{item: total, slower: 5%}]}'),
    'gate.yaml:1: gate.base: what stands here cannot be read as a URL',
  );
  await assert.rejects(
    gate('none.yaml', { format: 'txt' }, host),
    /none\.yaml: no such file[\s\S]*--format: unknown format "txt"|--format: unknown format "txt"[\s\S]*none\.yaml: no such file/,
  );
});

test('rules of one kind about the same cells contradict each other, in whatever words', async () => {
  const rules =
    '[{item: bytes, grows: 1%}, {item: total, slower: 5%}, {item: bytes, format: json, grows: 2%}]';
  await assert.rejects(
    gated(`gate: {${SIDES}, rules: ${rules}}`),
    /gate\.rules\[2\]: contradicts or repeats the rule of line \d+: bytes grows: 1%: both are about the same cells/,
  );
});

test('whatever is wrong with a gate is told at once: words, sides, limits, keys', async () => {
  const text = `gate:
  base: nod
  rules:
    - {item: total, slower: 5}
    - {item: total, slower: 5%, format: jsn}
    - {itm: total, slower: 5%}
`;
  await assert.rejects(gated(text), (thrown: unknown) => {
    assert.ok(thrown instanceof UserError, String(thrown));
    assert.deepEqual(
      thrown.problems.map(({ path, nearest }) => `${path} ${nearest ?? ''}`.trim()).toSorted(),
      [
        'gate.base node',
        'gate.head',
        'gate.rules[0].slower',
        'gate.rules[1].format json',
        'gate.rules[2].item',
        'gate.rules[2].itm item',
      ],
    );
    return true;
  });
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
    const { code, text } = await gated(`gate: {${sides}, browser: node, budget: 60s, rules: ${rules}}`);
    assert.equal(code, 99, host.told());
    assert.match(text, / {2}broken {2}total slower: 50%/);
    assert.match(text, / {2}kept {2}bytes grows: 0%/);
    assert.match(text, / {2}kept {2}total above: 20s/);
    assert.doesNotMatch(text + host.told(), /s3cret/);
    const [record] = readdirSync(join(host.cwd, 'runs'));
    const run = readFileSync(join(host.cwd, 'runs', record!, 'run.json'), 'utf8');
    assert.doesNotMatch(run, /s3cret/);
    assert.equal((JSON.parse(run) as RunFile).plan.sessions[0]!.targets!.length, 2);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const ALL_FORMATS = ['gate.xml', 'gate.md', 'gate.html', 'gate.json'];
/** Base and head of session n. */
const sessionOf = (start: number) => Math.floor(start / 2);

/** Each that was asked for, with what stands in the JSON. */
function written(says: RegExp): Pick<GateReport, 'outcome' | 'headFails' | 'endedEarly' | 'judged'> {
  for (const file of ALL_FORMATS)
    assert.match(readFileSync(join(host.cwd, file), 'utf8').replace(/\s+/g, ' '), says, file);
  return readOutput('gate', readFileSync(join(host.cwd, 'gate.json'), 'utf8')) as GateReport;
}

/** Ends the target from session 1 on, in the midst of its blocks. */
const dying = (name: string) => (session: number) => {
  if (session === 0) return;
  const last = drivers.targets.findLast((target) => target.name === name)!;
  void last.exit({ code: 3, lastWords: 'out of memory' });
};

const KEPT_RULES = '[{item: total, slower: 1000%}, {item: bytes, grows: 0%}]';

test('a head that dies in the midst of a run breaks the gate where that is asked, in every format', async () => {
  const text = `gate: {${SIDES}, headFails: broken, budget: 60s, rules: ${KEPT_RULES}}`;
  const { code } = await gated(text, () => ({}), { also: ALL_FORMATS }, dying('head'));
  assert.equal(code, 99, host.told());
  const report = written(/the target head ended with code 3: out of memory/);
  assert.deepEqual(report.headFails, ['the target head ended with code 3: out of memory']);
  assert.deepEqual(report.endedEarly, []);
  // Bytes were counted before it died.
  assert.deepEqual(
    report.judged.rules.map(({ verdict }) => verdict),
    ['undecided', 'kept'],
  );
});

test('a head that dies ends a gate that does not ask for more with 4, its files written', async () => {
  const text = `gate: {${SIDES}, budget: 60s, rules: ${KEPT_RULES}}`;
  const { code, text: told } = await gated(text, () => ({}), { also: ALL_FORMATS }, dying('head'));
  assert.equal(code, 4, host.told());
  const report = written(/the target head ended with code 3: out of memory/);
  assert.equal(report.outcome, 'failed');
  assert.deepEqual(report.headFails, []);
  assert.match(
    told,
    /^Gate: failed\. .*it ended early; until\s+then,\s+of\s+2\s+rules\s+1\s+undecided,\s+1\s+kept\n/,
  );
});

test('a base that dies is no fault of head, whatever is asked of heads that fail', async () => {
  const text = `gate: {${SIDES}, headFails: broken, budget: 60s, rules: ${KEPT_RULES}}`;
  const { code } = await gated(text, () => ({}), { also: ALL_FORMATS }, dying('base'));
  assert.equal(code, 4, host.told());
  const report = written(/the target base ended with code 3: out of memory/);
  assert.deepEqual([report.outcome, report.headFails], ['failed', []]);
  assert.match(host.told(), /the run ended early: the target base ended with code 3/);
});

/** From session 1 on the answers of one side have a wrong price. */
const wrongIn =
  (name: string) =>
  (start: number, target: string): Cheat => ({
    answers: (answer, request) =>
      target !== name || sessionOf(start) < 1 || request.url?.includes('/exchange') !== true
        ? answer
        : {
            ...answer,
            body: Buffer.from(answer.body.toString('latin1').replace(/"title":"./, '"title":"!'), 'latin1'),
          },
  });

test('a head whose answers become wrong is broken, though others rules could be kept or pass', async () => {
  const text = `gate: {${SIDES}, headFails: broken, undecided: pass, budget: 20s, rules: ${KEPT_RULES}}`;
  const { code } = await gated(text, wrongIn('head'), { also: ALL_FORMATS });
  assert.equal(code, 99, host.told());
  const { headFails } = written(/json head: .*title/);
  assert.equal(headFails.length, 1);
});

test('a base whose answers become wrong ends the gate with 4', async () => {
  const text = `gate: {${SIDES}, headFails: broken, undecided: pass, budget: 20s, rules: ${KEPT_RULES}}`;
  const { code } = await gated(text, wrongIn('base'), { also: ALL_FORMATS });
  assert.equal(code, 4, host.told());
  assert.deepEqual(written(/json base: .*title/).headFails, []);
  assert.match(host.told(), /a side failed while it was measured: json base: /);
});

test('a head that does not start in the midst of a run is told with what was judged until then', async () => {
  const text = `gate: {${SIDES}, headFails: broken, budget: 60s, rules: ${KEPT_RULES}}`;
  const fails = (start: number, target: string): Cheat => {
    if (target === 'head' && sessionOf(start) >= 1)
      throw new EnvironmentError('the port is taken', ['127.0.0.1'], 'wait');
    return {};
  };
  const { code } = await gated(text, fails, { also: ALL_FORMATS });
  assert.equal(code, 99, host.told());
  const { headFails, judged } = written(/the port is taken/);
  assert.deepEqual(headFails, ['the port is taken; 127.0.0.1']);
  assert.equal(judged.rules[1]!.verdict, 'kept');
});

test('a side that does not start once in the midst of a run costs a session, and not the gate', async () => {
  for (const side of ['head', 'base']) {
    const text = `gate: {${SIDES}, headFails: broken, budget: 60s, rules: ${KEPT_RULES}}`;
    const fails = (start: number, target: string): Cheat => {
      if (target === side && sessionOf(start) === 1)
        throw new EnvironmentError('it took too long', ['npm start'], 'wait');
      return {};
    };
    const { code } = await gated(text, fails);
    assert.equal(code, 0, host.told());
    const record = readdirSync(join(host.cwd, 'runs')).toSorted().at(-1)!;
    const run = JSON.parse(readFileSync(join(host.cwd, 'runs', record, 'run.json'), 'utf8')) as RunFile;
    assert.deepEqual(
      run.sessions.filter(({ status }) => status === 'failed').map(({ reason, fault }) => [reason, fault]),
      [['it took too long; npm start', { target: side, how: 'ended' }]],
    );
  }
});

test('what keeps a gate from being measured at all stands in its files too', async () => {
  const text = `gate: {${SIDES}, rules: ${KEPT_RULES}}`;
  const fails = (_: number, target: string): Cheat => {
    if (target === 'base') throw new EnvironmentError('no database', ['db:5432'], 'start it');
    return {};
  };
  await assert.rejects(gated(text, fails, { also: ALL_FORMATS, verifies: true }), EnvironmentError);
  const { outcome, endedEarly } = written(/no database/);
  assert.equal(outcome, 'failed');
  assert.ok(endedEarly.some((line) => line.startsWith('to mend it: ')));
});

test('a mistake in a gate that can be read stands in its files, and one in its grammar leaves none', async () => {
  const mistaken = (rules: string) =>
    assert.rejects(gated(`gate: {${SIDES}, rules: ${rules}}`, undefined, { also: ALL_FORMATS }), UserError);
  await mistaken('[{item: total, slower: 5}]');
  assert.deepEqual(
    ALL_FORMATS.filter((name) => readdirSync(host.cwd).includes(name)),
    [],
  );
  await mistaken('[{item: total, slower: 5%, format: jsn}]');
  const { outcome, endedEarly } = written(/unknown format/);
  assert.equal(outcome, 'failed');
  assert.match(endedEarly.join(), /^gate\.yaml:1: gate\.rules\[0\]\.format: unknown format "jsn"/);
  // A terminal is told it once.
  assert.equal(host.printed(), '');
});

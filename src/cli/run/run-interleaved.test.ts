import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../test/support/host/own-time.ts';
import type { Cheat } from '../../../test/support/targets/cheating-target.ts';
import { EnvironmentError } from '../../base/errors.ts';
import type { Recorded } from '../../factors/recorded-cell.ts';
import type { RunFile, SampleRow } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { isEmptyCell } from '../../wire/sample.ts';
import { run } from './run.ts';

// Two targets in one session: the lab, the real target twice and the real agent's program in one process.

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-interleaved-'));
let folders = 0;
let host: FakeHost;
let drivers: FakeDrivers;
beforeEach(() => {
  const dir = join(scratch, String(folders++));
  mkdirSync(join(dir, 'other'), { recursive: true });
  const target = { name: 'other', title: 'O', language: 'L', version: '1', start: ['node'] };
  writeFileSync(join(dir, 'other', 'target.json'), JSON.stringify(target));
  writeFileSync(join(dir, 'two.yaml'), TWO);
  const plain = fakeHost(dir, QUICK_TIME);
  host = { ...plain, env: { ...plain.env, WIREFARE_TARGETS: dir } };
});
afterEach(() => {
  for (const fake of [...drivers.agents, ...drivers.targets])
    assert.ok(fake.isClosed(), `${fake.name} is closed`);
});
after(() => rmSync(scratch, { recursive: true }));

const TWO = `study: two
title: Two servers
question: Which is faster?
factors: {n: 3, format: [json, protobuf], browser: node, target: [node, other]}
protocol: {sessions: 2, budget: 9s, warmup: 0s, timeout: 1s, interleave: target}
`;

/** Several times what a busy machine adds to an exchange. */
const DELAY_MS = 40;
/** In the test that has them verified, starts 0 and 1 are the conformance suite's. */
const VERIFIED = 2;
const TARGETS = ['node', 'other'];

/** Both are measured as if they had been held to the contract before. */
function changedDrivers(change: (start: number, target: string) => Cheat): FakeDrivers {
  drivers = inProcessDrivers({ targets: TARGETS, cheat: change, isVerified: true }, QUICK_TIME);
  return drivers;
}

const read = <T>(file: string): T => JSON.parse(readFileSync(join(host.cwd, 'out', file), 'utf8')) as T;
const runFile = () => read<Recorded<RunFile>>('run.json');
const samples = () =>
  readFileSync(join(host.cwd, 'out', 'samples.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleRow);

test('each cell asks its own target, in sessions that have both, and a known delay is found in one', async () => {
  const waits = (start: number, target: string): Cheat => ({
    handler: (real) => (request, response) => {
      if (start < VERIFIED || target === 'node') real(request, response);
      else setTimeout(() => real(request, response), DELAY_MS);
    },
  });
  drivers = inProcessDrivers({ targets: TARGETS, cheat: waits }, QUICK_TIME);
  assert.equal(await run('two.yaml', { out: 'out' }, host, drivers), 0, host.told());
  const { plan, sessions, status } = runFile();
  assert.equal(status, 'complete');
  assert.deepEqual(
    plan.sessions.map(({ target, targets }) => [target, targets]),
    [0, 1].map(() => ['node', ['node', 'other']]),
  );
  // A machine that is busy has no time for the second one.
  assert.ok(sessions.length > 0);
  for (const { target, targets } of sessions) {
    assert.deepEqual(Object.keys(targets!), ['node', 'other']);
    assert.deepEqual(target, targets!.node);
  }
  assert.ok(sessions.every(({ checks, dropped }) => checks.length === 6 && dropped.length === 0));
  assert.equal(drivers.targets.length, VERIFIED + 2 * sessions.length);

  const { cells, comparisons } = read<Recorded<Summary>>('summary.json');
  const ofOther = cells.filter(({ factors }) => factors.target === 'other');
  assert.equal(ofOther.length, 3);
  for (const cell of ofOther) {
    const { format } = cell.factors;
    const like = cells.find(({ factors }) => factors.target === 'node' && factors.format === format)!;
    const more = (phase: 'network' | 'encode' | 'residual') => cell.phases[phase]! - like.phases[phase]!;
    assert.ok(more('network') > DELAY_MS / 2, `${cell.id}: ${more('network')} ms more network`);
    assert.ok(Math.abs(more('encode')) < DELAY_MS / 4, `${cell.id}: ${more('encode')} ms more encode`);
  }
  const asked = comparisons.filter((each) => each.asked && each.factor === 'target');
  assert.deepEqual(
    asked.map(({ a, b }) => [a, b]),
    [
      ['json other', 'json node'],
      ['protobuf other', 'protobuf node'],
    ],
  );
  assert.ok(asked.every(({ ratio }) => ratio < 0.5));
});

test('the blocks of the two alternate, and the empty exchanges of each stand beside its own cells', async () => {
  assert.equal(
    await run(
      'two.yaml',
      { out: 'out' },
      host,
      changedDrivers(() => ({})),
    ),
    0,
    host.told(),
  );
  const { plan } = runFile();
  const targets = new Map(plan.cells.map(({ id, factors }) => [id, factors.target]));
  for (const [session, rows] of Map.groupBy(samples(), (row) => row.session)) {
    const timed = rows.filter(({ firstUse }) => firstUse !== true);
    const blocks = [...Map.groupBy(timed, ({ block }) => block).values()].map((own) => {
      const asked = new Set(own.flatMap(({ cell }) => (isEmptyCell(cell) ? [] : [targets.get(cell)!])));
      assert.equal(asked.size, 1, 'a block is of one target');
      return { target: [...asked][0]!, empties: own.filter(({ cell }) => isEmptyCell(cell)).length };
    });
    const pairs = Array.from({ length: Math.floor(blocks.length / 2) }, (_, i) =>
      blocks.slice(2 * i, 2 * i + 2),
    );
    assert.ok(pairs.length > 3, `session ${session} has ${pairs.length} pairs`);
    for (const pair of pairs) assert.deepEqual(pair.map(({ target }) => target).sort(), ['node', 'other']);
    for (const target of ['node', 'other'])
      assert.ok(blocks.some((block) => block.target === target && block.empties > 0));
  }
});

test('a target that dies ends its session, which names it', async () => {
  const dies = (_: number, target: string): Cheat => ({
    handler: (real) => (request, response) => {
      if (target === 'other' && request.url?.startsWith('/exchange') === true)
        void drivers.targets
          .filter(({ name }) => name === 'other')
          .at(-1)!
          .exit({ signal: 'SIGSEGV' });
      real(request, response);
    },
  });
  assert.notEqual(await run('two.yaml', { out: 'out' }, host, changedDrivers(dies)), 0);
  const { sessions } = runFile();
  assert.ok(sessions.length > 0);
  for (const { status, reason } of sessions) {
    assert.equal(status, 'failed');
    assert.match(reason, /^the target other was ended by SIGSEGV/);
  }
});

test('a record is gone on with without a target that is broken by now, and says so', async () => {
  const kept = host;
  const resumed = async (end: 'cut' | 'whole', broken: boolean) => {
    const resume = existsSync(join(kept.cwd, 'out')) ? { resume: 'out' } : { out: 'out' };
    host = { ...fakeHost(kept.cwd, QUICK_TIME), env: kept.env };
    const whileWorking = () => {
      if (end === 'cut') host.interrupt();
    };
    drivers = inProcessDrivers({ targets: TARGETS, whileWorking, isVerified: true }, QUICK_TIME);
    const find = async (): Promise<never> => {
      throw new EnvironmentError('no other here', [], 'get one');
    };
    const plain = drivers.target.bind(drivers);
    Object.assign(drivers, {
      target: (name: string) => (broken && name === 'other' ? { name, find } : plain(name)),
    });
    return run('resume' in resume ? undefined : 'two.yaml', resume, host, drivers);
  };
  assert.equal(await resumed('cut', false), 130);
  assert.equal(await resumed('whole', true), 0, host.told());
  assert.match(host.told(), /cells of target other are left out: no other here/);
  const { plan, sessions, warnings } = runFile();
  assert.deepEqual([...new Set(drivers.targets.map(({ name }) => name))], ['node']);
  assert.deepEqual(
    sessions.map(({ status }) => status),
    ['interrupted', 'complete', 'complete'],
  );
  assert.equal(plan.cells.filter(({ skip }) => skip !== null).length, 0, 'what was planned stands');
  assert.deepEqual(
    warnings.flatMap(({ kind, what }) => (kind === 'given-up' ? [what] : [])),
    ['went on without cells of target other: no other here'],
  );
});

test('a target that begins to lie ends its session, which names its cell', async () => {
  const lies = (_: number, target: string): Cheat => {
    let asked = 0;
    return {
      answers: (answer, request) => {
        const isTimed = target === 'other' && request.url?.includes('format=json&') === true;
        if (!isTimed || ++asked < 15) return answer;
        return { ...answer, body: Buffer.from(answer.body.toString().replace(/"title":"./, '"title":"!')) };
      },
    };
  };
  assert.notEqual(await run('two.yaml', { out: 'out' }, host, changedDrivers(lies)), 0);
  const { sessions } = runFile();
  assert.ok(sessions.length > 0);
  for (const { untrue, reason } of sessions) {
    assert.equal(untrue, true);
    assert.match(reason, /^a timed answer was wrong, .*: json other( \(twin\))?, exchange/);
  }
});

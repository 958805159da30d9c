import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { type InProcess, inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { OWN_TIME, QUICK_OWN_TIME } from '../../../test/support/host/own-time.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import type { Cheat } from '../../../test/support/targets/cheating-target.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import type { Recorded } from '../../factors/recorded-cell.ts';
import type { RunFile, SampleRow } from '../../record/record.ts';
import type { Watcher } from '../../run/watcher.ts';
import type { Summary } from '../../summary/summary.ts';
import { run, sayEndOfRun } from './run.ts';

// The lab, the real target and the real agent's program in one process: only the processes are fakes.

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-cli-'));
let host: FakeHost;
let drivers: FakeDrivers;
let folders = 0;
beforeEach(() => {
  const dir = join(scratch, String(folders++));
  mkdirSync(dir);
  host = fakeHost(dir, OWN_TIME);
  writeFileSync(join(dir, 'tiny.yaml'), TINY);
});
afterEach(() => {
  for (const fake of [...drivers.agents, ...drivers.targets])
    assert.ok(fake.isClosed(), `${fake.name} is closed`);
});
after(() => rmSync(scratch, { recursive: true }));

/** Its budget is hardly more than what the plan needs: sessions of 300 ms. */
const TINY = `study: tiny
title: Two formats
question: Which is faster?
factors:
  n: [3]
  format: [json, protobuf]
  browser: node
protocol:
  sessions: 2
  budget: 6s
  warmup: 0s
  timeout: 1s
`;

function surroundings(given: InProcess): FakeDrivers {
  drivers = inProcessDrivers(given, OWN_TIME);
  return drivers;
}

const recordDir = () => join(host.cwd, 'runs', readdirSync(join(host.cwd, 'runs'))[0]!);
const json = (dir: string, file: 'run.json' | 'summary.json'): unknown =>
  readOutput(file, readFileSync(join(dir, file), 'utf8'));
const runFile = (dir = recordDir()) => json(dir, 'run.json') as Recorded<RunFile>;
const summary = (dir = recordDir()) => json(dir, 'summary.json') as Recorded<Summary>;
const samples = (dir = recordDir()) =>
  readFileSync(join(dir, 'samples.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleRow);

/** From the nth exchange of a format on, something else happens in the place of the answer. */
function fromExchange(nth: number, format: string, instead: () => void): Cheat {
  let count = 0;
  return {
    handler: (real) => (request, response) => {
      const asked = request.url?.includes(`format=${format}&`) === true;
      if (asked && ++count > nth) instead();
      else real(request, response);
    },
  };
}

test('a complete run leaves a record with every report and prints the answer', async () => {
  // Enough for both sessions on a slow machine too: the first run of a process costs most.
  writeFileSync(join(host.cwd, 'tiny.yaml'), TINY.replace('6s', '12s'));
  const code = await run('tiny.yaml', {}, host, surroundings({ verifies: true }));
  assert.equal(code, 0, host.told());
  const dir = recordDir();
  assert.deepEqual(readdirSync(dir).sort(), [
    'line.json',
    'probes.ndjson',
    'report.html',
    'run.json',
    'samples.ndjson',
    'samples.parquet',
    'summary.json',
  ]);
  const file = runFile();
  assert.equal(file.status, 'complete');
  assert.deepEqual(
    file.sessions.map(({ status, dropped, checks }) => [status, dropped.length, checks.length]),
    [
      ['complete', 0, 3],
      ['complete', 0, 3],
    ],
  );
  assert.deepEqual(
    summary().cells.map(({ id, status, bytes }) => [id, status, (bytes?.decoded ?? 0) > 100]),
    [
      ['json', 'measured', true],
      ['protobuf', 'measured', true],
      ['json (twin)', 'measured', true],
    ],
  );
  assert.ok(samples().every(({ outcome }) => outcome === 'completed'));
  assert.match(host.printed(), /Which is the fastest\?/);
  assert.match(host.told(), /session 2 of 2 complete/);
  // One of them was held to the contract.
  assert.equal(drivers.targets.length, 3);
});

test('Ctrl-C while a target is built is an interruption, whatever its build then says', async () => {
  const start = async () => {
    host.interrupt();
    throw new EnvironmentError('the target node cannot be built: it was ended by SIGTERM', [], 'see why');
  };
  const building = Object.assign(surroundings({ verifies: true }), {
    target: () => ({ name: 'node', find: async () => {}, start }),
  });
  assert.equal(await run('tiny.yaml', {}, host, building), 130);
  assert.equal(runFile().status, 'interrupted');
});

test('how to go on is told with what the record does not keep', () => {
  const asGiven = { host: '192.0.2.7', parallel: '4' };
  const ended = { status: 'interrupted' } as RunFile;
  assert.equal(sayEndOfRun(ended, join(host.cwd, 'runs/1'), host, {}, asGiven), 130);
  const goOn = 'wirefare run --resume runs/1 --host 192.0.2.7 --parallel 4';
  assert.equal(host.told(), `interrupted; go on with: ${goOn}\n`);
});

test('Ctrl-C in a session exits with 130 and a record that --resume completes', async () => {
  let interruptIn = 1;
  const whileWorking = (session: number) => {
    if (session === interruptIn) host.interrupt();
  };
  assert.equal(await run('tiny.yaml', {}, host, surroundings({ whileWorking })), 130);
  const dir = recordDir();
  assert.equal(runFile().status, 'interrupted');
  assert.equal(summary().status, 'interrupted');
  assert.match(host.told(), /go on with: wirefare run --resume runs\//);
  const rowsBefore = samples(dir).length;

  host = fakeHost(host.cwd, OWN_TIME);
  interruptIn = -1;
  assert.equal(await run(undefined, { resume: dir }, host, surroundings({})), 0, host.told());
  assert.deepEqual(
    runFile(dir).sessions.map(({ session, planned, status }) => [session, planned, status]),
    [
      [0, 0, 'complete'],
      [1, 1, 'interrupted'],
      [2, 1, 'complete'],
    ],
  );
  assert.ok(samples(dir).length > rowsBefore);
  assert.equal(summary(dir).sessions.leftOut, 1);
  assert.equal(drivers.agents.length, 1, 'what was complete is not redone');
  await assert.rejects(run(undefined, { resume: dir }, host, drivers), /is complete/);
});

test('a run that is gone on with says what its time does not buy, and names no flag that a record refuses', async () => {
  assert.equal(await run('tiny.yaml', {}, host, surroundings({})), 0, host.told());
  const dir = recordDir();
  host = fakeHost(host.cwd, OWN_TIME);
  const flags = { resume: dir, budget: '6s', precision: '0.1%' };
  assert.equal(await run(undefined, flags, host, surroundings({})), 0, host.told());
  const notes = host.told().match(/^note: .*$/gm) ?? [];
  assert.match(notes.join('\n'), /^note: for 1 of 1 comparison .* buy about .*, where ±0\.1 % is asked/m);
  assert.doesNotMatch(notes.join('\n'), /--only|--sessions/);
});

test('a share that is gone on with is told nothing of its precision: it is fixed', async () => {
  const whileWorking = () => host.interrupt();
  const flags = { share: '1/2', sessions: '8', precision: '0.1%' };
  assert.equal(await run('tiny.yaml', flags, host, surroundings({ whileWorking })), 130);
  const dir = recordDir();
  host = fakeHost(host.cwd, OWN_TIME);
  assert.equal(await run(undefined, { resume: dir }, host, surroundings({})), 0, host.told());
  assert.doesNotMatch(host.told(), /^note: for .* is asked/m);
});

test('a page that watches a run is told what came of it, also of one that breaks off, and no commands', async () => {
  const ended: string[] = [];
  let breaksAt = Number.POSITIVE_INFINITY;
  let sessions = 0;
  const watcher: Watcher = {
    event({ kind }) {
      if (kind === 'session-ended' && ++sessions === breaksAt) throw new Error('the disk is gone');
    },
    soFar() {},
    ended: (measured, { status }, dir) => ended.push(`${measured.status} ${status} ${basename(dir)}`),
  };
  const whileWorking = (session: number) => {
    if (session === 1) host.interrupt();
  };
  assert.equal(await run('tiny.yaml', {}, host, surroundings({ whileWorking }), { watcher }), 130);
  const [first] = readdirSync(join(host.cwd, 'runs'));
  assert.deepEqual(ended, [`interrupted interrupted ${first}`]);

  const told = host.told();
  host = fakeHost(host.cwd, OWN_TIME);
  [sessions, breaksAt] = [0, 1];
  await assert.rejects(run('tiny.yaml', {}, host, surroundings({}), { watcher }), /the disk is gone/);
  assert.equal(ended.length, 2);
  assert.doesNotMatch(told + host.told(), /wirefare run|runs\/|session 1 of/);
});

test('a page that watches a run is told at each look what was measured until then', async () => {
  const told: string[] = [];
  const watcher: Watcher = {
    event: ({ kind }) => void (kind === 'looked' && told.push(kind)),
    soFar: (_, { cells }) =>
      void told.push(`${cells.filter(({ totalMs }) => totalMs !== null).length} cells`),
    ended() {},
  };
  host = fakeHost(host.cwd, QUICK_OWN_TIME);
  drivers = inProcessDrivers({}, QUICK_OWN_TIME);
  const flags = { sessions: '6', budget: '24s' };
  assert.equal(await run('tiny.yaml', flags, host, drivers, { watcher }), 0, host.told());
  assert.deepEqual(told.slice(0, 2), ['3 cells', 'looked']);
});

test('Ctrl-C while a target hangs in its verification ends the run at once', async () => {
  const hangs = (): Cheat => ({
    handler: (real) => (request, response) => {
      if (request.url?.startsWith('/exchange') === true) host.interrupt();
      else real(request, response);
    },
  });
  assert.equal(await run('tiny.yaml', {}, host, surroundings({ cheat: hangs })), 130);
  assert.deepEqual(runFile().sessions, []);
  assert.equal(drivers.targets.length, 1);
});

test('a resumed run cannot be planned anew', async () => {
  drivers = surroundings({});
  const flags = { resume: 'runs/x', budget: '1h', sessions: '3', price: 'cpu=1/h', only: [] };
  await assert.rejects(run(undefined, flags, host, drivers), (thrown: unknown) => {
    assert.ok(thrown instanceof UserError);
    assert.match(thrown.message, /take away --sessions, --price$/);
    return true;
  });
});

test('a target that dies twice ends the run with exit code 4 and says why', async () => {
  const whileWorking = () => void drivers.targets.at(-1)!.exit({ code: 1, lastWords: 'segmentation fault' });
  assert.equal(await run('tiny.yaml', {}, host, surroundings({ whileWorking })), 4);
  assert.equal(runFile().status, 'failed');
  assert.deepEqual(
    runFile().sessions.map(({ status, reason }) => [status, reason]),
    Array(2).fill(['failed', 'the target node ended with code 1: segmentation fault']),
  );
  assert.match(host.told(), /the run ended early: the target node ended with code 1/);
});

test('a target that dies once costs one session', async () => {
  const whileWorking = (session: number) => {
    if (session === 0) void drivers.targets.at(-1)!.exit({ signal: 'SIGKILL' });
  };
  assert.equal(await run('tiny.yaml', {}, host, surroundings({ whileWorking })), 0, host.told());
  assert.deepEqual(
    runFile().sessions.map(({ status, reason }) => `${status} ${reason}`),
    ['failed the target node was ended by SIGKILL', 'complete ', 'complete '],
  );
  assert.ok(summary().warnings.some(({ kind }) => kind === 'session-failed'));
});

test('an agent that dies costs its session', async () => {
  const whileWorking = (session: number) => {
    if (session === 0) void drivers.agents[0]!.exit({ signal: 'SIGSEGV' });
  };
  assert.equal(await run('tiny.yaml', {}, host, surroundings({ whileWorking })), 0, host.told());
  assert.equal(runFile().sessions[0]?.reason, 'node was ended by SIGSEGV');
});

test('a cell whose exchanges hang is dropped after three of them; the others are measured', async () => {
  // Check: one exchange, one count of the body, one of the head; two for the twin's.
  const cheat = () => fromExchange(3, 'protobuf', () => {});
  const flags = { budget: '5s', sessions: '1' };
  writeFileSync(join(host.cwd, 'tiny.yaml'), TINY.replace('timeout: 1s', 'timeout: 300ms'));
  assert.equal(
    await run('tiny.yaml', flags, host, surroundings({ cheat, isVerified: true })),
    0,
    host.told(),
  );
  const [session] = runFile().sessions;
  assert.deepEqual(session?.dropped, [
    { cell: 'protobuf', reason: 'failed 3 times in a row: longer than the time allowed for one exchange' },
  ]);
  const statusOf = new Map(summary().cells.map(({ id, status }) => [id, status]));
  assert.deepEqual([statusOf.get('json'), statusOf.get('protobuf')], ['measured', 'failed']);
  assert.equal(samples().filter(({ outcome }) => outcome === 'timed-out').length, 3);
});

/** One letter of the first title is another: as long, and still JSON. */
const WRONG_TITLE: Cheat = {
  answers: (answer, request) =>
    request.url?.includes('format=json&') === true
      ? {
          ...answer,
          body: Buffer.from(answer.body.toString('latin1').replace(/"title":"./, '"title":"~'), 'latin1'),
        }
      : answer,
};

test('a cell that does not decode to the original is not timed, and the report says so', async () => {
  const cheat = () => WRONG_TITLE;
  assert.equal(await run('tiny.yaml', {}, host, surroundings({ cheat, isVerified: true })), 0);
  // Its first use came before the check.
  assert.ok(samples().every(({ cell, firstUse }) => firstUse === true || !cell.startsWith('json')));
  assert.match(runFile().sessions[0]!.dropped[0]!.reason, /^\[0\]\.title: /);
  assert.equal(summary().cells.find(({ id }) => id === 'json')?.status, 'failed');
});

test('a target that breaks the contract is refused before anything is written', async () => {
  await assert.rejects(
    run('tiny.yaml', {}, host, surroundings({ cheat: () => WRONG_TITLE })),
    (thrown: unknown) => {
      assert.ok(thrown instanceof EnvironmentError);
      assert.match(thrown.tried.join('\n'), /title/);
      return true;
    },
  );
  assert.equal(existsSync(join(host.cwd, 'runs')), false);
});

test('a cell whose codec the agent cannot run is left out', async () => {
  assert.equal(await run('tiny.yaml', {}, host, surroundings({ offers: [] })), 0);
  assert.deepEqual(runFile().sessions[0]?.dropped, [
    { cell: 'protobuf', reason: 'node cannot run the codec protobuf/protobufjs' },
  ]);
  assert.equal(summary().cells.find(({ id }) => id === 'protobuf')?.status, 'failed');
});

test('a record that cannot be written is a gap of the environment', async () => {
  writeFileSync(join(host.cwd, 'file'), '');
  const flags = { out: 'file/record' };
  await assert.rejects(run('tiny.yaml', flags, host, surroundings({})), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError);
    assert.match(thrown.remedy, /--out DIR/);
    return true;
  });
});

test('a folder with a record is not written over', async () => {
  mkdirSync(join(host.cwd, 'there'));
  writeFileSync(join(host.cwd, 'there/run.json'), 'mine');
  await assert.rejects(run('tiny.yaml', { out: 'there' }, host, surroundings({})), /holds a record already/);
  assert.equal(readFileSync(join(host.cwd, 'there/run.json'), 'utf8'), 'mine');
  assert.equal(drivers.targets.length, 0);
});

test('a study with mistakes lists them all and starts nothing', async () => {
  const mistaken = TINY.replace('[3]', '[0]').replace('protobuf', 'protobuff').replace('budget', 'bugdet');
  writeFileSync(join(host.cwd, 'tiny.yaml'), mistaken);
  await assert.rejects(run('tiny.yaml', {}, host, surroundings({})), (thrown: unknown) => {
    assert.ok(thrown instanceof UserError);
    assert.deepEqual(thrown.problems.map(({ path }) => path).sort(), [
      'factors.format[1]',
      'factors.n[0]',
      'protocol.bugdet',
    ]);
    return true;
  });
  assert.equal(drivers.targets.length, 0);
});

test('run --price stands in the record’s study, and in its summary', async () => {
  const flags = { price: 'egress=0.09/GB,cpu=0.04/h' };
  assert.equal(await run('tiny.yaml', flags, host, surroundings({})), 0, host.told());
  const price = { egressPerGB: 0.09, cpuPerHour: 0.04, currency: null };
  assert.deepEqual(runFile().study.price, price);
  assert.match(host.printed(), /What a million answers cost/);
});

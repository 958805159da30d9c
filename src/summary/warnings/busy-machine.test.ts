import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { FakeClock } from '../../base/clock.ts';
import { type Random, seededRandom } from '../../base/random.ts';
import { watchCpu } from '../../drive/processes/cpu-watch.ts';
import type { ProcessStat } from '../../drive/processes/proc-stat.ts';
import type { SessionFacts } from '../../record/record.ts';
import { busyMachine, waitedForOtherSessionsShare, waitedForOthersShare } from './busy-machine.ts';

// A machine that schedules threads as a fair kernel does and tells what Linux would tell of it, so that the
// warning is tried on quiet and busy machines wherever this test runs.

interface Thread {
  /** Leader of its process group. */
  readonly group: number;
  /** Of CPU time, and of rest between two pieces of work; 0: it never rests. */
  readonly meanWorkMs: number;
  readonly meanRestMs: number;
}

interface Running extends Thread {
  workMs: number;
  restMs: number;
  usedMs: number;
}

const STEP_MS = 0.05;
const SESSION_MS = 4_000;
const TICK_MS = 10;

/** A session on so many cores, as `watchCpu` would see it. */
function sessionOn(cores: number, threads: readonly Thread[], random: Random): SessionFacts {
  const exponential = (mean: number) => -mean * Math.log(1 - random());
  const all = threads.map(
    (thread): Running => ({ ...thread, workMs: 0, restMs: exponential(thread.meanRestMs), usedMs: 0 }),
  );
  let busyMs = 0;
  let waitedMs = 0;
  let elapsedMs = 0;
  const processes = () =>
    all.map(
      ({ group, usedMs }, i): ProcessStat => ({
        pid: 100 + i,
        state: 'S',
        parent: 1,
        group,
        session: group,
        cpuTicks: Math.round(usedMs / TICK_MS),
        collectedTicks: 0,
      }),
    );
  const read = (path: string) => {
    const idle = elapsedMs * cores - busyMs;
    const ticks = [busyMs, 0, 0, idle, 0, 0, 0, 0].map((ms) => Math.round(ms / TICK_MS));
    return path === '/proc/stat'
      ? `cpu  ${ticks.join(' ')} 0 0\n`
      : `some avg10=0.00 total=${waitedMs * 1_000}\n`;
  };
  const clock = new FakeClock();
  const groups = { agent: [BROWSER], target: [TARGET], link: [LINK] };
  const watch = watchCpu(groups, clock, { read, processes, ownPid: 1 });
  for (; elapsedMs < SESSION_MS; elapsedMs += STEP_MS) {
    for (const each of all) {
      if (each.workMs > 0) continue;
      each.restMs -= STEP_MS;
      if (each.restMs <= 0) each.workMs = exponential(each.meanWorkMs);
    }
    const runnable = all.filter(({ workMs }) => workMs > 0).sort((a, b) => a.usedMs - b.usedMs);
    if (runnable.length > cores) waitedMs += STEP_MS;
    for (const each of runnable.slice(0, cores)) {
      each.usedMs += STEP_MS;
      busyMs += STEP_MS;
      each.workMs -= STEP_MS;
      if (each.workMs <= 0) each.restMs = exponential(each.meanRestMs);
    }
  }
  clock.advance(SESSION_MS);
  const [facts] = syntheticRecord({ blocks: 1 }).run.sessions;
  return { ...facts!, ...watch.stop(), wallMs: SESSION_MS };
}

const BROWSER = 20;
const TARGET = 30;
const LINK = 40;
const NEIGHBOUR = 99;

const thread = (group: number, cores: number, meanWorkMs = 0.4): Thread => ({
  group,
  meanWorkMs,
  meanRestMs: (meanWorkMs * (1 - cores)) / cores,
});

/** A browser of several threads, a target and a link: 1.2 cores' work. */
const OURS: readonly Thread[] = [
  thread(BROWSER, 0.4),
  thread(BROWSER, 0.25),
  thread(BROWSER, 0.1),
  thread(TARGET, 0.35),
  thread(LINK, 0.1),
];
/** Daemons, and the kernel's own threads, which have no group. */
const HOUSEKEEPING: readonly Thread[] = [thread(0, 0.02), thread(NEIGHBOUR, 0.02)];
const BURNER: Thread = { group: NEIGHBOUR, meanWorkMs: 1e9, meanRestMs: 1e-9 };

function kindsOn(cores: number, threads: readonly Thread[], seed: number) {
  const session = sessionOn(cores, threads, seededRandom(seed));
  const kinds = busyMachine([session], cores).map(({ kind }) => kind);
  return { session, waits: kinds.includes('cpu-pressure') };
}

test('that browser, target and link wait for each other is nothing to warn of', () => {
  for (let seed = 0; seed < 5; seed++) {
    const { session, waits } = kindsOn(2, [...OURS, ...HOUSEKEEPING], seed);
    assert.ok(session.cpuPressureShare! > 0.1, `${session.cpuPressureShare}: waiting there is`);
    assert.ok(!waits, `${waitedForOthersShare(session, 2)} of ${session.cpuPressureShare}`);
  }
});

test('a neighbour that burns a core of two is warned of, and one of eight is not', () => {
  for (let seed = 0; seed < 5; seed++) {
    const two = kindsOn(2, [...OURS, ...HOUSEKEEPING, BURNER], seed);
    assert.ok(two.waits, `${waitedForOthersShare(two.session, 2)} of ${two.session.cpuPressureShare}`);
    const eight = kindsOn(8, [...OURS, ...HOUSEKEEPING, BURNER], seed);
    assert.ok(!eight.waits && eight.session.loadOutsideShare! > 0.1);
  }
});

test('of a record that does not say what the run used, others cost no more waiting than they ran', () => {
  const session = { ...sessionOn(2, [...OURS, ...HOUSEKEEPING], seededRandom(1)), cpuMs: undefined };
  const { cpuPressureShare, loadOutsideShare } = session as unknown as Record<string, number>;
  const facts = session as unknown as SessionFacts;
  assert.equal(waitedForOthersShare(facts, 2), Math.min(cpuPressureShare!, 2 * loadOutsideShare!));
  assert.equal(waitedForOthersShare({ ...facts, cpuPressureShare: null }, 2), null);
});

test('sessions at once with browsers of a Grid on this machine are warned of, those in a row are not', () => {
  const [made] = syntheticRecord({ blocks: 1 }).run.sessions;
  const startingAt = (session: number, second: number): SessionFacts => ({
    ...made!,
    session,
    startedAt: new Date(1_000 * second).toISOString(),
    startMs: 1_000,
    wallMs: 9_000,
    cpuPressureShare: 0.4,
    loadOutsideShare: null,
  });
  const inARow = [0, 1, 2, 3].map((session) => startingAt(session, 10 * session));
  assert.deepEqual(busyMachine(inARow, 2), []);
  const atOnce = [0, 1, 2, 3].map((session) => startingAt(session, 0));
  assert.ok(Math.abs(waitedForOtherSessionsShare(atOnce[0]!, atOnce)! - 0.3) < 1e-9);
  const [warning, ...more] = busyMachine(atOnce, 2);
  assert.deepEqual(more, []);
  assert.equal(warning!.kind, 'cpu-pressure');
  assert.match(warning!.what, /^other sessions of the run, .* for the CPU 30 % of the time in session 1$/);
  assert.match(warning!.advice, /--parallel/);
  // Half of the time beside one other: a third of 0.4.
  const halfBeside = [startingAt(0, 0), startingAt(1, 5.5)];
  assert.ok(Math.abs(waitedForOtherSessionsShare(halfBeside[0]!, halfBeside)! - 0.4 / 3) < 1e-9);
  // Where a Grid is elsewhere, what others use is known.
  assert.equal(waitedForOtherSessionsShare({ ...atOnce[0]!, loadOutsideShare: 0 }, atOnce), null);
});

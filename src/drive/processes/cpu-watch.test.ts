import assert from 'node:assert/strict';
import { pid as ownPid } from 'node:process';
import { test } from 'node:test';
import { FakeClock } from '../../base/clock.ts';
import { watchCpu } from './cpu-watch.ts';
import {
  livingMembers,
  type ProcessStat,
  parseProcessStat,
  parseWaitedMs,
  readProcesses,
} from './proc-stat.ts';

/** A machine of one core whose figures a test sets by hand. */
function fakeMachine() {
  const state = {
    stat: [0, 0, 0, 0, 0, 0, 0, 0],
    pressureMicros: 0,
    processes: [] as ProcessStat[],
    hasFiles: true,
  };
  const read = (file: string) => {
    if (!state.hasFiles) return null;
    if (file === '/proc/stat') return `cpu  ${state.stat.join(' ')} 99 99\ncpu0 1 2 3\n`;
    return `some avg10=0.00 avg60=0.00 avg300=0.00 total=${state.pressureMicros}\nfull avg10=0.00 total=5\n`;
  };
  return { state, source: { read, processes: () => state.processes, ownPid: 10 } };
}

const process = (pid: number, group: number, cpuTicks: number): ProcessStat => ({
  pid,
  state: 'S',
  parent: 1,
  group,
  session: group,
  cpuTicks,
  collectedTicks: 0,
});

const NONE = { agent: [], target: [], link: [] };

test('load from outside is what the machine was busy with, less each of ours', () => {
  const clock = new FakeClock();
  const { state, source } = fakeMachine();
  state.processes = [process(10, 5, 100), process(20, 20, 50), process(41, 40, 7), process(99, 99, 0)];
  const watch = watchCpu({ agent: [20, 0], target: [30], link: [40] }, clock, source);
  clock.advance(10_000);
  // 1 000 ticks: 510 user, 100 system, 340 idle, 50 stolen; ours are 200 + 150 + 50 + 10. Kernel threads have
  // group 0, which is nobody's.
  state.stat = [510, 0, 100, 340, 0, 0, 0, 50];
  state.pressureMicros = 2_000_000;
  state.processes = [
    process(10, 5, 300),
    process(20, 20, 200),
    process(31, 30, 50),
    process(41, 40, 17),
    process(98, 0, 100),
    process(99, 99, 100),
  ];
  assert.deepEqual(watch.stop(), {
    cpuStealShare: 0.05,
    cpuPressureShare: 0.2,
    loadOutsideShare: 0.2,
    cpuMs: { lab: 2_000, agent: 1_500, target: 500, link: 100 },
  });
});

test('a process that ended between two looks still counts as ours', () => {
  const { state, source } = fakeMachine();
  const watch = watchCpu({ ...NONE, target: [20] }, new FakeClock(), source);
  state.processes = [process(21, 20, 60)];
  watch.look();
  state.processes = [];
  state.stat = [60, 0, 0, 40, 0, 0, 0, 0];
  assert.equal(watch.stop().loadOutsideShare, 0);
});

test('what the system does not tell is null', () => {
  const { state, source } = fakeMachine();
  state.hasFiles = false;
  const watch = watchCpu(NONE, new FakeClock(), source);
  assert.deepEqual(watch.stop(), {
    cpuStealShare: null,
    cpuPressureShare: null,
    loadOutsideShare: null,
    cpuMs: null,
  });
});

test('a line of /proc/<pid>/stat is read whatever the name of the program', () => {
  const line = '77 (a (b) c) d) S 1 70 71 0 -1 4194560 10 0 0 0 12 34 5 6 20 0 1 0 100 1 1';
  const numbers = { parent: 1, group: 70, session: 71, cpuTicks: 46, collectedTicks: 11 };
  assert.deepEqual(parseProcessStat(line), { pid: 77, state: 'S', ...numbers });
  assert.equal(parseProcessStat('nonsense'), null);
  assert.equal(parseProcessStat('7 (x) S 1'), null);
});

test('this process is among those that can be seen', () => {
  const own = readProcesses().find(({ pid }) => pid === ownPid);
  assert.ok(own !== undefined && own.cpuTicks > 0);
  const dead = { ...own, state: 'Z' };
  assert.deepEqual(livingMembers(own.group, [own, dead]), [own]);
});

test('how long a thread waited for a core is read in ms, and nothing of what says something else', () => {
  assert.equal(parseWaitedMs('81234567 2500000 42\n'), 2.5);
  assert.equal(parseWaitedMs(''), null);
  assert.equal(parseWaitedMs('0 0'), null);
});

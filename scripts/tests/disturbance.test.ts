import assert from 'node:assert/strict';
import { cpuUsage, pid } from 'node:process';
import { test } from 'node:test';
import { type ProcessStat, readProcesses } from '../../src/drive/processes/proc-stat.ts';
import { type CpuSample, isDisturbed, sayDisturbance, takeSample, worstDisturbance } from './disturbance.ts';
import { OwnCpu, readSettled } from './own-cpu.ts';

const ROOT = 100;

const process = (
  pid: number,
  parent: number,
  cpuTicks: number,
  others: Partial<ProcessStat> = {},
): ProcessStat => ({
  pid,
  state: 'S',
  parent,
  group: 50,
  session: 50,
  cpuTicks,
  collectedTicks: 0,
  ...others,
});

/**
 * Two cores, looked at once a second: what was stolen, used by all and used by us in each second, in ticks of
 * 10 ms.
 */
function sampled(seconds: readonly { steal?: number; busy?: number; own?: number }[]): CpuSample[] {
  const samples: CpuSample[] = [{ atMs: 0, total: 0, steal: 0, busy: 0, own: 0 }];
  for (const [i, { steal = 0, busy = 0, own = 0 }] of seconds.entries()) {
    const last = samples[i]!;
    samples.push({
      atMs: (i + 1) * 1_000,
      total: last.total + 200,
      steal: last.steal + steal,
      busy: last.busy + busy,
      own: last.own + own,
    });
  }
  return samples;
}

const times = <T>(count: number, value: T): T[] => Array(count).fill(value) as T[];

test('a machine that only we keep busy is not disturbed, and no failed file is tried again', () => {
  const seen = worstDisturbance(sampled(times(20, { busy: 200, own: 198 })), { fromMs: 0, toMs: 20_000 });
  assert.deepEqual(seen, { stealShare: 0, outsideShare: 0.01 });
  assert.equal(isDisturbed(seen), false);
});

test('a core that others have for two seconds of a long file is a disturbance, and half a second is none', () => {
  const quiet = { busy: 100, own: 100 };
  const disturbedFor = (outside: number) => [
    ...times(30, quiet),
    ...times(2, { busy: 100 + outside, own: 100 }),
    ...times(30, quiet),
  ];
  const whole = { fromMs: 0, toMs: 62_000 };
  const seen = worstDisturbance(sampled(disturbedFor(100)), whole);
  assert.deepEqual(seen, { stealShare: 0, outsideShare: 0.2 });
  assert.equal(isDisturbed(seen), true);
  assert.equal(isDisturbed(worstDisturbance(sampled(disturbedFor(25)), whole)), false);
});

test('time that the host stole is a disturbance from a twentieth on', () => {
  const whole = { fromMs: 0, toMs: 5_000 };
  assert.equal(isDisturbed(worstDisturbance(sampled(times(5, { steal: 10 })), whole)), true);
  assert.equal(isDisturbed(worstDisturbance(sampled(times(5, { steal: 9 })), whole)), false);
});

test('what happened before and after a file does not excuse it', () => {
  const loud = { busy: 200, own: 0 };
  const samples = sampled([...times(10, loud), ...times(20, { busy: 200, own: 200 }), ...times(10, loud)]);
  const seen = worstDisturbance(samples, { fromMs: 16_000, toMs: 24_000 });
  assert.deepEqual(seen, { stealShare: 0, outsideShare: 0 });
});

test('where the system does not tell, there is no second try', () => {
  assert.equal(worstDisturbance([], { fromMs: 0, toMs: 1_000 }), null);
  assert.equal(isDisturbed(null), false);
  const source = { read: () => null, processes: () => [], rootPid: ROOT, nowMs: () => 0 };
  assert.equal(takeSample(source, new OwnCpu(ROOT)), null);
});

test('a second try is told with what was seen and the bounds', () => {
  assert.equal(
    sayDisturbance({ stealShare: 0.012, outsideShare: 0.347 }),
    "of the cores' time in the worst 5 s: 1 % stolen (bound 5 %), 35 % used by others (bound 20 %)",
  );
});

test('a sample has what programs and the kernel did for them, of all and of us', () => {
  const read = (file: string) =>
    file === '/proc/stat' ? 'cpu  10 20 30 400 5 6 7 8 9 9\ncpu0 1 2 3\n' : null;
  const source = { read, processes: () => [process(ROOT, 1, 25)], rootPid: ROOT, nowMs: () => 77 };
  const sample = takeSample(source, new OwnCpu(ROOT));
  assert.deepEqual(sample, { atMs: 77, total: 486, steal: 8, busy: 60, own: 25 });
});

test('a server that has left its parent and its session stays ours, and others of our session are not', () => {
  const own = new OwnCpu(ROOT);
  const neighbour = process(90, 50, 1_000);
  own.look([process(ROOT, 50, 10), process(101, ROOT, 5), neighbour]);
  const server = process(101, 1, 40, { group: 101, session: 101 });
  const worker = process(103, 1, 7, { group: 103, session: 101 });
  assert.equal(own.look([process(ROOT, 50, 10), server, worker, neighbour]), 57);
  // It ends, and what it used was used by us.
  assert.equal(own.look([process(ROOT, 50, 10), worker, neighbour]), 57);
});

test('a process that ended counts once: by its parent, which collected it', () => {
  const own = new OwnCpu(ROOT);
  assert.equal(own.look([process(ROOT, 50, 10), process(101, ROOT, 30)]), 40);
  assert.equal(own.look([process(ROOT, 50, 10, { collectedTicks: 35 })]), 45);
});

test('threads of the kernel are nobody else', () => {
  assert.equal(
    new OwnCpu(ROOT).look([process(ROOT, 50, 10), process(2, 0, 4, { group: 0, session: 0 })]),
    14,
  );
});

test('processes are read again while some end, so that none is missing whose parent has yet to get its time', () => {
  const parent = process(ROOT, 50, 10);
  const lists = [
    [parent, process(101, ROOT, 30)],
    [parent],
    [process(ROOT, 50, 10, { collectedTicks: 30 })],
    [],
  ];
  let next = 0;
  const settled = readSettled(() => lists[next++]!);
  assert.deepEqual(settled, lists[2]);
});

test('work of this process is seen as ours on this machine, however slow it is', () => {
  const own = new OwnCpu(pid);
  const before = own.look(readProcesses());
  const start = cpuUsage();
  // 100 ms, told in ticks of 10 ms.
  while (cpuUsage(start).user < 100_000) Math.sqrt(2);
  assert.ok(own.look(readProcesses()) - before >= 9);
});

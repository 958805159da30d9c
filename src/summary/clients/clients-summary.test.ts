import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CPU_MS_EACH, syntheticClients } from '../../../test/support/records/synthetic-clients.ts';
import { parseKeep } from '../../study/keep.ts';

const wayOf = (format: string, keep?: string) => {
  const { groups } = syntheticClients(keep === undefined ? null : parseKeep(keep));
  assert.equal(groups.length, 1);
  return groups[0]!.ways.find(({ cell }) => cell === format)!;
};

test('what the machine loses is told from what the target loses', () => {
  const [alone, some, many] = wayOf('json').levels;
  assert.deepEqual([alone!.clients, some!.clients, many!.clients], ['0', '100@1/s', '400@1/s']);
  assert.deepEqual([alone!.machineMs, alone!.targetMs, alone!.seen], [null, null, null]);
  assert.deepEqual([some!.machineMs, some!.targetMs], [0.5, 0.5]);
  assert.deepEqual([many!.machineMs, many!.targetMs], [4, 24]);
  assert.equal(many!.seen!.perSecond, 100);
  assert.equal(many!.seen!.targetBusyShare, 0.2);
});

test('what waiting for the target is foreseen to cost stands beside what it cost', () => {
  const [alone, some] = wayOf('json').levels;
  assert.equal(alone!.waiting, undefined);
  // 2 ms of CPU for each of 100 requests a second, beside exchanges of 2.5 ms: a fifth of the time is theirs.
  const { foreseenMs, measuredMs } = some!.waiting!;
  assert.deepEqual([measuredMs, foreseenMs[0]], [0.5, 0]);
  assert.ok(Math.abs(foreseenMs[1] - 2.5 / 4) < 1e-12);
  const three = { target: [0, 1, 2], generator: [3], machine: 4 };
  const ofThree = syntheticClients(null, three).groups[0]!.ways[0]!.levels;
  assert.ok(
    ofThree.every(({ waiting }) => waiting === undefined),
    'nobody waits while a core is free',
  );
});

test('the number at which another way is the fastest lies between two levels', () => {
  const { flips } = syntheticClients().groups[0]!;
  assert.deepEqual(flips, [
    { between: ['100@1/s', '400@1/s'], fastest: ['json clients=100@1/s', 'protobuf clients=400@1/s'] },
  ]);
});

test('the target carries so many as its cores have time for, by the CPU time of the copy', () => {
  for (const format of ['json', 'protobuf'] as const) {
    const { cpuMsEach, askedPerSecond, perSecond, clients } = wayOf(format).carries!;
    assert.equal(cpuMsEach, CPU_MS_EACH[format]);
    assert.equal(askedPerSecond, 100);
    assert.equal(perSecond, 1_000 / CPU_MS_EACH[format]);
    assert.equal(clients, perSecond);
  }
});

test('sessions with other cores are each held to their own, and what they would carry together is not told', () => {
  const three = { target: [0, 1, 2], generator: [3], machine: 4 };
  const { ways } = syntheticClients(null, three).groups[0]!;
  const json = ways.find(({ cell }) => cell === 'json')!;
  const { sessions, targetBusyShare, generatorBusyShare } = json.levels[2]!.seen!;
  // 2 s of 10 s on one core, and again on three.
  assert.deepEqual([sessions, targetBusyShare], [2, 4 / 40]);
  assert.ok(Math.abs(generatorBusyShare! - 0.09) < 1e-12);
  assert.equal(json.carries, null);
  assert.notEqual(syntheticClients(null, { ...three, target: [2] }).groups[0]!.ways[0]!.carries, null);
});

test('the largest number that keeps a limit has none above it among the smaller ones', () => {
  assert.deepEqual(wayOf('json', 'p95=10ms').kept, {
    most: '100@1/s',
    undecided: [],
    broken: '400@1/s',
  });
  assert.deepEqual(wayOf('protobuf', 'p95=1s').kept, { most: '400@1/s', undecided: [], broken: null });
  assert.deepEqual(wayOf('json', 'p95=1ms').kept, { most: null, undecided: [], broken: '0' });
});

test('where the limit lies inside the interval of a p95 it is undecided, on whichever side the p95 is', () => {
  for (const limit of ['5.9ms', '6.1ms'])
    assert.deepEqual(wayOf('json', `p95=${limit}`).kept, {
      most: '0',
      undecided: ['100@1/s'],
      broken: '400@1/s',
    });
  assert.deepEqual(wayOf('json', 'p95=61ms').kept, { most: '100@1/s', undecided: ['400@1/s'], broken: null });
});

test('what is no limit is refused', () => {
  for (const typed of ['200ms', 'p99=200ms', 'p95=', 'p95=0ms', 'p95=fast'])
    assert.throws(() => parseKeep(typed), /is no limit: give one such as p95=200ms/);
});

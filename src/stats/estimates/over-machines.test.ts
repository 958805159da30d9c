import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateFromSessions } from './estimate.ts';
import { estimateOverMachines, type MachineEstimate } from './over-machines.ts';
import { learnSpread } from './pooled.ts';

const ALONE = learnSpread([]);

const machines = (...sessions: readonly (readonly number[])[]): MachineEstimate[] =>
  sessions.map((logs, machine) => ({ machine, estimate: estimateFromSessions(logs) }));

test('one machine says what its sessions say', () => {
  const [only] = machines([0.1, 0.12, 0.09]);
  assert.deepEqual(estimateOverMachines([only!], ALONE), only!.estimate);
});

test('machines count alike, however many sessions they have', () => {
  const { log } = estimateOverMachines(machines([0.1, 0.1, 0.1, 0.1], [0.2, 0.2]), ALONE);
  assert.ok(Math.abs(log - 0.15) < 1e-12);
});

test('machines that agree are known as well as their sessions together say', () => {
  const two = estimateOverMachines(machines([0.09, 0.11, 0.1], [0.11, 0.09, 0.1]), ALONE);
  const one = estimateFromSessions([0.09, 0.11, 0.1]);
  assert.ok(Math.abs(two.standardError - one.standardError / Math.SQRT2) < 1e-12);
  assert.equal(Math.round(two.degreesOfFreedom), 4);
});

test('machines that differ make the interval as wide as they differ', () => {
  const apart = [0.1, 0.3, 0.2, 0.5];
  const four = estimateOverMachines(machines(...apart.map((log) => [log, log + 0.001, log - 0.001])), ALONE);
  const byMachines = estimateFromSessions(apart);
  assert.ok(Math.abs(four.standardError / byMachines.standardError - 1) < 1e-9);
  assert.equal(four.degreesOfFreedom, 3);
  const two = estimateOverMachines(machines([0.1, 0.101, 0.099], [0.5, 0.501, 0.499]), ALONE);
  assert.ok(Math.abs(two.standardError - 0.2) < 1e-3);
});

test('one session of each machine is enough where there are several machines', () => {
  const three = estimateOverMachines(machines([0.1], [0.12], [0.08]), ALONE);
  assert.deepEqual(three.degreesOfFreedom, 2);
  assert.ok(Math.abs(three.standardError - estimateFromSessions([0.1, 0.12, 0.08]).standardError) < 1e-12);
  assert.equal(estimateOverMachines(machines([0.1], [0.12], [0.08], [0.1]), ALONE).degreesOfFreedom, 3);
});

test('what the clocks hide is no less on many machines', () => {
  const sessions = Array.from({ length: 20 }, () => [0.1, 0.1001, 0.0999]);
  const { standardError } = estimateOverMachines(machines(...sessions), ALONE, 0.04 ** 2);
  assert.ok(standardError >= 0.04);
});

// Time for runs whose lab, target and agent are all in this process.

import type { Clock } from '../../../src/base/clock.ts';

/**
 * Quicker time passes so much faster while they work: a budget buys what the test needs, and less of the
 * same.
 */
const SPEED = 3;

/** Milliseconds for which this process has worked, however much of the machine others had. */
function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * However much of the machine others take, a budget buys the same, so a test may count what it bought. Not
 * for runs that wait for timers or for other processes: for those no time passes meanwhile.
 */
export const OWN_TIME: Clock = { nowMs: workedMs, date: () => new Date() };

export const QUICK_OWN_TIME: Clock = { nowMs: () => SPEED * workedMs(), date: () => new Date() };

/** For runs that wait too: while they do, time passes as for everybody. */
export const QUICK_TIME: Clock = {
  nowMs: () => performance.now() + (SPEED - 1) * workedMs(),
  date: () => new Date(),
};

// Time for runs whose lab, target and agent are all in this process: the time that it has worked. However
// much of the machine others take, a budget buys the same, so a test may count what it bought. Not for runs
// that wait for timers or for other processes: for those no time passes meanwhile.

import type { Clock } from '../../../src/base/clock.ts';

export const OWN_TIME: Clock = {
  nowMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  date: () => new Date(),
};

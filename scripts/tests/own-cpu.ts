// Counts the CPU time that a test run has used, including everything that it started: browsers and servers
// that left its session, and processes that ended. Source: proc_pid_stat(5).

import type { ProcessStat } from '../../src/drive/processes/proc-stat.ts';

/** Often enough to see a server before the process that started it is gone. */
const TRIES = 5;

/**
 * Remembers from look to look what is ours: a daemon has another parent, session and group than what started
 * it.
 */
export class OwnCpu {
  readonly #rootPid: number;
  #ours: ReadonlyMap<number, ProcessStat> = new Map();
  /** Ticks of processes that ended and that no process of ours collected. */
  #lostTicks = 0;

  /** `rootPid`: the process whose descendants are ours. */
  constructor(rootPid: number) {
    this.#rootPid = rootPid;
  }

  /**
   * Clock ticks since the root began, kernel threads included: they work for the processes that call them.
   */
  look(processes: readonly ProcessStat[]): number {
    const before = this.#ours;
    const now = this.#among(processes);
    for (const [pid, { parent, cpuTicks, collectedTicks }] of before) {
      if (!now.has(pid) && !before.has(parent)) this.#lostTicks += cpuTicks + collectedTicks;
    }
    this.#ours = now;
    let ticks = this.#lostTicks;
    for (const { cpuTicks, collectedTicks } of now.values()) ticks += cpuTicks + collectedTicks;
    for (const { group, cpuTicks } of processes) if (group === 0) ticks += cpuTicks;
    return ticks;
  }

  #among(processes: readonly ProcessStat[]): ReadonlyMap<number, ProcessStat> {
    const root = processes.find(({ pid }) => pid === this.#rootPid);
    const ours = new Map(processes.filter(({ pid }) => this.#ours.has(pid)).map((each) => [each.pid, each]));
    if (root !== undefined) ours.set(root.pid, root);
    for (let size = -1; size < ours.size; ) {
      size = ours.size;
      // The session and group of the root are those of the shell that started it, and of others.
      const apart = [...ours.values()].filter(({ session }) => session !== root?.session);
      const sessions = new Set(apart.map(({ session }) => session));
      for (const each of processes) {
        const isApart = each.session !== 0 && sessions.has(each.session);
        if (ours.has(each.parent) || isApart) ours.set(each.pid, each);
      }
    }
    return ours;
  }
}

/**
 * A list in which nobody is missing whose time its parent does not have yet: read again while processes end
 * under our eyes.
 */
export function readSettled(read: () => readonly ProcessStat[]): readonly ProcessStat[] {
  let processes = read();
  for (let tries = 1; tries < TRIES; tries++) {
    const again = read();
    const pids = new Set(again.map(({ pid }) => pid));
    const hasEnded = processes.some(({ pid }) => !pids.has(pid));
    processes = again;
    if (!hasEnded) return processes;
  }
  return processes;
}

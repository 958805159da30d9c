// How much of the machine others had while a session ran: stolen by the hypervisor, waited for (pressure
// stall information), and used by processes that are not ours. Sources: proc_stat(5), proc_pid_stat(5),
// kernel PSI.

import { pid as ownPid } from 'node:process';
import type { Clock } from '../../base/clock.ts';
import { type ReadText, readSystemFile } from '../machine/system-files.ts';
import { type ProcessStat, readProcesses } from './proc-stat.ts';

/** Shares of all cores' time, 0 to 1; null where the system does not tell. Shapes as in SessionFacts. */
export interface CpuSeen {
  readonly cpuStealShare: number | null;
  /** Share of the time in which something that could run had to wait for a core. */
  readonly cpuPressureShare: number | null;
  readonly loadOutsideShare: number | null;
}

export interface CpuWatch {
  /**
   * Call it now and then: processes that end between two looks are lost with what they used since the last.
   */
  look(): void;
  /** Call it before our processes are closed. */
  stop(): CpuSeen;
}

export interface CpuSource {
  readonly read: ReadText;
  readonly processes: () => readonly ProcessStat[];
  readonly ownPid: number;
}

const SYSTEM: CpuSource = { read: readSystemFile, processes: readProcesses, ownPid };

/**
 * `groups`: the process groups (RunningAgent.pid, RunningTarget.pid) that count as ours, beside this process.
 */
export function watchCpu(groups: readonly number[], clock: Clock, source: CpuSource = SYSTEM): CpuWatch {
  const isOurs = (it: ProcessStat) =>
    it.pid === source.ownPid || groups.includes(it.group) || groups.includes(it.session);
  const startMs = clock.nowMs();
  const machineBefore = readMachine(source.read);
  const pressureBefore = readPressureMs(source.read);
  const before = new Map<number, number>();
  const latest = new Map<number, number>();
  for (const it of source.processes().filter(isOurs)) before.set(it.pid, it.cpuTicks);

  const look = () => {
    for (const it of source.processes().filter(isOurs)) latest.set(it.pid, it.cpuTicks);
  };
  const ourTicks = () => {
    let ticks = 0;
    for (const [pid, seen] of latest) ticks += Math.max(0, seen - (before.get(pid) ?? 0));
    return ticks;
  };
  return {
    look,
    stop: () => {
      look();
      const machine = difference(machineBefore, readMachine(source.read));
      const pressureMs = readPressureMs(source.read);
      const wallMs = clock.nowMs() - startMs;
      return {
        cpuStealShare: machine === null ? null : machine.steal / machine.total,
        cpuPressureShare: pressureShare(pressureBefore, pressureMs, wallMs),
        loadOutsideShare: machine === null ? null : Math.max(0, machine.busy - ourTicks()) / machine.total,
      };
    },
  };
}

interface MachineTicks {
  readonly busy: number;
  readonly steal: number;
  readonly total: number;
}

/**
 * cpu user nice system idle iowait irq softirq steal guest guest_nice; guests are counted in user and nice.
 */
function readMachine(read: ReadText): MachineTicks | null {
  const line = /^cpu +(.*)$/m.exec(read('/proc/stat') ?? '')?.[1];
  if (line === undefined) return null;
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = line
    .trim()
    .split(/ +/)
    .map(Number);
  const busy = user + nice + system + irq + softirq;
  return { busy, steal, total: busy + idle + iowait + steal };
}

function difference(before: MachineTicks | null, after: MachineTicks | null): MachineTicks | null {
  if (before === null || after === null || after.total <= before.total) return null;
  return {
    busy: after.busy - before.busy,
    steal: after.steal - before.steal,
    total: after.total - before.total,
  };
}

/** Time since boot in which at least one task waited for a core. */
function readPressureMs(read: ReadText): number | null {
  const micros = /^some .*\btotal=(\d+)/m.exec(read('/proc/pressure/cpu') ?? '')?.[1];
  return micros === undefined ? null : Number(micros) / 1_000;
}

function pressureShare(beforeMs: number | null, afterMs: number | null, wallMs: number): number | null {
  if (beforeMs === null || afterMs === null || wallMs <= 0) return null;
  return Math.min(1, Math.max(0, afterMs - beforeMs) / wallMs);
}

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
  /** CPU time of each of ours, ms. */
  readonly cpuMs: (CpuTimes & { readonly clients?: number }) | null;
  /** What of it each target used; absent where the session has one. */
  readonly targetsCpuMs?: Readonly<Record<string, number>> | null;
}

export type CpuTimes = Readonly<Record<Party, number>>;
export type Party = 'lab' | 'agent' | 'target' | 'link';

/** Process groups (RunningAgent.pid, RunningTarget.pid) of a session, beside the lab's own process. */
export interface OwnGroups {
  readonly agent: readonly number[];
  readonly target: readonly number[];
  /** Name → its group, where there are several. */
  readonly targets?: ReadonlyMap<string, number>;
  /** What emulates the network; empty on loopback. */
  readonly link: readonly number[];
  /** What makes load, and a copy of the target that takes it; absent: no other clients are part of it. */
  readonly clients?: readonly number[];
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

/** Kernel threads have group 0, and so has an agent that runs on another machine. */
const NO_GROUP = 0;
/** Of the times in /proc: 100 a second on Linux, whatever the kernel's own tick. */
const TICK_MS = 10;

export function watchCpu(groups: OwnGroups, clock: Clock, source: CpuSource = SYSTEM): CpuWatch {
  const startMs = clock.nowMs();
  const machineBefore = readMachine(source.read);
  const pressureBefore = readPressureMs(source.read);
  const before = new Map<number, number>();
  const latest = new Map<
    number,
    { readonly whose: Party | 'clients'; readonly target: string | null; readonly ticks: number }
  >();
  const eachOfOurs = (take: (it: ProcessStat, whose: Party | 'clients') => void) => {
    for (const it of source.processes()) {
      const whose = ownerOf(it, groups, source.ownPid);
      if (whose !== null) take(it, whose);
    }
  };
  eachOfOurs(({ pid, cpuTicks }) => before.set(pid, cpuTicks));
  const look = () =>
    eachOfOurs((it, whose) => {
      const ticks = Math.max(0, it.cpuTicks - (before.get(it.pid) ?? 0));
      latest.set(it.pid, { whose, target: targetWith(it, groups), ticks });
    });
  return {
    look,
    stop: () => {
      look();
      const machine = difference(machineBefore, readMachine(source.read));
      const pressureMs = readPressureMs(source.read);
      const wallMs = clock.nowMs() - startMs;
      const ours = { lab: 0, agent: 0, target: 0, link: 0, clients: 0 };
      for (const { whose, ticks } of latest.values()) ours[whose] += ticks * TICK_MS;
      const targets = groups.targets && machine !== null ? targetsMs(groups.targets, latest.values()) : null;
      const ourTicks = Object.values(ours).reduce((sum, ms) => sum + ms, 0) / TICK_MS;
      return {
        cpuStealShare: machine === null ? null : machine.steal / machine.total,
        cpuPressureShare: pressureShare(pressureBefore, pressureMs, wallMs),
        loadOutsideShare: machine === null ? null : Math.max(0, machine.busy - ourTicks) / machine.total,
        cpuMs: machine === null ? null : timesOf(ours, groups),
        ...(groups.targets !== undefined && { targetsCpuMs: targets }),
      };
    },
  };
}

/** Without other clients, the times say nothing of them. */
function timesOf({ clients, ...ours }: CpuTimes & { readonly clients: number }, groups: OwnGroups) {
  return groups.clients === undefined ? ours : { ...ours, clients };
}

function ownerOf({ pid, group, session }: ProcessStat, groups: OwnGroups, ownPid: number) {
  if (pid === ownPid) return 'lab';
  const isIn = (leaders: readonly number[]) => leaders.some((leader) => isLedBy({ group, session }, leader));
  if (isIn(groups.agent)) return 'agent';
  if (isIn(groups.target)) return 'target';
  if (isIn(groups.clients ?? [])) return 'clients';
  return isIn(groups.link) ? 'link' : null;
}

function isLedBy({ group, session }: Pick<ProcessStat, 'group' | 'session'>, leader: number): boolean {
  return leader !== NO_GROUP && (leader === group || leader === session);
}

/** null where it is of no target, or where there is one only. */
function targetWith(it: ProcessStat, { targets }: OwnGroups): string | null {
  return [...(targets ?? [])].find(([, leader]) => isLedBy(it, leader))?.[0] ?? null;
}

function targetsMs(
  targets: ReadonlyMap<string, number>,
  used: Iterable<{ readonly target: string | null; readonly ticks: number }>,
): Record<string, number> {
  const ms = Object.fromEntries([...targets.keys()].map((name) => [name, 0]));
  for (const { target, ticks } of used) if (target !== null) ms[target]! += ticks * TICK_MS;
  return ms;
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

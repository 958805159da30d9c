// Reads which processes there are and how much CPU time they used from /proc/<pid>/stat (proc_pid_stat(5)).
// On systems without /proc the list is empty.

import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessStat {
  readonly pid: number;
  /** R, S, D, Z (dead, waiting to be collected), … */
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** User and system time of its own threads, in clock ticks (100 a second on Linux). */
  readonly cpuTicks: number;
  /** The time that its collected children, and theirs, had used when they ended. */
  readonly collectedTicks: number;
}

/**
 * The name of the program stands in parentheses and may hold anything, so the fields are counted after the
 * last one.
 */
export function parseProcessStat(line: string): ProcessStat | null {
  const nameEnd = line.lastIndexOf(') ');
  if (nameEnd < 0) return null;
  const pid = Number.parseInt(line, 10);
  const fields = line.slice(nameEnd + 2).split(' ');
  const number = (index: number) => Number(fields[index] ?? 'x');
  const cpuTicks = number(11) + number(12);
  const collectedTicks = number(13) + number(14);
  if (!Number.isInteger(pid) || !Number.isFinite(cpuTicks + collectedTicks)) return null;
  const [parent, group, session] = [number(1), number(2), number(3)];
  return { pid, state: fields[0]!, parent, group, session, cpuTicks, collectedTicks };
}

/** All processes that can be seen now; those that end while we read are left out. */
export function readProcesses(): ProcessStat[] {
  const processes: ProcessStat[] = [];
  for (const entry of listProc()) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = readStat(entry);
    if (stat !== null) processes.push(stat);
  }
  return processes;
}

/** The living members of a process group and of the session that its leader opened. */
export function livingMembers(leader: number, processes: readonly ProcessStat[]): ProcessStat[] {
  return processes.filter(
    ({ group, session, state }) => (group === leader || session === leader) && state !== 'Z' && state !== 'X',
  );
}

function listProc(): string[] {
  try {
    return readdirSync('/proc');
  } catch {
    return [];
  }
}

function readStat(pid: string): ProcessStat | null {
  try {
    return parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return null;
  }
}

/** Of Linux, whatever the kernel's own tick. */
const TICK_MS = 10;

/**
 * CPU time that the living processes of these groups have used, and what ended among their children, ms; null
 * where the system does not say.
 */
export function cpuMsOfGroups<Name extends string>(
  groups: Readonly<Record<Name, readonly number[]>>,
): Record<Name, number> | null {
  const processes = readProcesses();
  if (processes.length === 0) return null;
  const ms = Object.entries<readonly number[]>(groups).map(([name, leaders]) => {
    const own = membersOf(leaders, processes);
    const ticks = own.reduce((sum, { cpuTicks, collectedTicks }) => sum + cpuTicks + collectedTicks, 0);
    return [name, ticks * TICK_MS];
  });
  return Object.fromEntries(ms) as Record<Name, number>;
}

function membersOf(leaders: readonly number[], processes: readonly ProcessStat[]): ProcessStat[] {
  return processes.filter(({ group, session }) => leaders.some((pid) => pid === group || pid === session));
}

/**
 * How long the living threads of these groups were ready to run while others had their cores, ms; null where
 * the system does not say.
 */
export function waitedMsOfGroups(leaders: readonly number[]): number | null {
  const waitedMs = membersOf(leaders, readProcesses())
    .flatMap(({ pid }) => readSchedstats(pid))
    .flatMap((line) => parseWaitedMs(line) ?? []);
  return waitedMs.length === 0 ? null : waitedMs.reduce((sum, ms) => sum + ms, 0);
}

/** `/proc/<pid>/schedstat`: ns on a core, ns ready without one, and how often it had one. */
export function parseWaitedMs(line: string): number | null {
  const waitedNs = /^\d+ (\d+) \d+$/.exec(line.trim())?.[1];
  return waitedNs === undefined ? null : Number(waitedNs) / 1e6;
}

/** A line for each thread; none of a process that has ended, and where the kernel keeps no such count. */
function readSchedstats(pid: number): string[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1'));
  } catch {
    return [];
  }
}

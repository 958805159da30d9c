// Finds whether the machine was disturbed while a test file ran: by its host, which stole time or stood
// still, or by processes that are not of the test run. Only then does a failed file get a second try
// (scripts/tests/second-tries.ts). Source: proc_stat(5).

import { pid } from 'node:process';
import { type ReadText, readSystemFile } from '../../src/drive/machine/system-files.ts';
import { type ProcessStat, readProcesses } from '../../src/drive/processes/proc-stat.ts';
import { OwnCpu, readSettled } from './own-cpu.ts';
import { Stalls } from './stalls.ts';

/**
 * Of all cores' time in the worst window. If others have a core for two seconds of five, the measured work is
 * late. Where all cores are busy with our own work, a thread waits for one some 50 ms at most.
 */
export const DISTURBED_FROM = { stealShare: 0.05, outsideShare: 0.2, stallMs: 150 };

export const WINDOW_MS = 5_000;

/** Clock ticks of all cores since the machine started. */
export interface CpuSample {
  readonly atMs: number;
  readonly total: number;
  readonly steal: number;
  /** Work of programs and of the kernel for them, interrupts aside. */
  readonly busy: number;
  /** The part of `busy` that the test run and kernel threads had. */
  readonly own: number;
}

/** Shares of all cores' time, each in its own worst window. */
export interface Disturbance {
  readonly stealShare: number;
  readonly outsideShare: number;
  /** The longest time that nothing ran at all; absent: nobody looked. */
  readonly stallMs?: number;
}

/**
 * null if there is no window because the system does not tell. A file that is shorter than a window is judged
 * by the window around it.
 */
export function worstDisturbance(
  samples: readonly CpuSample[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Disturbance | null {
  const windows = samples.flatMap((last, i): Disturbance[] => {
    const first = samples.slice(0, i).findLast(({ atMs }) => last.atMs - atMs >= WINDOW_MS);
    if (first === undefined || last.atMs <= fromMs || first.atMs >= toMs || last.total <= first.total)
      return [];
    const share = (ticks: number) => Math.max(0, ticks) / (last.total - first.total);
    const outsideTicks = last.busy - first.busy - (last.own - first.own);
    return [{ stealShare: share(last.steal - first.steal), outsideShare: share(outsideTicks) }];
  });
  if (windows.length === 0) return null;
  return {
    stealShare: Math.max(...windows.map(({ stealShare }) => stealShare)),
    outsideShare: Math.max(...windows.map(({ outsideShare }) => outsideShare)),
  };
}

export function isDisturbed(seen: Disturbance | null): boolean {
  if (seen === null) return false;
  const { stealShare, outsideShare, stallMs } = DISTURBED_FROM;
  return seen.stealShare >= stealShare || seen.outsideShare >= outsideShare || (seen.stallMs ?? 0) >= stallMs;
}

/** With the bounds, so that everybody sees why a file is tried again, or is not. */
export function sayDisturbance(seen: Disturbance | null): string {
  if (seen === null) return 'the system does not tell who had its cores';
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const { stealShare, outsideShare } = DISTURBED_FROM;
  const stolen = `${percent(seen.stealShare)} stolen (bound ${percent(stealShare)})`;
  const outside = `${percent(seen.outsideShare)} used by others (bound ${percent(outsideShare)})`;
  const shares = `of the cores' time in the worst ${WINDOW_MS / 1_000} s: ${stolen}, ${outside}`;
  const { stallMs } = seen;
  if (stallMs === undefined) return shares;
  return `${shares}; it stood still for ${Math.round(stallMs)} ms (bound ${DISTURBED_FROM.stallMs} ms)`;
}

export interface DisturbanceWatch {
  /** The worst disturbance in a time that has passed, on the clock of `performance.now()`. */
  worstIn(fromMs: number, toMs: number): Disturbance | null;
  stop(): void;
}

export interface DisturbanceSource {
  readonly read: ReadText;
  readonly processes: () => readonly ProcessStat[];
  readonly rootPid: number;
  readonly nowMs: () => number;
}

const LOOK_EVERY_MS = 1_000;

export function watchThisMachine(): DisturbanceWatch {
  const nowMs = () => performance.now();
  return watchDisturbance({ read: readSystemFile, processes: readProcesses, rootPid: pid, nowMs });
}

/** Looks once a second from now on. */
function watchDisturbance(source: DisturbanceSource): DisturbanceWatch {
  const stalls = new Stalls();
  const own = new OwnCpu(source.rootPid);
  const samples: CpuSample[] = [];
  const look = () => {
    const sample = takeSample(source, own);
    if (sample !== null) samples.push(sample);
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    worstIn: (fromMs, toMs) => {
      look();
      const shares = worstDisturbance(samples, { fromMs, toMs });
      return shares && { ...shares, stallMs: stalls.longestIn(fromMs, toMs) };
    },
    stop: () => {
      clearInterval(timer);
      stalls.stop();
    },
  };
}

/** null if the system does not tell. */
export function takeSample(source: DisturbanceSource, own: OwnCpu): CpuSample | null {
  const ownTicks = own.look(readSettled(source.processes));
  const line = /^cpu +(.*)$/m.exec(source.read('/proc/stat') ?? '')?.[1];
  if (line === undefined) return null;
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = line
    .trim()
    .split(/ +/)
    .map(Number);
  const busy = user + nice + system;
  return {
    atMs: source.nowMs(),
    total: busy + idle + iowait + irq + softirq + steal,
    steal,
    busy,
    own: ownTicks,
  };
}

// Finds whether the machine was disturbed while a test file ran: by its host, which stole time, or by
// processes that are not of the test run. Only then does a failed file get a second try (scripts/test.ts).
// Source: proc_stat(5).

import type { ReadText } from '../src/drive/machine/system-files.ts';
import type { ProcessStat } from '../src/drive/processes/proc-stat.ts';
import { OwnCpu, readSettled } from './own-cpu.ts';

/**
 * Of all cores' time in the worst window. If others have a core for two seconds of five, the measured work is
 * late.
 */
export const DISTURBED_FROM = { stealShare: 0.05, outsideShare: 0.2 };

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
  return seen.stealShare >= DISTURBED_FROM.stealShare || seen.outsideShare >= DISTURBED_FROM.outsideShare;
}

/** With the bounds, so that everybody sees why a file is tried again, or is not. */
export function sayDisturbance(seen: Disturbance | null): string {
  if (seen === null) return 'the system does not tell who had its cores';
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const { stealShare, outsideShare } = DISTURBED_FROM;
  const stolen = `${percent(seen.stealShare)} stolen (bound ${percent(stealShare)})`;
  const outside = `${percent(seen.outsideShare)} used by others (bound ${percent(outsideShare)})`;
  return `of the cores' time in the worst ${WINDOW_MS / 1_000} s: ${stolen}, ${outside}`;
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

/** Looks once a second from now on. */
export function watchDisturbance(source: DisturbanceSource): DisturbanceWatch {
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
      return worstDisturbance(samples, { fromMs, toMs });
    },
    stop: () => clearInterval(timer),
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

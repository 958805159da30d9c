// Clients at once, carried by a k6 of their own process group on cores of its own.

import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { Environment } from '../../base/environment.ts';
import { messageOf } from '../../base/errors.ts';
import { withoutSecret } from '../../wire/target-contract.ts';
import { type Placement, placed } from '../links/placement.ts';
import { sayExit } from '../processes/first-line.ts';
import type { Guardian } from '../processes/guardian.ts';
import { once } from '../processes/once.ts';
import { cpuMsOfGroups, waitedMsOfGroups } from '../processes/proc-stat.ts';
import { type RunningProcess, startProcess } from '../processes/process-group.ts';
import { coreShares, onCores } from './core-shares.ts';
import { builtK6, findK6, type K6Settings } from './k6-program.ts';
import { dueEveryMs, type K6Line, type K6Metric, k6Script, SETTLE_MS } from './k6-script.ts';
import type { LoadAsk, LoadDriver, LoadFigures, Percentiles, RunningLoad } from './load.ts';

export interface K6LoadSettings extends K6Settings {
  readonly tempDir: string;
  readonly clock: Clock;
}

/** k6 makes its clients before it begins: about 0.4 ms each on a quiet machine. */
const ASKS_WITHIN_MS = 60_000;
/** It sums up all that it has seen. */
const SUMS_UP_WITHIN_MS = 20_000;

export function k6LoadDriver(settings: K6LoadSettings, guardian: Guardian): LoadDriver {
  const program = once(() => builtK6(settings, guardian));
  const cores = once(() => coreShares(settings.env));
  return {
    find: async () => {
      await findK6(settings);
    },
    prepare: program,
    cores,
    placeOn: (some) => onCores(some, settings.env),
    start: async (ask) => {
      const { path } = await program();
      const place = await onCores(ask.cores.generator, settings.env);
      const k6 = await startK6(path, place, settings.env, settings.tempDir, guardian);
      const lines = readLines(k6);
      k6.stdin!.end(k6Script(ask));
      try {
        await lines.asking;
        // Its clients connect in this time, and what they see of it is left out.
        await Promise.race([delay(SETTLE_MS), lines.ended]);
      } catch (thrown) {
        await k6.close();
        throw new Error(`clients at once: ${messageOf(thrown)}`);
      }
      return running(k6, lines, ask, settings.clock);
    },
  };
}

const NEVER = new Promise<never>(() => {});

function startK6(
  path: string,
  place: Placement | null,
  env: Environment,
  cwd: string,
  guardian: Guardian,
): Promise<RunningProcess> {
  const args = [
    'run',
    '--quiet',
    '--no-color',
    '--no-usage-report',
    '--log-output=stdout',
    '--log-format=raw',
    // No server of its own that others could ask.
    '--address=',
    '-',
  ];
  // Settings of somebody's own tests (K6_OUT, K6_VUS) are none of this one's.
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('K6_')));
  const spec = { name: 'k6', path, args, env: own, cwd, stdin: true, stdout: true };
  return startProcess(placed(spec, place), guardian);
}

interface Lines {
  /** Rejects where it ends before, or says nothing for too long. */
  readonly asking: Promise<void>;
  /** Rejects when k6 ends by itself, which it never should. */
  readonly ended: Promise<never>;
  readonly seen: () => Extract<K6Line, { wirefare: 'seen' }> | null;
  readonly failure: () => string;
  /** Of its output, before its end. */
  readonly closed: Promise<void>;
}

function readLines({ stdout, exited }: RunningProcess): Lines {
  const asking = Promise.withResolvers<void>();
  let seen: Extract<K6Line, { wirefare: 'seen' }> | null = null;
  let failure = '';
  /** The last line that is not meant for us: why it cannot begin. */
  let other = '';
  const ended = exited.then((exit): never => {
    const said = exit.lastWords === '' && other !== '' ? { ...exit, lastWords: other } : exit;
    throw new Error(`k6 ${sayExit(said)}`);
  });
  ended.catch((thrown) => asking.reject(thrown));
  const timer = setTimeout(
    () => asking.reject(new Error(`k6 did not begin within ${ASKS_WITHIN_MS / 1_000} s`)),
    ASKS_WITHIN_MS,
  );
  asking.promise.catch(() => {}).finally(() => clearTimeout(timer));
  const reader = createInterface({ input: stdout! });
  const closed = new Promise<void>((resolve) => reader.once('close', resolve));
  // k6 quotes URLs where a request fails, and what it says may come to stand in a record.
  reader.on('line', (written) => {
    const text = withoutSecret(written);
    const line = parseLine(text);
    if (line === null) other = text.trim() === '' ? other : text;
    else if (line.wirefare === 'asking') asking.resolve();
    else if (line.wirefare === 'seen') seen = line;
    else if (failure === '') failure = line.what;
  });
  return { asking: asking.promise, ended, seen: () => seen, failure: () => failure, closed };
}

/** null for what k6 says of itself. */
export function parseLine(text: string): K6Line | null {
  if (!text.startsWith('{"wirefare":')) return null;
  try {
    return JSON.parse(text) as K6Line;
  } catch {
    return null;
  }
}

function running(k6: RunningProcess, lines: Lines, ask: LoadAsk, clock: Clock): RunningLoad {
  const groups = { generator: [k6.pid], ...ask.watched };
  const before = cpuMsOfGroups(groups);
  const waitedBefore = waitedMsOfGroups([k6.pid]);
  const startMs = clock.nowMs();
  let isStopping = false;
  const exited = k6.exited.then((exit) =>
    isStopping ? NEVER : { ...exit, lastWords: withoutSecret(exit.lastWords) },
  );
  return {
    pid: k6.pid,
    command: k6.command,
    exited,
    stop: async () => {
      isStopping = true;
      const after = cpuMsOfGroups(groups);
      const waitedAfter = waitedMsOfGroups([k6.pid]);
      const wallMs = clock.nowMs() - startMs;
      await k6.close(SUMS_UP_WITHIN_MS);
      await lines.closed;
      const seen = lines.seen();
      if (seen === null) throw new Error(`k6 did not sum up: ${sayExit(await k6.exited)}`);
      const cpuMs =
        before === null || after === null
          ? null
          : {
              generator: after.generator - before.generator,
              target: after.target - before.target,
              copy: after.copy - before.copy,
            };
      const generatorWaitedMs =
        waitedBefore === null || waitedAfter === null
          ? null
          : Math.max(0, Math.round(waitedAfter - waitedBefore));
      return { ...figures(seen, ask), failure: lines.failure(), wallMs, cpuMs, generatorWaitedMs };
    },
    close: async () => {
      isStopping = true;
      await k6.close();
    },
  };
}

function figures(
  { dropped, metrics }: Extract<K6Line, { wirefare: 'seen' }>,
  ask: LoadAsk,
): Omit<LoadFigures, 'failure' | 'wallMs' | 'cpuMs' | 'generatorWaitedMs'> {
  const { wait, lateness } = metrics;
  const failed = metrics.failed?.count ?? 0;
  const seen = { requests: (wait?.count ?? 0) + failed, failed, waitMs: percentiles(wait) };
  const everyMs = dueEveryMs(ask);
  if (everyMs === null) return { ...seen, dropped: null, latenessMs: null };
  const whileSettling = Math.min(dropped, droppedWhileSettling(metrics.settling?.count ?? 0, everyMs));
  const counted = dropped - whileSettling;
  return {
    ...seen,
    dropped: counted,
    // Requests are numbered as they begin. Those that were dropped before the count began make all later ones
    // seem late by as much; where some were dropped in it, nobody knows when the others were due.
    latenessMs: counted === 0 ? earlier(percentiles(lateness), whileSettling * everyMs) : null,
  };
}

/** How many k6 dropped before the count began it does not say. How many were due in that time is known. */
function droppedWhileSettling(begun: number, everyMs: number): number {
  return Math.max(0, Math.ceil(SETTLE_MS / everyMs) - begun);
}

function earlier(late: Percentiles | null, ms: number): Percentiles | null {
  if (late === null || ms === 0) return late;
  const by = (value: number) => Math.max(0, value - ms);
  return {
    mean: by(late.mean),
    p50: by(late.p50),
    p90: by(late.p90),
    p95: by(late.p95),
    p99: by(late.p99),
    max: by(late.max),
  };
}

function percentiles(metric: K6Metric | null): Percentiles | null {
  if (metric === null || !((metric.count ?? 0) > 0)) return null;
  const of = (name: string) => metric[name] ?? Number.NaN;
  return {
    mean: of('avg'),
    p50: of('med'),
    p90: of('p(90)'),
    p95: of('p(95)'),
    p99: of('p(99)'),
    max: of('max'),
  };
}

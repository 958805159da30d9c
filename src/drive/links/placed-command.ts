// A command of the user's own in one of the places of a link, with the user's own stdin, stdout and stderr.
// Unlike what a run starts, nobody reads what it says, and it may be a shell that wants the terminal.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { kill } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { EnvironmentError, messageOf } from '../../base/errors.ts';
import type { Guardian } from '../processes/guardian.ts';
import { livingMembers, readProcesses } from '../processes/proc-stat.ts';
import { type Placement, placed } from './placement.ts';

export interface CommandSpec {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** null: where the lab is. */
  readonly place: Placement | null;
  /**
   * terminal: it stays in our process group, so that the terminal is its own and Ctrl-C reaches it · apart: a
   * group of its own, with our stdin · behind: likewise, without stdin, and what it says goes to stderr.
   */
  readonly manner: 'terminal' | 'apart' | 'behind';
}

export interface RunningCommand {
  readonly pid: number;
  /**
   * As a shell would answer it: its code, or 128 and the number of the signal that ended it. Never rejects.
   */
  readonly exitCode: Promise<number>;
  signal(signal: 'SIGINT' | 'SIGTERM'): void;
  /** Ends it and all that it started in its group. Safe to call twice, and when it is gone. */
  close(): Promise<void>;
}

const GRACE_MS = 2_000;
const POLL_MS = 20;
const STDIO = {
  terminal: 'inherit',
  apart: 'inherit',
  behind: ['ignore', 2, 2],
} as const;

/** Throws an EnvironmentError where it cannot be started. */
export async function startCommand(spec: CommandSpec, guardian: Guardian): Promise<RunningCommand> {
  const { path, args } = placed(spec, spec.place);
  const ownGroup = spec.manner !== 'terminal';
  // Found by this mark when the lab is gone, whatever group or session it has gone to.
  const env = { ...spec.env, WIREFARE_FOLDER: `${guardian.folder()}/` };
  const stdio = STDIO[spec.manner];
  const child = spawn(path, [...args], {
    cwd: spec.cwd,
    env,
    detached: ownGroup,
    stdio: typeof stdio === 'string' ? stdio : [...stdio],
  });
  const { pid } = child;
  if (pid === undefined) {
    const error = await new Promise<Error>((resolve) => child.once('error', resolve));
    const tried = [path, ...args].join(' ');
    throw new EnvironmentError(`start ${spec.path}: ${messageOf(error)}`, [tried], `install ${spec.path}`);
  }
  if (ownGroup) guardian.watch(pid);
  const exitCode = new Promise<number>((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
  const send = (signal: NodeJS.Signals) => trySignal(ownGroup ? -pid : pid, signal);
  return {
    pid,
    exitCode,
    signal: send,
    close: async () => {
      const isGone = ownGroup
        ? () => livingMembers(pid, readProcesses()).length === 0
        : () => hasEnded(exitCode);
      await endBy(send, isGone);
      if (ownGroup) guardian.release(pid);
    },
  };
}

/** Asked politely first, killed after two seconds. */
async function endBy(
  send: (signal: NodeJS.Signals) => void,
  isGone: () => boolean | Promise<boolean>,
): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (await isGone()) return;
    send(signal);
    for (let waitedMs = 0; waitedMs < GRACE_MS && !(await isGone()); waitedMs += POLL_MS)
      await delay(POLL_MS);
  }
}

async function hasEnded(exitCode: Promise<number>): Promise<boolean> {
  const pending = Symbol('pending');
  return (await Promise.race([exitCode, Promise.resolve(pending)])) !== pending;
}

function trySignal(target: number, signal: NodeJS.Signals): void {
  try {
    kill(target, signal);
  } catch {
    // It is gone.
  }
}

/** `0A` in the state column of /proc/net/tcp. */
const LISTENING = '0A';

/**
 * Waits until something listens on a TCP port in the network namespace of `pid` that did not before, `pid`
 * ends, or the time is over.
 */
export async function untilListening(
  pid: number,
  before: ReadonlySet<string>,
  limitMs: number,
): Promise<'listening' | 'gone' | 'late'> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += POLL_MS) {
    const now = listenersAt(pid);
    if (now === null) return 'gone';
    if ([...now].some((socket) => !before.has(socket))) return 'listening';
    await delay(POLL_MS);
  }
  return 'late';
}

/**
 * Local addresses of the listening TCP sockets there; null where the process is gone or the system does not
 * tell.
 */
export function listenersAt(pid: number | 'self'): ReadonlySet<string> | null {
  try {
    const lines = ['tcp', 'tcp6'].flatMap((name) =>
      readFileSync(`/proc/${pid}/net/${name}`, 'utf8').split('\n'),
    );
    const fields = lines.map((line) => line.trim().split(/\s+/));
    return new Set(fields.filter(([, , , state]) => state === LISTENING).map(([, address]) => address!));
  } catch {
    return null;
  }
}

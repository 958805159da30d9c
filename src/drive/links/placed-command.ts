// Runs a command of the user in one of the places of a link, with the user's own stdin, stdout and stderr.
// Unlike with processes of a run, nobody reads its output, and it may be a shell that wants the terminal.

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
  /** null if the command runs where the lab is. */
  readonly place: Placement | null;
  /**
   * terminal: it stays in our process group, so that it has the terminal and Ctrl-C reaches it · apart: it
   * gets a group of its own, with our stdin · behind: it gets a group of its own, without stdin, and its
   * output goes to stderr.
   */
  readonly manner: 'terminal' | 'apart' | 'behind';
}

export interface RunningCommand {
  readonly pid: number;
  /**
   * The exit code that a shell would give: its code, or 128 and the number of the signal that ended it. Never
   * rejects.
   */
  readonly exitCode: Promise<number>;
  signal(signal: 'SIGINT' | 'SIGTERM'): void;
  /** Ends it and all that it started in its group. Safe to call twice, and after it has ended. */
  close(): Promise<void>;
}

const GRACE_MS = 2_000;
const POLL_MS = 20;
const STDIO = {
  terminal: 'inherit',
  apart: 'inherit',
  behind: ['ignore', 2, 2],
} as const;

/** Throws an EnvironmentError if it cannot be started. */
export async function startCommand(spec: CommandSpec, guardian: Guardian): Promise<RunningCommand> {
  const { path, args } = placed(spec, spec.place);
  const ownGroup = spec.manner !== 'terminal';
  // When the lab is gone, this mark finds the process whatever group or session it has moved to.
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

/** Asks it to end, and kills it after two seconds. */
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
    // It has ended already.
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
 * Local addresses of the listening TCP sockets there; null if the process is gone or the system does not say.
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

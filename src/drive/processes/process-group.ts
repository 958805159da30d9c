// Starts a child in a session and process group of its own, so that it can be ended with everything that it
// started: browsers leave helpers behind if only their first process is ended. Windows has no groups; there
// it is ended with those that descend from it. Arguments are arrays, never a shell's string.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { kill } from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { EnvironmentError, messageOf } from '../../base/errors.ts';
import { systemHere } from '../machine/system.ts';
import type { ExitInfo } from './exit-info.ts';
import type { Guardian } from './guardian.ts';
import { livingMembers, readProcesses } from './proc-stat.ts';
import { endTree } from './process-tree.ts';

const KEPT_LINES = 20;
const GRACE_MS = 2_000;
const KILLED_WITHIN_MS = 5_000;
const POLL_MS = 20;
/** User, password and what else a Grid is asked with. */
const FOR_GRID = /^WIREFARE_GRID_/;

export interface ProcessSpec {
  /** Its name in messages: `firefox`, `target node`. */
  readonly name: string;
  readonly path: string;
  readonly args: readonly string[];
  /** The whole environment; nothing is inherited. What is for a Grid alone is left out, see `asksGrid`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** It is what asks a Grid: no other program is told the user and the password for that. */
  readonly asksGrid?: boolean;
  readonly cwd: string;
  /** Gives it a stdin that stays open as long as we live; otherwise it has none. */
  readonly stdin?: boolean;
  /** Hands out its stdout, which the caller must read; otherwise stdout is thrown away. */
  readonly stdout?: boolean;
  /** Hands out its file descriptor 3, which the caller must read. */
  readonly fd3?: boolean;
  /** It is a Node, and values go to it and come from it (`Channel`). */
  readonly channel?: boolean;
  /** On Windows its arguments reach it as they stand here, and not each in quotes. */
  readonly verbatim?: boolean;
  /** Lines of stderr that say nothing; they are kept out of its last words. */
  readonly noise?: RegExp;
  /** What installs the program if it is missing; if absent, `name` is the package. */
  readonly remedy?: string;
}

export interface RunningProcess {
  readonly pid: number;
  readonly command: readonly string[];
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly fd3: Readable | null;
  readonly channel: Channel | null;
  /** Resolves when the first process is gone. Never rejects. */
  readonly exited: Promise<ExitInfo>;
  /**
   * SIGTERM to the whole group, SIGKILL after `graceMs` (2 s), returns when the group is gone; on Windows all
   * of it ends at once. Safe to call twice.
   */
  close(graceMs?: number): Promise<void>;
  /** Closes its stdin and hears no more of it: it ends by itself some time, and nobody waits for that. */
  abandon(): void;
}

/** Values between us and a Node that we started, copied as `structuredClone` copies them. */
export interface Channel {
  /** What it hears no more, since it has ended, is lost: its exit says so. */
  send(value: object): void;
  /** Told every value that it sends. */
  hear(listen: (value: unknown) => void): void;
}

/** Throws an EnvironmentError that names the attempt: `start firefox: no such file /usr/bin/firefox`. */
export async function startProcess(
  spec: ProcessSpec,
  guardian: Pick<Guardian, 'folder' | 'watch' | 'release'>,
): Promise<RunningProcess> {
  // The guardian must run before anything that it guards.
  guardian.folder();
  const isWindows = systemHere() === 'windows';
  const child = spawn(spec.path, [...spec.args], {
    cwd: spec.cwd,
    env: spec.asksGrid === true ? { ...spec.env } : withoutGrid(spec.env),
    // On Windows that would be a window of its own.
    detached: !isWindows,
    windowsHide: true,
    windowsVerbatimArguments: spec.verbatim === true,
    stdio: [
      spec.stdin ? 'pipe' : 'ignore',
      spec.stdout ? 'pipe' : 'ignore',
      'pipe',
      spec.fd3 ? 'pipe' : 'ignore',
      ...(spec.channel ? (['ipc'] as const) : []),
    ],
    ...(spec.channel && { serialization: 'advanced' as const }),
  });
  const pid = child.pid;
  if (pid === undefined) throw await startFailure(spec, child);
  guardian.watch(pid);
  child.stdin?.on('error', () => {});
  const exited = waitForExit(child, spec.noise);
  let closing: Promise<void> | null = null;
  return {
    pid,
    command: [spec.path, ...spec.args],
    stdin: child.stdin,
    stdout: child.stdout,
    fd3: (child.stdio[3] ?? null) as Readable | null,
    channel: spec.channel ? channelTo(child) : null,
    exited,
    close: (graceMs = GRACE_MS) => {
      const end = () => (isWindows ? endWithTree(pid, exited, spec) : endGroup(pid, graceMs, spec.name));
      closing ??= end().then(async () => {
        await exited;
        guardian.release(pid);
      });
      // Whoever waits for it hears how it failed. Whoever does not, since somebody else will, must not have
      // the lab end by that.
      closing.catch(() => {});
      return closing;
    },
    abandon: () => {
      for (const stream of child.stdio) stream?.destroy();
      child.unref();
    },
  };
}

function channelTo(child: ChildProcess): Channel {
  return {
    send: (value) => void child.send(value, () => {}),
    hear: (listen) => void child.on('message', listen),
  };
}

function withoutGrid(env: ProcessSpec['env']): ProcessSpec['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !FOR_GRID.test(name)));
}

async function startFailure(spec: ProcessSpec, child: ChildProcess): Promise<EnvironmentError> {
  const error = await new Promise<NodeJS.ErrnoException>((resolve) => child.once('error', resolve));
  const tried = [spec.path, ...spec.args].join(' ');
  if (error.code !== 'ENOENT') {
    const why = error.code === 'EACCES' ? `not allowed to run ${spec.path}` : messageOf(error);
    return new EnvironmentError(
      `start ${spec.name}: ${why}`,
      [tried],
      `make ${spec.path} a program that can be run`,
    );
  }
  const missing = existsSync(spec.cwd) ? `no such file ${spec.path}` : `no such folder ${spec.cwd}`;
  return new EnvironmentError(
    `start ${spec.name}: ${missing}`,
    [tried],
    spec.remedy ?? `install ${spec.name}`,
  );
}

/** Its stderr may arrive after its end, and a helper that outlives it may keep the pipe open. */
function waitForExit(child: ChildProcess, noise?: RegExp): Promise<ExitInfo> {
  const lines = keepLastLines(child.stderr!, noise);
  return new Promise((resolve) => {
    child.once('exit', async (code, signal) => {
      await Promise.race([new Promise((closed) => child.once('close', closed)), delay(200)]);
      resolve({ code, signal, lastWords: lines().join('\n') });
    });
  });
}

/** Reads the stream and returns a function that gives its last lines that say something. */
export function keepLastLines(stream: Readable, noise = /^\s*$/): () => string[] {
  let lines: string[] = [];
  let open = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const parts = (open + text).split('\n');
    open = parts.pop()!.slice(-2_000);
    lines = [...lines, ...parts.filter((line) => line.trim() !== '' && !noise.test(line))].slice(-KEPT_LINES);
  });
  stream.on('error', () => {});
  return () => (open.trim() === '' ? lines : [...lines, open]);
}

async function endWithTree(
  pid: number,
  exited: Promise<ExitInfo>,
  { name, env }: ProcessSpec,
): Promise<void> {
  await endTree(pid, env);
  const late = delay(KILLED_WITHIN_MS, 'late', { ref: false });
  if ((await Promise.race([exited, late])) === 'late')
    throw new Error(`end ${name}: process ${pid} is still there after taskkill`);
}

async function endGroup(leader: number, graceMs: number, name: string): Promise<void> {
  signalGroup(leader, 'SIGTERM');
  if (await goneWithin(leader, graceMs)) return;
  signalGroup(leader, 'SIGKILL');
  if (await goneWithin(leader, KILLED_WITHIN_MS)) return;
  throw new Error(`end ${name}: process group ${leader} is still there after SIGKILL`);
}

/** Members that took a group of their own but stayed in the session are signalled one by one. */
function signalGroup(leader: number, signal: NodeJS.Signals): void {
  trySignal(-leader, signal);
  for (const { pid, group } of livingMembers(leader, readProcesses())) {
    if (group !== leader) trySignal(pid, signal);
  }
}

function trySignal(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    kill(target, signal);
    return true;
  } catch {
    return false;
  }
}

/** Dead members that nobody collects stay in the group (containers without an init); they do not count. */
async function goneWithin(leader: number, limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    if (!trySignal(-leader, 0) && livingMembers(leader, readProcesses()).length === 0) return true;
    const processes = readProcesses();
    if (processes.length > 0 && livingMembers(leader, processes).length === 0) return true;
    if (waitedMs >= limitMs) return false;
    await delay(POLL_MS);
  }
}

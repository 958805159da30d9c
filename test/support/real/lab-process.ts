// The lab as its user starts it: a process in a folder of its own, and a search for whatever it left behind.

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from './browser-bench.ts';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface LabProcess {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** Resolves when `text` has stood on its stderr. */
  told(text: string): Promise<void>;
  /** What has stood on its stdout so far. */
  printed(): string;
  /** The same of its stderr. */
  toldSoFar(): string;
  kill(signal: NodeJS.Signals): void;
}

export interface Bench {
  /** The folder that labs run in; records go to `runs/` below it. */
  readonly dir: string;
  start(...args: string[]): LabProcess;
  /** The same, where no file may grow beyond so many kB. */
  startLimited(largestFileKb: number, ...args: string[]): LabProcess;
  /** Command lines of processes that carry this folder in their environment or arguments. */
  survivors(): string[];
  /** Waits until none is left, and answers those that are still there after `withinMs`. */
  survivorsAfter(withinMs: number): Promise<string[]>;
  /** Profiles and other temporary folders of the lab. */
  leftovers(): string[];
  remove(): void;
}

const MAIN = path.join(ROOT, 'src/main.ts');

export interface BenchOptions {
  /** Its labs hold their targets to the contract, whoever did so before in this run of tests. */
  readonly verifiesAnew?: boolean;
  /** What its labs, and what they start, find in their environment besides. */
  readonly env?: Readonly<Record<string, string>>;
}

export function labBench({ verifiesAnew = false, env = {} }: BenchOptions = {}): Bench {
  const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-real-'));
  const { WIREFARE_VERIFIED: _, ...anew } = OWN_ENV;
  const place = { dir, env: { ...(verifiesAnew ? anew : OWN_ENV), ...env } };
  const survivors = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => `${read(pid, 'environ')} ${read(pid, 'cmdline')}`.includes(dir))
      .map((pid) => `${pid} ${read(pid, 'cmdline').replaceAll('\0', ' ').slice(0, 120)}`)
      // What has ended and waits to be collected has no command line.
      .filter((line) => /\d+ ./.test(line));
  return {
    dir,
    start: (...args) => startLab(place, process.execPath, [MAIN, ...args]),
    startLimited: (largestFileKb, ...args) => {
      const limited = `ulimit -f ${largestFileKb}; exec "$@"`;
      return startLab(place, 'bash', ['-c', limited, 'bash', process.execPath, MAIN, ...args]);
    },
    survivors,
    survivorsAfter: async (withinMs) => {
      for (let waitedMs = 0; waitedMs < withinMs && survivors().length > 0; waitedMs += 50) await delay(50);
      return survivors();
    },
    leftovers: () => readdirSync(dir).filter((name) => name.startsWith('wirefare-')),
    remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Without the targets and clients that a developer works on. */
const { WIREFARE_TARGETS: _, WIREFARE_CLIENTS: __, ...OWN_ENV } = process.env;

interface Place {
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;
}

function startLab({ dir, env }: Place, program: string, args: readonly string[]): LabProcess {
  const child = spawn(program, args, {
    cwd: dir,
    env: { ...env, TMPDIR: dir, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, out, err }));
  });
  const told = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => void (err.includes(text) && resolve());
      child.stderr.on('data', look);
      void ended.then(() => reject(new Error(`it ended without saying ${text}: ${err}`)));
      look();
    });
  return {
    pid: child.pid!,
    ended,
    told,
    printed: () => out,
    toldSoFar: () => err,
    kill: (signal) => void child.kill(signal),
  };
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

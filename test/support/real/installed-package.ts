// The npm package as somebody else has it: made from this checkout, installed into an empty folder by npm,
// run there by whatever Node is in PATH (ours of node_modules is not), with a home and a cache of its own.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../../src/base/places.ts';

const execute = promisify(execFile);

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly tookMs: number;
}

export interface PackageBench {
  /** An empty folder at first; commands run in it. */
  readonly dir: string;
  /** The packed file. */
  readonly archive: string;
  readonly archiveBytes: number;
  /** Installs the archive into the folder, whatever was there before; `options` of npm install. */
  install(...options: readonly string[]): Promise<Ran>;
  /** Runs the installed command. */
  wirefare(...args: readonly string[]): Promise<Ran>;
  /** Runs any program in that folder, as its user would. */
  run(program: string, ...args: readonly string[]): Promise<Ran>;
  /** Starts the installed command, with this Node, and leaves it running. */
  start(...args: readonly string[]): Started;
  remove(): void;
}

export interface Started {
  /** On its stdout. */
  readonly firstLine: Promise<string>;
  /** Presses Ctrl-C and returns its exit code. */
  stop(): Promise<number | null>;
}

/** `options` of scripts/package/main.ts. */
export async function packageBench(...options: readonly string[]): Promise<PackageBench> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-real-'));
  const [made, dir] = ['made', 'empty'].map((name) => path.join(scratch, name)) as [string, string];
  const script = path.join(PROJECT_ROOT, 'scripts/package/main.ts');
  await execute(process.execPath, [script, '--out', made, ...options]);
  const archive = path.join(made, readdirSync(made).find((name) => name.endsWith('.tgz'))!);
  mkdirSync(dir);
  const env = { ...process.env, ...ownPlaces(scratch), PATH: pathOfOthers() };
  const run = (program: string, ...args: readonly string[]) => ran(program, args, { cwd: dir, env });
  return {
    dir,
    archive,
    archiveBytes: statSync(archive).size,
    install: (...given) => {
      for (const name of ['node_modules', 'package.json', 'package-lock.json'])
        rmSync(path.join(dir, name), { recursive: true, force: true });
      return run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...given, archive);
    },
    wirefare: (...args) => run(path.join(dir, 'node_modules/.bin/wirefare'), ...args),
    run,
    start: (...args) =>
      started(path.join(dir, 'node_modules/wirefare/bin/wirefare.mjs'), args, { cwd: dir, env }),
    remove: () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }),
  };
}

interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

function started(launcher: string, args: readonly string[], place: Place): Started {
  const child = spawn(process.execPath, [launcher, ...args], {
    ...place,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const firstLine = once(createInterface(child.stdout), 'line').then(([line]) => String(line));
  return {
    firstLine: Promise.race([
      firstLine,
      ended.then(([code]) => Promise.reject(new Error(`it ended with ${code} before it said anything`))),
    ]),
    stop: async () => {
      child.kill('SIGINT');
      return (await ended)[0];
    },
  };
}

async function ran(program: string, args: readonly string[], place: Place): Promise<Ran> {
  const startMs = performance.now();
  const { code, stdout, stderr } = await execute(program, args, { ...place, maxBuffer: 1e8 }).then(
    (done) => ({ ...done, code: 0 }),
    (failed: { code?: unknown; stdout?: string; stderr?: string }) => ({
      code: typeof failed.code === 'number' ? failed.code : -1,
      stdout: failed.stdout ?? '',
      stderr: failed.stderr ?? String(failed),
    }),
  );
  return { code, out: stdout, err: stderr, tookMs: performance.now() - startMs };
}

/** npm's cache stays the user's: what is in it need not be downloaded. */
function ownPlaces(scratch: string): Record<string, string> {
  // Short: the path of a socket of Chromium's below it has 108 characters at most.
  return { WIREFARE_CACHE: path.join(scratch, 'cache'), TMPDIR: scratch, NO_COLOR: '1' };
}

function pathOfOthers(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.filter((folder) => !folder.includes('node_modules')).join(path.delimiter);
}

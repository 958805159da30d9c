// Looks for a program in the places where it may be, and says where it looked if it is nowhere.

import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { EnvironmentError } from '../../base/errors.ts';
import { installCommand } from './install-command.ts';
import { type System, systemHere } from './system.ts';

const run = promisify(execFile);

export interface Wanted {
  /** `chromium`. */
  readonly name: string;
  /** Environment variable that gives the program's path: `WIREFARE_CHROMIUM`. */
  readonly override: string;
  /** Names to look for in PATH, in this order. */
  readonly names: readonly string[];
  /** Paths to look at after that. */
  readonly paths: readonly string[];
  /** Where it is on macOS; and on Windows, below the folders for programs. */
  readonly onMac?: readonly string[];
  readonly onWindows?: readonly string[];
  /** Debian packages that contain it. */
  readonly packages: readonly string[];
}

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
}

/**
 * Finds the first program that can be run. Throws an EnvironmentError with all that was tried and the
 * installing command.
 */
export async function findProgram(wanted: Wanted, around: Surroundings): Promise<string> {
  const system = systemHere();
  const paths = placesOf(wanted, around.env, system);
  for (const candidate of candidates(wanted, paths, around.env, system)) {
    if (await canRun(candidate)) return candidate;
  }
  const named = around.env[wanted.override] ?? '';
  if (named !== '') {
    const remedy = `set ${wanted.override} to the path of ${wanted.name}, or unset it`;
    throw new EnvironmentError(`find ${wanted.name}: no such file ${named}`, [named], remedy);
  }
  // Not every folder of PATH: that would be a page of paths that nobody reads.
  const tried = [...wanted.names.map((name) => `${name} in PATH`), ...paths];
  const remedy =
    system === 'linux'
      ? installCommand(wanted.packages, around.isRoot)
      : `install it, and set ${wanted.override} to its path where it is elsewhere`;
  throw new EnvironmentError(`find ${wanted.name}: there is no ${tried.join(', ')}`, tried, remedy);
}

/** What `PROGRAM args` writes to stdout; null if it fails or takes longer than 20 s. */
export async function readOutput(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  try {
    const { stdout } = await run(program, [...args], { env: { ...env }, timeout: 20_000, cwd: '/' });
    return stdout.trim();
  } catch {
    return null;
  }
}

const PROGRAM_FOLDERS = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'];

function placesOf(
  { paths, onMac = paths, onWindows }: Wanted,
  env: Surroundings['env'],
  system: System,
): readonly string[] {
  if (system === 'linux') return paths;
  if (system === 'macos') return onMac;
  if (onWindows === undefined) return paths;
  const folders = PROGRAM_FOLDERS.flatMap((name) => env[name] ?? []);
  return folders.flatMap((folder) => onWindows.map((place) => path.join(folder, place)));
}

function candidates(
  wanted: Wanted,
  paths: readonly string[],
  env: Surroundings['env'],
  system: System,
): string[] {
  const named = env[wanted.override];
  if (named !== undefined && named !== '') return [named];
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const ending = system === 'windows' ? '.exe' : '';
  const inPath = wanted.names.flatMap((name) => folders.map((folder) => path.join(folder, name + ending)));
  return [...inPath, ...paths];
}

async function canRun(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// Finds the program wirefare-link: the one that WIREFARE_LINK names, the one that came with the package, or
// the one built from link/ on its first use. Either stands in the cache under the hash of its sources, so
// that another checkout, or another state of this one, never gets a wrong program. Several builders at once
// wait for each other: cargo locks its target folder.

import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { EnvironmentError, messageOf } from '../../base/errors.ts';
import { findProgram, type Surroundings, type Wanted } from '../machine/find-program.ts';
import { systemHere } from '../machine/system.ts';
import type { Guardian } from '../processes/guardian.ts';
import { once } from '../processes/once.ts';
import { startProcess } from '../processes/process-group.ts';
import { readReadyProgram } from './ready-program.ts';

export const CARGO: Wanted = {
  name: 'cargo',
  override: 'WIREFARE_CARGO',
  names: ['cargo'],
  paths: ['/usr/bin/cargo', '/usr/local/cargo/bin/cargo'],
  packages: ['cargo'],
};

/** The program `ip`, which wirefare-link starts. */
export const IP: Wanted = {
  name: 'ip',
  override: 'WIREFARE_IP',
  names: ['ip'],
  paths: ['/usr/sbin/ip', '/sbin/ip', '/usr/bin/ip'],
  packages: ['iproute2'],
};

const PROGRAM: Omit<Wanted, 'paths'> = {
  name: 'wirefare-link',
  override: 'WIREFARE_LINK',
  names: [],
  packages: [],
};

export interface LinkProgramSettings {
  /** The project's folder, which has link/. */
  readonly projectRoot: string;
  /** The folder for builds. */
  readonly cacheDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  /** Called before something is built, which takes a while. */
  readonly tell: (line: string) => void;
  /** Aborting it stops the build. */
  readonly interrupted?: AbortSignal;
}

/**
 * Returns a function that finds or builds the program and returns its path. That throws an EnvironmentError
 * if there is no cargo or if cargo cannot build it.
 */
export function linkProgram(settings: LinkProgramSettings, guardian: Guardian): () => Promise<string> {
  return once(async () => {
    const built = await builtLinkProgram(settings);
    if (built !== null) return built;
    const { sources, program } = listPlaces(settings);
    await build(sources, program, settings, guardian);
    return program;
  });
}

/**
 * null if it is not built yet, and none came with the package. Throws an EnvironmentError if WIREFARE_LINK
 * names no program, or if the package's is not what was packed.
 */
export async function builtLinkProgram(settings: Omit<LinkProgramSettings, 'tell'>): Promise<string | null> {
  if ((settings.env.WIREFARE_LINK ?? '') !== '') return findProgram({ ...PROGRAM, paths: [] }, settings);
  const { sources, program } = listPlaces(settings);
  if (existsSync(program)) return program;
  const ready = readReadyProgram(sources, hashOfSources(sources));
  if (ready === null) return null;
  makeFolder(path.dirname(program));
  // Under a name of its own: two at once would write into one another.
  const beside = `${program}.${randomUUID()}`;
  install((file) => writeFileSync(file, ready, { mode: 0o755 }), program, beside);
  return program;
}

/** Throws an EnvironmentError if there is no cargo. */
export function findCargo(around: Surroundings): Promise<string> {
  return findProgram(CARGO, searchedAtHome(around));
}

function listPlaces({ projectRoot, cacheDir }: Pick<LinkProgramSettings, 'projectRoot' | 'cacheDir'>) {
  const sources = path.join(projectRoot, 'link');
  return { sources, program: path.join(cacheDir, 'link', named(`wirefare-link-${hashOfSources(sources)}`)) };
}

/** What can be started on Windows is known by its ending. */
function named(program: string): string {
  return systemHere() === 'windows' ? `${program}.exe` : program;
}

/** A hash of everything that the build depends on, except cargo and the machine. */
export function hashOfSources(folder: string): string {
  const src = readdirSync(path.join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.rs'))
    .map((file) => path.join('src', file))
    .sort();
  const hash = createHash('sha256');
  for (const file of ['Cargo.toml', 'Cargo.lock', ...src]) {
    const content = readFileSync(path.join(folder, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

async function build(
  sources: string,
  program: string,
  settings: LinkProgramSettings,
  guardian: Guardian,
): Promise<void> {
  const cargo = await findCargo(settings);
  const folder = path.dirname(program);
  const target = path.join(folder, 'target');
  makeFolder(folder);
  settings.tell('building wirefare-link (cargo build --release), a minute or so the first time …');
  const args = ['build', '--release', '--locked', '--manifest-path', path.join(sources, 'Cargo.toml')];
  const env = { ...settings.env, CARGO_TARGET_DIR: target };
  const running = await startProcess({ name: 'cargo', path: cargo, args, env, cwd: sources }, guardian);
  const giveUp = () => void running.close();
  settings.interrupted?.addEventListener('abort', giveUp);
  try {
    const exit = await running.exited;
    if (exit.code !== 0) {
      throw new EnvironmentError(
        `wirefare-link cannot be built: ${exit.lastWords}`,
        [running.command.join(' ')],
        'see that cargo is 1.63 or newer, that a C compiler is there and that crates can be downloaded',
      );
    }
  } finally {
    settings.interrupted?.removeEventListener('abort', giveUp);
    await running.close();
  }
  const built = path.join(target, 'release', named('wirefare-link'));
  install((beside) => copyFileSync(built, beside), program, `${program}.${running.pid}`);
}

/** Writes to `beside` first, so that nobody starts half a program. */
function install(write: (file: string) => void, program: string, beside: string): void {
  try {
    write(beside);
    renameSync(beside, program);
  } catch (thrown) {
    rmSync(beside, { force: true });
    throw new EnvironmentError(
      'wirefare-link is there, but cannot be copied to where it is kept',
      [messageOf(thrown)],
      'make room there, and unset build.target in the configuration of cargo, which has it build elsewhere',
    );
  }
}

/** rustup puts cargo into a folder that PATH may not name. */
export function searchedAtHome({ env, isRoot }: Surroundings): Surroundings {
  const home = env.CARGO_HOME ?? (env.HOME === undefined ? undefined : path.join(env.HOME, '.cargo'));
  const PATH = [env.PATH, ...(home === undefined ? [] : [path.join(home, 'bin')])].join(path.delimiter);
  return { env: { ...env, PATH }, isRoot };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (thrown) {
    throw new EnvironmentError(
      `${folder}, where wirefare-link is kept, cannot be made`,
      [messageOf(thrown)],
      'set WIREFARE_CACHE to a folder that can be written to',
    );
  }
}

// Builds targets that are written in a language with a compiler, when one is first used: the command of its target.json,
// once, into a folder of the cache that is named by the digest of its sources, so that another checkout, or another state
// of this one, never gets a stranger's.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { EnvironmentError, messageOf } from '../base/errors.ts';
import { findProgram, type Wanted } from './find-program.ts';
import type { Guardian } from './guardian.ts';
import { startProcess } from './process-group.ts';
import type { TargetFile } from './target-file.ts';

/** Stands in the arguments of `build` and `start` for the folder that holds what is built. */
const BUILT = '{built}';

type Environment = Readonly<Record<string, string | undefined>>;

export interface BuildSetup {
  /** The folder that holds target.json and its sources. */
  readonly folder: string;
  /** Where what is built is kept. */
  readonly cacheDir: string;
  readonly env: Environment;
  /** Told when something is built, since that takes a while. */
  readonly tell?: ((line: string) => void) | undefined;
  /** Gives up building. */
  readonly interrupted?: AbortSignal | undefined;
}

interface Builder {
  readonly wanted: Wanted;
  readonly remedy: string;
}

/** Programs that build, where they are not found in PATH, and what brings them. */
const BUILDERS: Readonly<Record<string, Builder>> = {
  go: {
    wanted: {
      name: 'go',
      override: 'WIREFARE_GO',
      names: ['go'],
      paths: ['/usr/local/go/bin/go', '/usr/lib/go/bin/go'],
      packages: [],
    },
    remedy:
      'install Go 1.26 or newer from https://go.dev/dl/ (1.21 and newer fetch it by themselves), or set WIREFARE_GO to its path',
  },
};

/** Arguments with the folder of what is built in the place of `{built}`. */
export function withBuilt(args: readonly string[], folder: string): string[] {
  return args.map((arg) => arg.replaceAll(BUILT, folder));
}

/** Where what is built of it stands, or will stand. */
export function builtFolder({ folder, cacheDir }: Pick<BuildSetup, 'folder' | 'cacheDir'>): string {
  return path.join(cacheDir, 'targets', `${path.basename(folder)}-${digestOfSources(folder)}`);
}

/** Answers the folder with what is built. Throws an EnvironmentError where it cannot be built. */
export async function buildTarget(
  { name, build }: Pick<TargetFile, 'name'> & { readonly build: readonly string[] },
  setup: BuildSetup,
  guardian: Guardian,
): Promise<string> {
  const built = builtFolder(setup);
  if (existsSync(built)) return built;
  const program = await findBuilder(build[0]!, setup.env);
  // Beside it first, so that nobody starts half a program. The guardian's folder has a name of its own in every process.
  const beside = `${built}.${path.basename(guardian.folder())}`;
  makeFolder(beside);
  try {
    setup.tell?.(`building the target ${name} (${build.join(' ')}), a minute or so the first time …`);
    await run({ name, program, args: withBuilt(build.slice(1), beside) }, setup, guardian);
    moveInto(beside, built);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return built;
}

/** Throws an EnvironmentError with what was tried and what brings it. */
export async function findBuilder(program: string, env: Environment): Promise<string> {
  const override = `WIREFARE_${program.toUpperCase().replace(/\W/g, '_')}`;
  const { wanted, remedy } = BUILDERS[program] ?? {
    wanted: { name: program, override, names: [program], paths: [], packages: [program] },
    remedy: `install ${program}, or set ${override} to its path`,
  };
  try {
    return await findProgram(wanted, { env, isRoot: false });
  } catch (thrown) {
    if (!(thrown instanceof EnvironmentError) || (env[wanted.override] ?? '') !== '') throw thrown;
    throw new EnvironmentError(thrown.message, thrown.tried, remedy);
  }
}

/** Of every file in the folder, target.json with the command among them; the builder and the machine aside. */
export function digestOfSources(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(path.join(folder, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

async function run(
  build: { readonly name: string; readonly program: string; readonly args: readonly string[] },
  { folder, env, interrupted }: BuildSetup,
  guardian: Guardian,
): Promise<void> {
  const spec = { name: `the build of target ${build.name}`, path: build.program, args: build.args, env };
  const running = await startProcess({ ...spec, cwd: folder }, guardian);
  const giveUp = () => void running.close();
  interrupted?.addEventListener('abort', giveUp);
  try {
    const exit = await running.exited;
    if (exit.code === 0) return;
    throw new EnvironmentError(
      `the target ${build.name} cannot be built: ${exit.lastWords}`,
      [running.command.join(' ')],
      `see that ${build.program} is new enough and that what it needs can be downloaded`,
    );
  } finally {
    interrupted?.removeEventListener('abort', giveUp);
    await running.close();
  }
}

function moveInto(beside: string, built: string): void {
  try {
    renameSync(beside, built);
  } catch (thrown) {
    // Somebody else has built the same meanwhile.
    if (!existsSync(built)) throw cannotKeep(built, thrown);
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (thrown) {
    throw cannotKeep(folder, thrown);
  }
}

function cannotKeep(folder: string, thrown: unknown): EnvironmentError {
  return new EnvironmentError(
    `${folder}, where what is built is kept, cannot be made`,
    [messageOf(thrown)],
    'set WIREFARE_CACHE to a folder that can be written to',
  );
}

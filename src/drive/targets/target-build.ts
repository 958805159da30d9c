// Builds targets in compiled languages at their first use. It runs the command of target.json once, into a
// folder of the cache that is named by the digest of the sources, so that another checkout, or another state
// of this one, never gets a wrong build.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Clock } from '../../base/clock.ts';
import type { Environment } from '../../base/environment.ts';
import { EnvironmentError, messageOf } from '../../base/errors.ts';
import { CARGO, searchedAtHome } from '../links/link-program.ts';
import { findProgram, type Wanted } from '../machine/find-program.ts';
import type { Guardian } from '../processes/guardian.ts';
import { keepLastLines, startProcess } from '../processes/process-group.ts';
import { findJdk } from './jdk.ts';
import { deleteOldBuilds, markUsed } from './old-builds.ts';
import type { TargetFile } from './target-file.ts';

/** Stands for the folder of the build in the arguments of `build` and `start`. */
const BUILT = '{built}';

export interface BuildSetup {
  /** The folder that holds target.json. */
  readonly folder: string;
  /** The folder in which it is built, and whose state decides whether it must be built; often the same. */
  readonly sources: string;
  /** The folder for builds. */
  readonly cacheDir: string;
  readonly env: Environment;
  /** Called before something is built, which takes a while. */
  readonly tell?: ((line: string) => void) | undefined;
  /** With it, builds that nobody used for a while are deleted. */
  readonly clock?: Clock | undefined;
  /** Aborting it stops the build. */
  readonly interrupted?: AbortSignal | undefined;
  /** What is built; a target if absent. */
  readonly kind?: ProgramKind;
}

/** A generator makes load: k6. */
export type ProgramKind = 'target' | 'client' | 'generator';

interface BuilderKind {
  readonly wanted: Wanted;
  readonly remedy: string;
  /**
   * What the builder needs in its environment beside our own; throws an EnvironmentError if that is missing.
   */
  readonly environment?: (env: Environment) => Promise<Environment>;
}

export interface Builder {
  /** The builder's path. */
  readonly program: string;
  readonly env: Environment;
}

/** Programs that build: where they may be beside PATH, and what installs them. */
const BUILDERS: Readonly<Record<string, BuilderKind>> = {
  cargo: {
    // Debian 12's is too old for what is built by this, so it names no package.
    wanted: { ...CARGO, packages: [] },
    remedy: 'install Rust 1.85 or newer from https://rustup.rs, or set WIREFARE_CARGO to its path',
  },
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
  npm: {
    wanted: {
      name: 'npm',
      override: 'WIREFARE_NPM',
      names: ['npm'],
      paths: ['/usr/bin/npm', '/usr/local/bin/npm'],
      packages: ['npm'],
    },
    remedy: 'apt-get install npm, or set WIREFARE_NPM to its path',
  },
  php: {
    wanted: {
      name: 'php',
      override: 'WIREFARE_PHP',
      names: ['php'],
      paths: ['/usr/bin/php', '/usr/local/bin/php'],
      packages: ['php-cli'],
    },
    remedy: 'apt-get install php-cli, or set WIREFARE_PHP to its path',
  },
  python3: {
    wanted: {
      name: 'python3',
      override: 'WIREFARE_PYTHON',
      names: ['python3'],
      paths: ['/usr/bin/python3', '/usr/local/bin/python3'],
      packages: ['python3'],
    },
    remedy: 'apt-get install python3 python3-venv, or set WIREFARE_PYTHON to its path',
  },
  cmake: {
    wanted: {
      name: 'cmake',
      override: 'WIREFARE_CMAKE',
      names: ['cmake'],
      paths: ['/usr/bin/cmake', '/usr/local/bin/cmake'],
      packages: ['cmake'],
    },
    remedy: 'apt-get install cmake g++ make pkg-config, or set WIREFARE_CMAKE to its path',
  },
  mvn: {
    wanted: {
      name: 'mvn',
      override: 'WIREFARE_MVN',
      names: ['mvn'],
      paths: ['/opt/maven/bin/mvn', '/opt/homebrew/bin/mvn'],
      packages: [],
    },
    remedy:
      'apt-get install maven (dnf, brew, winget: likewise, or https://maven.apache.org/download.cgi), or set WIREFARE_MVN to its path; it needs a JDK 17 or newer',
    // The Java that will run it. If it cannot compile, this says so; Maven would say it in a page of its own
    // words.
    environment: async (env) => ({ JAVA_HOME: (await findJdk(env)).home }),
  },
};

/** Programs of these names in `start` are looked for like builders; any other is taken as it stands. */
export const RUNNERS: ReadonlySet<string> = new Set(['php', 'python3']);

/** Arguments with the folder of what is built in the place of `{built}`. */
export function withBuilt(args: readonly string[], folder: string): string[] {
  return args.map((arg) => arg.replaceAll(BUILT, folder));
}

/** What installs a builder or runner; null if the program is not looked for, or if no package installs it. */
export function wantedProgram(program: string): Wanted | null {
  const wanted = BUILDERS[program]?.wanted;
  return wanted === undefined || wanted.packages.length === 0 ? null : wanted;
}

type BuildPlace = Pick<BuildSetup, 'folder' | 'sources' | 'cacheDir' | 'kind'>;

/** The folder of its build, whether it exists yet or not. */
export function builtFolder({ folder, sources, cacheDir, kind = 'target' }: BuildPlace): string {
  // The build command stands in the folder, and a client's folder need not lie in its sources.
  const inSources = !path.relative(sources, folder).startsWith('..');
  const commandDigest = inSources ? '' : `${digestOfSources(folder)}-`;
  return path.join(
    cacheDir,
    `${kind}s`,
    `${path.basename(folder)}-${commandDigest}${digestOfSources(sources)}`,
  );
}

/** Returns the folder of the build. Throws an EnvironmentError if it cannot be built. */
export async function buildTarget(
  { name, build }: Pick<TargetFile, 'name'> & { readonly build: readonly string[] },
  setup: BuildSetup,
  guardian: Guardian,
): Promise<string> {
  const built = builtFolder(setup);
  const now = setup.clock?.date();
  if (existsSync(built)) {
    if (now !== undefined) markUsed(built, now);
    return built;
  }
  const builder = await findBuilder(build[0]!, setup.env);
  // It builds in a folder beside it first, so that nobody starts half a program. The guardian's folder has a
  // name of its own in every process.
  const beside = `${built}.${path.basename(guardian.folder())}`;
  makeFolder(beside);
  try {
    setup.tell?.(
      `building the ${setup.kind ?? 'target'} ${name} (${build.join(' ')}), a minute or so the first time …`,
    );
    await run({ name, ...builder, args: withBuilt(build.slice(1), beside) }, setup, guardian);
    moveInto(beside, built);
    if (now !== undefined) deleteOldBuilds(built, now);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return built;
}

/**
 * Throws an EnvironmentError with what was tried and what installs it, or with what it cannot work without.
 */
export async function findBuilder(program: string, env: Environment): Promise<Builder> {
  const override = `WIREFARE_${program.toUpperCase().replace(/\W/g, '_')}`;
  const { wanted, remedy, environment }: BuilderKind = BUILDERS[program] ?? {
    wanted: { name: program, override, names: [program], paths: [], packages: [program] },
    remedy: `install ${program}, or set ${override} to its path`,
  };
  const programPath = await findProgram(wanted, searchedAtHome({ env, isRoot: false })).catch(
    (thrown: unknown) => {
      if (!(thrown instanceof EnvironmentError) || (env[wanted.override] ?? '') !== '') throw thrown;
      throw new EnvironmentError(thrown.message, thrown.tried, remedy);
    },
  );
  return { program: programPath, env: { ...env, ...(await environment?.(env)) } };
}

/**
 * The digest of every file in the folder, including target.json with the command. It leaves out the builder,
 * the machine and the files that other tools leave there.
 */
export function digestOfSources(folder: string): string {
  const files = filesIn(folder)
    .map((file) => path.relative(folder, file))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(path.join(folder, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  // `target` is Maven's where it lies beside a pom.xml; elsewhere it may be a package.
  const isMaven = entries.some(({ name }) => name === 'pom.xml');
  const left = ['.git', 'node_modules', '__pycache__', ...(isMaven ? ['target'] : [])];
  return entries.flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return left.includes(entry.name) ? [] : filesIn(at);
    return entry.isFile() ? [at] : [];
  });
}

async function run(
  build: Builder & { readonly name: string; readonly args: readonly string[] },
  { sources, interrupted, kind = 'target' }: BuildSetup,
  guardian: Guardian,
): Promise<void> {
  const { program, args, env } = build;
  const spec = { name: `the build of ${kind} ${build.name}`, path: program, args, env, cwd: sources };
  const running = await startProcess({ ...spec, stdout: true }, guardian);
  // Maven writes its errors to stdout.
  const lastLines = keepLastLines(running.stdout!);
  const giveUp = () => void running.close();
  interrupted?.addEventListener('abort', giveUp);
  try {
    const exit = await running.exited;
    if (exit.code === 0) return;
    // Maven colours its empty lines.
    const words = stripVTControlCharacters([...lastLines(), exit.lastWords].join('\n')).trim();
    const end = exit.signal === null ? `it ended with code ${exit.code}` : `it was ended by ${exit.signal}`;
    throw new EnvironmentError(
      `the ${kind} ${build.name} cannot be built: ${words === '' ? `${end} and said nothing` : words}`,
      [running.command.join(' ')],
      `mend what it says; if it is not the sources, see that ${program} is new enough and that what it needs can be downloaded`,
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

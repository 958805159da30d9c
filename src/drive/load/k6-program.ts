// Finds k6: the one that WIREFARE_K6 names, one in PATH, or the one built from load/ at its first use. It is
// a program of others (AGPL) and stays one: nothing of it is in Wirefare, which starts it and reads what it
// prints.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../base/clock.ts';
import type { Environment } from '../../base/environment.ts';
import { EnvironmentError } from '../../base/errors.ts';
import { findProgram, readOutput } from '../machine/find-program.ts';
import type { Guardian } from '../processes/guardian.ts';
import { buildTarget, builtFolder, findBuilder } from '../targets/target-build.ts';

export interface K6Settings {
  /** The project's folder, which has load/. */
  readonly projectRoot: string;
  /** The folder for builds. */
  readonly cacheDir: string;
  readonly env: Environment;
  /** Called before it is built, which takes a while. */
  readonly tell: (line: string) => void;
  readonly clock?: Clock;
  /** Aborting it stops the build. */
  readonly interrupted?: AbortSignal | undefined;
}

export interface FoundK6 {
  readonly path: string;
  readonly version: string;
}

const K6 = { name: 'k6', override: 'WIREFARE_K6', names: ['k6'], paths: [], packages: [] } as const;
/** The first whose command line and summary are as they are read here. */
const LEAST_MAJOR = 1;
const INSTALL =
  'install k6 1.0 or newer (https://grafana.com/docs/k6/latest/set-up/install-k6/), or set WIREFARE_K6 to its path';
const BUILD = [
  'go',
  'build',
  '-mod=readonly',
  '-trimpath',
  '-buildvcs=false',
  '-tags=netgo,osusergo',
  '-o',
  '{built}/k6',
  'go.k6.io/k6',
];

/**
 * null where it is to be built. Throws an EnvironmentError where WIREFARE_K6 names no k6 or one that is too
 * old, or where there is neither a k6 nor what builds it.
 */
export async function findK6(settings: K6Settings): Promise<FoundK6 | null> {
  const { env } = settings;
  const isNamed = (env[K6.override] ?? '') !== '';
  const there = await findProgram(K6, { env, isRoot: false }).catch((thrown: unknown) => {
    if (isNamed || !(thrown instanceof EnvironmentError)) throw thrown;
    return null;
  });
  let old: EnvironmentError | null = null;
  if (there !== null) {
    const version = await versionOf(there, env);
    if (version !== null && Number.parseInt(version, 10) >= LEAST_MAJOR) return { path: there, version };
    // One in PATH that is too old is nobody's wish.
    old = wrongK6(there, version);
    if (isNamed) throw old;
  }
  const built = path.join(builtFolder(place(settings)), 'k6');
  if (existsSync(built)) return { path: built, version: (await versionOf(built, env)) ?? '' };
  await findBuilder('go', env).catch((thrown: unknown) => {
    if (!(thrown instanceof EnvironmentError)) throw thrown;
    const tried = ['k6 in PATH', ...thrown.tried];
    const what =
      old === null
        ? 'clients at once are carried by k6, and there is neither k6 nor Go to build it'
        : `${old.message}, and there is no Go to build another`;
    throw new EnvironmentError(what, tried, `${INSTALL}; or ${thrown.remedy}`);
  });
  return null;
}

/** The same, built if it has to be. */
export async function builtK6(settings: K6Settings, guardian: Guardian): Promise<FoundK6> {
  const found = await findK6(settings);
  if (found !== null) return found;
  const folder = await buildTarget(
    { name: 'k6', build: BUILD },
    { ...settings, ...place(settings) },
    guardian,
  );
  const built = path.join(folder, 'k6');
  return { path: built, version: (await versionOf(built, settings.env)) ?? '' };
}

function place({ projectRoot, cacheDir }: K6Settings) {
  const folder = path.join(projectRoot, 'load');
  return { folder, sources: folder, cacheDir, kind: 'generator' } as const;
}

/** `k6 v1.8.1 (go1.26.8, linux/amd64)`; null where it says nothing of the kind. */
async function versionOf(program: string, env: Environment): Promise<string | null> {
  const said = await readOutput(program, ['version'], env);
  return /^k6(?:\.exe)? v(\d+\.\d+\.\d+\S*)/.exec(said ?? '')?.[1] ?? null;
}

function wrongK6(program: string, version: string | null): EnvironmentError {
  const what =
    version === null
      ? `${program} does not say that it is k6`
      : `${program} is k6 ${version}, which is too old`;
  return new EnvironmentError(what, [`${program} version`], INSTALL);
}

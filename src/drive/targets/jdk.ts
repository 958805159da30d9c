// Looks for a Java that is new enough, for targets that run on one, and for the JDK that builds them: a Java
// that the user names (WIREFARE_JAVA, JAVA_HOME) comes before PATH, and the same Java builds and runs.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Environment } from '../../base/environment.ts';
import { EnvironmentError, messageOf } from '../../base/errors.ts';
import { findProgram, type Wanted } from '../machine/find-program.ts';

const run = promisify(execFile);

/** The version that the Java targets are compiled for, and the oldest that all of their libraries run on. */
const OLDEST_JAVA = 17;

/** Starting a JVM takes 0.1 s on a quiet machine. */
const TELLS_WITHIN_MS = 20_000;

const GET_JDK =
  'apt-get install openjdk-17-jdk-headless, or get a JDK from https://adoptium.net; WIREFARE_JAVA (the path of java) or JAVA_HOME names one that is not in PATH';

export interface Java {
  /** The path of `java`. */
  readonly program: string;
  /** The folder of its installation, as Java itself reports it: java.home. */
  readonly home: string;
  /** `17.0.15`. */
  readonly version: string;
}

/**
 * Finds a Java that is new enough. Throws an EnvironmentError with what was tried, what was found and what
 * installs one.
 */
export async function findJava(env: Environment): Promise<Java> {
  const program = await javaProgram(env);
  const java = { program, ...(await askJava(program, env)) };
  if (majorVersion(java.version) >= OLDEST_JAVA) return java;
  throw new EnvironmentError(
    `${program} is Java ${java.version}, and it must be ${OLDEST_JAVA} or newer`,
    [program],
    GET_JDK,
  );
}

/** Finds a Java that is new enough and has a compiler. Throws like `findJava`. */
export async function findJdk(env: Environment): Promise<Java> {
  const java = await findJava(env);
  const compiler = path.join(java.home, 'bin', 'javac');
  if (existsSync(compiler) || existsSync(`${compiler}.exe`)) return java;
  throw new EnvironmentError(
    `${java.program} is of a Java ${java.version} that cannot compile: there is no ${compiler}`,
    [compiler],
    GET_JDK,
  );
}

/** `17.0.15` gives 17, `1.8.0_292` gives 8. */
export function majorVersion(version: string): number {
  const [first, second] = version.split(/[.+\-_]/).map(Number);
  return (first === 1 ? second : first) ?? 0;
}

async function javaProgram(env: Environment): Promise<string> {
  const wantedJava: Wanted = {
    name: 'java',
    override: 'WIREFARE_JAVA',
    names: ['java'],
    paths: ['/usr/lib/jvm/default-java/bin/java', '/opt/homebrew/opt/openjdk/bin/java'],
    packages: [],
  };
  const home = env.JAVA_HOME ?? '';
  if ((env.WIREFARE_JAVA ?? '') !== '') return findProgram(wantedJava, { env, isRoot: false });
  const sought =
    home === '' ? wantedJava : { ...wantedJava, names: [], paths: [path.join(home, 'bin', 'java')] };
  try {
    return await findProgram(sought, { env, isRoot: false });
  } catch (thrown) {
    if (!(thrown instanceof EnvironmentError)) throw thrown;
    const remedy = home === '' ? GET_JDK : 'set JAVA_HOME to the folder of a JDK, or unset it';
    throw new EnvironmentError(thrown.message, thrown.tried, remedy);
  }
}

async function askJava(program: string, env: Environment): Promise<Pick<Java, 'home' | 'version'>> {
  const args = ['-XshowSettings:properties', '-version'];
  const output = await run(program, args, { env: { ...env }, timeout: TELLS_WITHIN_MS, cwd: '/' })
    .then(({ stdout, stderr }) => `${stdout}\n${stderr}`)
    .catch((error: unknown) => {
      throw doesNotTell(program, args, messageOf(error).trim());
    });
  const home = /^\s*java\.home = (.+?)\s*$/m.exec(output)?.[1];
  const version = /^\s*java\.version = (\S+)/m.exec(output)?.[1];
  if (home === undefined || version === undefined) throw doesNotTell(program, args, 'no java.version');
  return { home, version };
}

function doesNotTell(program: string, args: readonly string[], why: string): EnvironmentError {
  const tried = [program, ...args].join(' ');
  return new EnvironmentError(`${program} does not tell its version: ${why}`, [tried], GET_JDK);
}

// What this machine has for targets and clients that are built when they are first used, for `wirefare doctor`. Builds
// nothing.

import { existsSync } from 'node:fs';
import { EnvironmentError, messageOf } from '../base/errors.ts';
import { clientFolders } from './client-names.ts';
import type { Finding } from './finding.ts';
import { findJava } from './jdk.ts';
import { builtFolder, findBuilder, type ProgramKind } from './target-build.ts';
import { readClientFile, readTargetFile, sourcesOf, type TargetFile } from './target-file.ts';
import { targetFolders } from './target-names.ts';

export interface TargetSurroundings {
  readonly projectRoot: string;
  readonly cacheDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One for each target that has to be built. Throws a UserError where a target.json is wrong. */
export async function targetFindings(around: TargetSurroundings): Promise<Finding[]> {
  const folders = [...targetFolders(around.projectRoot, around.env).values()];
  const findings = await Promise.all(
    folders.map(async (folder) => findingOf('target', folder, await readTargetFile(folder), around)),
  );
  return findings.filter((finding) => finding !== null);
}

/** One for each client that is a program. Throws a UserError where a client.json is wrong. */
export function clientFindings(around: TargetSurroundings): Promise<Finding[]> {
  return Promise.all(
    [...clientFolders(around.projectRoot, around.env)].map(async ([client, folder]) => {
      const file = await readClientFile(folder);
      const as = { name: `client ${client}`, status: 'ok', what: file.version, remedy: '' } as const;
      return (await findingOf('client', folder, file, around)) ?? runnable(file, as, around.env);
    }),
  );
}

async function findingOf(
  kind: ProgramKind,
  folder: string,
  file: TargetFile,
  { cacheDir, env }: TargetSurroundings,
): Promise<Finding | null> {
  const { name, build } = file;
  if (build === undefined) return null;
  const about = { name: `${kind} ${name}`, remedy: '' };
  const built = builtFolder({ folder, sources: sourcesOf(folder, file), cacheDir, kind });
  if (existsSync(built)) return runnable(file, { ...about, status: 'ok', what: `built (${built})` }, env);
  const use = kind === 'target' ? `npx wirefare verify ${name}` : `npx wirefare run STUDY --browser ${name}`;
  try {
    const { program: builder } = await findBuilder(build[0]!, env);
    const what = `not built yet: its first use has ${builder} build it, in a minute or so`;
    return { ...about, status: 'warning', what, remedy: use };
  } catch (thrown) {
    const what = `not built yet, and nothing to build it: ${messageOf(thrown)}`;
    const remedy = thrown instanceof EnvironmentError ? thrown.remedy : use;
    return { ...about, status: 'missing', what, remedy };
  }
}

/** What is built may have lost what runs it. */
async function runnable(
  { start }: TargetFile,
  finding: Finding,
  env: TargetSurroundings['env'],
): Promise<Finding> {
  if (start[0] !== 'java') return finding;
  try {
    const { program, version } = await findJava(env);
    return { ...finding, what: `${finding.what}, run by Java ${version} (${program})` };
  } catch (thrown) {
    const remedy = thrown instanceof EnvironmentError ? thrown.remedy : '';
    return {
      ...finding,
      status: 'missing',
      what: `built, and nothing to run it: ${messageOf(thrown)}`,
      remedy,
    };
  }
}

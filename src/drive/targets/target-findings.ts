// Finds what this machine has for targets and clients that need something of it or are built at their first
// use, for `wirefare doctor`. It builds nothing.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { EnvironmentError, messageOf, sayProblem, UserError } from '../../base/errors.ts';
import { clientFolders } from '../agents/client-names.ts';
import type { Finding } from '../machine/finding.ts';
import { requireNeeds } from '../machine/needs.ts';
import { NGINX_NEED } from '../nginx/behind-nginx.ts';
import { findJava } from './jdk.ts';
import { CLIENTS, isElsewhere, type Programs, TARGETS } from './program-folders.ts';
import { builtFolder, findBuilder, type ProgramKind, RUNNERS } from './target-build.ts';
import { readClientFile, readTargetFile, sourceFolder, type TargetFile } from './target-file.ts';
import { targetFolders } from './target-names.ts';

export interface TargetSurroundings {
  readonly projectRoot: string;
  readonly cacheDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * One finding for each target that must be built or needs something of the machine, and for each target
 * elsewhere.
 */
export async function targetFindings(around: TargetSurroundings): Promise<Finding[]> {
  const folders = [...targetFolders(around.projectRoot, around.env).values()];
  const findings = await Promise.all(
    folders.map((folder) =>
      orWrongFile('target', folder, async () => {
        const finding = await makeFinding('target', folder, await readTargetFile(folder), around);
        return finding && withPlace(finding, folder, TARGETS, around);
      }),
    ),
  );
  const known = findings.filter((finding) => finding !== null);
  return findings.length === 0 ? [] : [...known, await nginxFinding(around.env)];
}

/** nginx in front of any of them. */
async function nginxFinding(env: TargetSurroundings['env']): Promise<Finding> {
  const name = 'targets nginx+NAME';
  const lacking = await requireNeeds({ name, needs: [NGINX_NEED] }, env).catch((thrown: unknown) => thrown);
  return lacking instanceof EnvironmentError
    ? { name, status: 'missing', what: lacking.message, remedy: lacking.remedy }
    : { name, status: 'ok', what: 'has nginx', remedy: '' };
}

/** One finding for each client that is a program. */
export function clientFindings(around: TargetSurroundings): Promise<Finding[]> {
  return Promise.all(
    [...clientFolders(around.projectRoot, around.env)].map(([client, folder]) =>
      orWrongFile('client', folder, async () => {
        const file = await readClientFile(folder);
        const as = { name: `client ${client}`, status: 'ok', what: file.version, remedy: '' } as const;
        const finding =
          (await makeFinding('client', folder, file, around)) ?? (await runnable(file, as, around.env));
        return withPlace(finding, folder, CLIENTS, around);
      }),
    ),
  );
}

/** Somebody's half-finished target must not hide what else there is to say. */
async function orWrongFile<Found>(
  kind: ProgramKind,
  folder: string,
  find: () => Promise<Found>,
): Promise<Found | Finding> {
  try {
    return await find();
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    const name = `${kind} ${path.basename(folder)}`;
    const [first, ...others] = thrown.problems;
    const more = others.length === 0 ? '' : `; and ${others.length} more`;
    return {
      name,
      status: 'missing',
      what: `${sayProblem(first!)}${more}`,
      remedy: 'mend what is wrong in it',
    };
  }
}

/** Adds the folder unless it is in the project. */
function withPlace(
  finding: Finding,
  folder: string,
  programs: Programs,
  { projectRoot }: TargetSurroundings,
): Finding {
  if (!isElsewhere(folder, programs, projectRoot)) return finding;
  return { ...finding, what: `${finding.what}, in ${folder}` };
}

async function makeFinding(
  kind: ProgramKind,
  folder: string,
  file: TargetFile,
  { projectRoot, cacheDir, env }: TargetSurroundings,
): Promise<Finding | null> {
  const { name, build, needs, start } = file;
  const about = { name: `${kind} ${name}`, remedy: '' };
  const lacking = await requireNeeds(file, env).catch((thrown: unknown) => thrown);
  if (lacking instanceof EnvironmentError)
    return { ...about, status: 'missing', what: lacking.message, remedy: lacking.remedy };
  if (build === undefined) {
    const isOurs = !isElsewhere(folder, kind === 'target' ? TARGETS : CLIENTS, projectRoot);
    if (isOurs && needs === undefined && !RUNNERS.has(start[0]!)) return null;
    return runnable(file, { ...about, status: 'ok', what: 'has what it needs' }, env);
  }
  const built = builtFolder({ folder, sources: sourceFolder(folder, file), cacheDir, kind });
  if (existsSync(built)) return runnable(file, { ...about, status: 'ok', what: `built (${built})` }, env);
  const use = kind === 'target' ? `wirefare verify ${name}` : `wirefare run STUDY --browser ${name}`;
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

/** Even if it is built, the program that runs it may be missing. */
async function runnable(
  { start }: TargetFile,
  finding: Finding,
  env: TargetSurroundings['env'],
): Promise<Finding> {
  try {
    const runner = await sayRunner(start[0]!, env);
    return runner === null ? finding : { ...finding, what: `${finding.what}, run by ${runner}` };
  } catch (thrown) {
    const remedy = thrown instanceof EnvironmentError ? thrown.remedy : '';
    const what = `${finding.what} but what runs it: ${messageOf(thrown)}`;
    return { ...finding, status: 'missing', what, remedy };
  }
}

/** null if it runs by itself, or by the Node that runs the lab. */
async function sayRunner(program: string, env: TargetSurroundings['env']): Promise<string | null> {
  if (program === 'java') {
    const java = await findJava(env);
    return `Java ${java.version} (${java.program})`;
  }
  return RUNNERS.has(program) ? (await findBuilder(program, env)).program : null;
}

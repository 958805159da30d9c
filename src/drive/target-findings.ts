// What this machine has for targets that are built when they are first used, for `wirefare doctor`. Builds nothing.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { EnvironmentError, messageOf } from '../base/errors.ts';
import type { Finding } from './finding.ts';
import { builtFolder, findBuilder } from './target-build.ts';
import { readTargetFile } from './target-file.ts';
import { targetNames } from './target-names.ts';

export interface TargetSurroundings {
  readonly projectRoot: string;
  readonly cacheDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One for each target that has to be built. Throws a UserError where a target.json is wrong. */
export async function targetFindings(around: TargetSurroundings): Promise<Finding[]> {
  const folders = targetNames(around.projectRoot).map((name) =>
    path.join(around.projectRoot, 'targets', name),
  );
  const findings = await Promise.all(folders.map((folder) => findingOf(folder, around)));
  return findings.filter((finding) => finding !== null);
}

async function findingOf(folder: string, { cacheDir, env }: TargetSurroundings): Promise<Finding | null> {
  const { name, build } = await readTargetFile(folder);
  if (build === undefined) return null;
  const about = { name: `target ${name}`, remedy: '' };
  const built = builtFolder({ folder, cacheDir });
  if (existsSync(built)) return { ...about, status: 'ok', what: `built (${built})` };
  const use = `npx wirefare verify ${name}`;
  try {
    const builder = await findBuilder(build[0]!, env);
    const what = `not built yet: its first use has ${builder} build it, in a minute or so`;
    return { ...about, status: 'warning', what, remedy: use };
  } catch (thrown) {
    const what = `not built yet, and nothing to build it: ${messageOf(thrown)}`;
    const remedy = thrown instanceof EnvironmentError ? thrown.remedy : use;
    return { ...about, status: 'missing', what, remedy };
  }
}

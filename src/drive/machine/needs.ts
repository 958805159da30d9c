// What a target or client needs of the machine beside its builder and its runner (`needs` of target.json and
// client.json). What is missing is reported before anything is built or started, with the packages that bring
// it.

import { globSync } from 'node:fs';
import type { Environment } from '../../base/environment.ts';
import { EnvironmentError } from '../../base/errors.ts';
import { findBuilder, RUNNERS } from '../targets/target-build.ts';
import type { Need, TargetFile } from '../targets/target-file.ts';
import { readOutput } from './find-program.ts';
import { installCommand } from './install-command.ts';

/** Throws an EnvironmentError with everything that is missing at once, and the one command that brings it. */
export async function requireNeeds(
  { name, needs = [] }: Pick<TargetFile, 'name' | 'needs'>,
  env: Environment,
): Promise<void> {
  const missing = await missingNeeds(needs, env);
  if (missing.length === 0) return;
  const packages = [...new Set(missing.flatMap((need) => need.packages))];
  throw new EnvironmentError(
    `${name} needs what this machine does not have: ${missing.map(({ what }) => what).join(', ')}`,
    missing.map(sayTried),
    installCommand(packages, false),
  );
}

/** The needs that the machine does not meet. */
export async function missingNeeds(needs: readonly Need[], env: Environment): Promise<Need[]> {
  const answers = await Promise.all(needs.map(async (need) => ({ need, isThere: await isThere(need, env) })));
  return answers.filter((each) => !each.isThere).map(({ need }) => need);
}

async function isThere({ files, command }: Need, env: Environment): Promise<boolean> {
  if (files !== undefined) return globSync(files).length > 0;
  const [named, ...args] = command!;
  const program = await findProgramOrNull(named!, env);
  return program !== null && (await readOutput(program, args, env)) !== null;
}

/**
 * The program's path. A builder or runner is looked for as a build would look for it, so it need not be the
 * first in PATH; null if there is none.
 */
async function findProgramOrNull(named: string, env: Environment): Promise<string | null> {
  if (!RUNNERS.has(named)) return named;
  return findBuilder(named, env).then(
    ({ program }) => program,
    () => null,
  );
}

function sayTried({ what, files, command }: Need): string {
  return `${what}: ${files === undefined ? command!.join(' ') : files.join(', ')}`;
}

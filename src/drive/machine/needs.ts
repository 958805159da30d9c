// What a target or client says that it needs of the machine beside its builder and what runs it (`needs` of
// target.json and client.json): told with the packages that bring it before anything is built or started.

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

/** Those of them that the machine does not have. */
export async function missingNeeds(needs: readonly Need[], env: Environment): Promise<Need[]> {
  const asked = await Promise.all(needs.map(async (need) => ({ need, isThere: await isThere(need, env) })));
  return asked.filter((each) => !each.isThere).map(({ need }) => need);
}

async function isThere({ files, command }: Need, env: Environment): Promise<boolean> {
  if (files !== undefined) return globSync(files).length > 0;
  const [named, ...args] = command!;
  const program = await findProgramOrNull(named!, env);
  return program !== null && (await readOutput(program, args, env)) !== null;
}

/**
 * Of what builds and runs, the one that will do it, which need not be the first in PATH; null where there is
 * none.
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

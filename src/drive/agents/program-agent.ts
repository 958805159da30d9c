// Clients that are programs in any language (docs/reference/agent-protocol.md): clients/<name>/client.json
// names the command, which is built when it is first used, as targets are, and gets the page's URL as its
// last argument.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { EnvironmentError } from '../../base/errors.ts';
import type { AgentDriver } from '../driver.ts';
import { allFound } from '../machine/everything-missing.ts';
import { requireNeeds } from '../machine/needs.ts';
import type { Guardian } from '../processes/guardian.ts';
import { findJava } from '../targets/jdk.ts';
import { buildTarget, builtFolder, findBuilder, withBuilt } from '../targets/target-build.ts';
import { readClientFile, sourceFolder, type TargetFile } from '../targets/target-file.ts';
import { CLIENT_FILE } from './client-names.ts';
import { type DriveSettings, openAgent } from './open-agent.ts';

export interface ProgramAgentSettings extends DriveSettings {
  /** The folder that holds client.json; its last part is the client's name. */
  readonly folder: string;
  /** The folder for builds. */
  readonly cacheDir: string;
  readonly clock?: Clock;
  /** Called if the client has to be built first. */
  readonly tell: (line: string) => void;
  /** Aborting it stops the build. */
  readonly interrupted?: AbortSignal | undefined;
}

/**
 * `find` throws a UserError if client.json is wrong, and an EnvironmentError if the program that runs or
 * builds it is missing; it builds nothing. `prepare` builds, and so does `open` if nobody called `prepare`;
 * both throw like `find`.
 */
export function programAgentDriver(settings: ProgramAgentSettings, guardian: Guardian): AgentDriver {
  const name = path.basename(settings.folder);
  return {
    name,
    find: async () => {
      const file = await readClientFile(settings.folder);
      const place = describePlace(file, settings);
      const { build } = file;
      const builder = build === undefined || existsSync(builtFolder(place)) ? null : build[0]!;
      await allFound<unknown>([
        ...(builder === null ? [] : [() => findBuilder(builder, settings.env)]),
        () => requireNeeds(file, settings.env),
      ]);
      const [program] = withBuilt(file.start, builtFolder(place));
      // A program that the build makes cannot be looked for before it is built.
      const isOwn = file.start[0]!.includes('{built}');
      return { path: isOwn ? program! : await findRunner(program!, settings), version: file.version };
    },
    prepare: async () => {
      await builtStart(await readClientFile(settings.folder), settings, guardian);
    },
    open: async (pageUrl, { placement, trust } = {}) => {
      const file = await readClientFile(settings.folder);
      const [program, ...args] = await builtStart(file, settings, guardian);
      const runner = await findRunner(program!, settings);
      const spec = async ({ env }: { readonly env: Readonly<Record<string, string>> }) => ({
        name: `client ${name}`,
        path: runner,
        args: [...args, pageUrl],
        cwd: settings.folder,
        env: trust == null ? env : { ...env, WIREFARE_CERTIFICATE: trust.certFile },
      });
      return openAgent({ engine: name, version: file.version, spec, placement }, settings, guardian);
    },
  };
}

function describePlace(file: TargetFile, { folder, cacheDir }: ProgramAgentSettings) {
  return { folder, sources: sourceFolder(folder, file), cacheDir, kind: 'client' } as const;
}

/** The command of `start`, with the folder of the build in it. */
async function builtStart(
  file: TargetFile,
  settings: ProgramAgentSettings,
  guardian: Guardian,
): Promise<readonly string[]> {
  const { build, start } = file;
  if (build === undefined) return start;
  const setup = { ...settings, ...describePlace(file, settings) };
  return withBuilt(start, await buildTarget({ ...file, build }, setup, guardian));
}

/**
 * `node` is the Node that runs the lab, and `java` is a Java that is new enough. Paths are relative to the
 * client's folder.
 */
async function findRunner(program: string, { folder, nodePath, env }: ProgramAgentSettings): Promise<string> {
  if (program === 'node') return nodePath;
  if (program === 'java') return (await findJava(env)).program;
  if (!program.includes('/')) return (await findBuilder(program, env)).program;
  const file = path.resolve(folder, program);
  if (existsSync(file)) return file;
  const remedy = `see \`start\` in ${path.join(folder, CLIENT_FILE)}`;
  throw new EnvironmentError(
    `find the client ${path.basename(folder)}: no such file ${file}`,
    [file],
    remedy,
  );
}

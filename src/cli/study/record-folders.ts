// Where the targets and clients of a run lay that are none of the project's. A record keeps their names, and
// beside them their folders, so that the run can be gone on with.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EnvironmentError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { clientFolders } from '../../drive/agents/client-names.ts';
import {
  CLIENTS,
  folderNamed,
  isElsewhere,
  type Programs,
  TARGETS,
  whyNone,
} from '../../drive/targets/program-folders.ts';
import { targetFolders } from '../../drive/targets/target-names.ts';
import { withoutNginx } from '../../factors/target.ts';
import { type Plan, targetsOf } from '../../plan/plan.ts';
import type { Elsewhere, RunFile } from '../../record/record.ts';
import { alsoIn } from './named-folders.ts';

/**
 * Where the targets and clients of a plan lie that are none of the project's; undefined where all of them
 * are.
 */
export function foldersElsewhere(
  { sessions }: Pick<Plan, 'sessions'>,
  { env }: Pick<Host, 'env'>,
): Elsewhere | undefined {
  const lying = (programs: Programs, folders: ReadonlyMap<string, string>, names: readonly string[]) =>
    Object.fromEntries(
      [...folders].filter(
        ([name, folder]) =>
          names.includes(name) && (isElsewhere(folder, programs, PROJECT_ROOT) || basename(folder) !== name),
      ),
    );
  const targets = lying(
    TARGETS,
    targetFolders(PROJECT_ROOT, env),
    sessions.flatMap(targetsOf).map(withoutNginx),
  );
  const clients = lying(
    CLIENTS,
    clientFolders(PROJECT_ROOT, env),
    sessions.map(({ browser }) => browser),
  );
  return Object.keys({ ...targets, ...clients }).length === 0 ? undefined : { targets, clients };
}

/**
 * A host that finds the targets and clients of a record where they were when it was begun, but those that the
 * environment names now. Throws an EnvironmentError where one is neither there nor named.
 */
export function whereTheyWere({ elsewhere }: Pick<RunFile, 'elsewhere'>, host: Host): Host {
  if (elsewhere === undefined) return host;
  const withTargets = withRecorded(TARGETS, elsewhere.targets, targetFolders(PROJECT_ROOT, host.env), host);
  return withRecorded(CLIENTS, elsewhere.clients, clientFolders(PROJECT_ROOT, host.env), withTargets);
}

function withRecorded(
  programs: Programs,
  recorded: Readonly<Record<string, string>>,
  here: ReadonlyMap<string, string>,
  host: Host,
): Host {
  const wanted = Object.entries(recorded).filter(([name]) => !here.has(name));
  const { kind, file, variable } = programs;
  const gone = wanted.filter(([, folder]) => !existsSync(join(folder, file)));
  if (gone.length > 0) {
    throw new EnvironmentError(
      `the record was made with ${gone.map(([name]) => `${kind} ${name}`).join(' and ')}, which is no longer where it was`,
      gone.map(([, folder]) => whyNone(folder, programs)),
      `put it back, or name the folder in which it lies now: ${variable}=FOLDER`,
    );
  }
  return wanted.length === 0
    ? host
    : alsoIn(
        host,
        programs,
        wanted.map(([name, folder]) => (basename(folder) === name ? folder : folderNamed(name, folder))),
      );
}

/** What lies in another folder than it did: `target mine in /a/mine, now in /b/mine`. */
export function movedSince(before: Elsewhere | undefined, now: Elsewhere | undefined): string[] {
  return (['targets', 'clients'] as const).flatMap((kind) =>
    Object.entries(before?.[kind] ?? {}).flatMap(([name, folder]) => {
      const at = now?.[kind][name] ?? 'the project';
      return at === folder ? [] : [`${kind.slice(0, -1)} ${name} in ${folder}, now in ${at}`];
    }),
  );
}

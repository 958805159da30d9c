// Finds the clients that are programs: levels of `browser` beside the browsers and Node. clients/<name>/, or
// clients/<group>/<name>/ for clients that are built from the same sources, and the folders elsewhere that
// WIREFARE_CLIENTS names.

import path from 'node:path';
import { z } from 'zod';
import type { Environment } from '../../base/environment.ts';
import { UserError } from '../../base/errors.ts';
import { CLIENTS, programFolders } from '../targets/program-folders.ts';
import { readJsonOrNull } from '../targets/target-names.ts';

/** The file in a client's folder that describes it. */
export const CLIENT_FILE = CLIENTS.file;

/** Agents that are no program of clients/. A folder with such a name would never be used. */
export const AGENT_NAMES = ['chromium', 'firefox', 'webkit', 'node', 'outside'] as const;

/**
 * Name → folder with its client.json. Throws a UserError if two have the same name, if one has a browser's
 * name, or if a folder elsewhere does not exist.
 */
export function clientFolders(projectRoot: string, env: Environment): ReadonlyMap<string, string> {
  const folders = programFolders(CLIENTS, projectRoot, env);
  const reserved = AGENT_NAMES.filter((name) => folders.has(name));
  if (reserved.length === 0) return folders;
  const what = 'is the name of an agent that comes with Wirefare';
  throw new UserError(
    reserved.map((name) => ({ file: folders.get(name)!, path: '', what: `${name} ${what}` })),
  );
}

/**
 * Client → format → decoders; null for clients whose client.json names none. Mistakes in the file are
 * reported when the client is started.
 */
export function clientCodecs(
  projectRoot: string,
  env: Environment,
): Record<string, Record<string, string[]> | null> {
  const named = [...clientFolders(projectRoot, env)].map(([name, folder]) => {
    const parsed = WithCodecs.safeParse(readJsonOrNull(path.join(folder, CLIENT_FILE)));
    return [name, parsed.success ? parsed.data.codecs : null] as const;
  });
  return Object.fromEntries(named);
}

const WithCodecs = z.object({ codecs: z.record(z.string(), z.array(z.string()).min(1)) });

// Which clients that are programs there are: levels of `browser` beside the browsers and Node. clients/<name>/, or
// clients/<group>/<name>/ for those that are built of the same sources.

import path from 'node:path';
import { z } from 'zod';
import { jsonOf, programFolders } from './target-names.ts';

/** The file in a client's folder that describes it. */
export const CLIENT_FILE = 'client.json';

/** Their names, in order. */
export function clientNames(projectRoot: string): string[] {
  return [...clientFolders(projectRoot).keys()];
}

/** Name → folder with its client.json. Throws a UserError where two have the same name. */
export function clientFolders(projectRoot: string): ReadonlyMap<string, string> {
  return programFolders(path.join(projectRoot, 'clients'), CLIENT_FILE);
}

/** The folder of a client that there is. */
export function clientFolder(projectRoot: string, name: string): string {
  const folder = clientFolders(projectRoot).get(name);
  if (folder === undefined) throw new Error(`there is no client ${name}`);
  return folder;
}

/**
 * Client → format → decoders, null of those whose client.json names none. What is wrong with the file is told when it is
 * started.
 */
export function clientCodecs(projectRoot: string): Record<string, Record<string, string[]> | null> {
  const named = [...clientFolders(projectRoot)].map(([name, folder]) => {
    const parsed = WithCodecs.safeParse(jsonOf(path.join(folder, CLIENT_FILE)));
    return [name, parsed.success ? parsed.data.codecs : null] as const;
  });
  return Object.fromEntries(named);
}

const WithCodecs = z.object({ codecs: z.record(z.string(), z.array(z.string()).min(1)) });

// Which clients that are programs there are: levels of `browser` beside the browsers and Node.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The file in a client's folder that describes it. */
export const CLIENT_FILE = 'client.json';

/** The folders under clients/ that describe one, in the order of their names. */
export function clientNames(projectRoot: string): string[] {
  const folder = path.join(projectRoot, 'clients');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(path.join(folder, name, CLIENT_FILE)))
    .sort();
}

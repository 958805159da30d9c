// Which targets there are.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The folders under targets/ that describe a target. */
export function targetNames(projectRoot: string): string[] {
  const folder = path.join(projectRoot, 'targets');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'target.json')));
}

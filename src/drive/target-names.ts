// Which targets there are, and where: targets/<name>/, or targets/<group>/<name>/ for those that are built together.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../base/errors.ts';

/** Their names, in order. */
export function targetNames(projectRoot: string): string[] {
  return [...targetFolders(projectRoot).keys()];
}

/** The folder of a target that there is. */
export function targetFolder(projectRoot: string, name: string): string {
  const folder = targetFolders(projectRoot).get(name);
  if (folder === undefined) throw new Error(`there is no target ${name}`);
  return folder;
}

/** Name → folder with its target.json. Throws a UserError where two have the same name. */
export function targetFolders(projectRoot: string): ReadonlyMap<string, string> {
  const all = foldersIn(path.join(projectRoot, 'targets')).flatMap((folder) =>
    describesTarget(folder) ? [folder] : foldersIn(folder).filter(describesTarget),
  );
  const byName = new Map<string, string>();
  const clashes = [];
  for (const folder of all) {
    const name = path.basename(folder);
    const other = byName.get(name);
    if (other === undefined) byName.set(name, folder);
    else clashes.push({ file: folder, path: '', what: `has the name of ${other}` });
  }
  if (clashes.length > 0) throw new UserError(clashes);
  return new Map([...byName].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function describesTarget(folder: string): boolean {
  return existsSync(path.join(folder, 'target.json'));
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name));
}

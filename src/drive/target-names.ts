// Which targets there are, and where: targets/<name>/, or targets/<group>/<name>/ for those that are built together.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
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
  return programFolders(path.join(projectRoot, 'targets'), 'target.json');
}

/** Name → folder with the file that describes it, in `around` or one deeper; throws likewise. */
export function programFolders(around: string, fileName: string): ReadonlyMap<string, string> {
  const describes = (folder: string) => existsSync(path.join(folder, fileName));
  const all = foldersIn(around).flatMap((folder) =>
    describes(folder) ? [folder] : foldersIn(folder).filter(describes),
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

/** Target → format → encoders, of those whose target.json names them. What is wrong with the file is told when it is started. */
export function targetEncoders(projectRoot: string): Record<string, Record<string, string[]>> {
  const named = [...targetFolders(projectRoot)].flatMap(([name, folder]) => {
    const parsed = WithEncoders.safeParse(jsonOf(path.join(folder, 'target.json')));
    return parsed.success ? [[name, parsed.data.encoders] as const] : [];
  });
  return Object.fromEntries(named);
}

const WithEncoders = z.object({ encoders: z.record(z.string(), z.array(z.string()).min(1)) });

/** null of what is no JSON. */
export function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name));
}

// Where targets and clients lie: in the project's own targets/ and clients/, and in folders elsewhere that
// the environment names, so that a stranger's server or client needs no place in a checkout of ours.

import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../base/environment.ts';
import { type Problem, UserError } from '../../base/errors.ts';

export interface Programs {
  readonly kind: 'target' | 'client';
  /** Of the project: those in it are programs, or groups of programs. */
  readonly folder: string;
  /** The file in a program's folder that describes it. */
  readonly file: string;
  /** Names more folders, joined as PATH is: each a program itself, or as the project's folder is. */
  readonly variable: string;
}

export const TARGETS: Programs = {
  kind: 'target',
  folder: 'targets',
  file: 'target.json',
  variable: 'WIREFARE_TARGETS',
};

export const CLIENTS: Programs = {
  kind: 'client',
  folder: 'clients',
  file: 'client.json',
  variable: 'WIREFARE_CLIENTS',
};

/** Folders of this name are there to be copied. */
const TEMPLATE = 'template';

/**
 * Name → folder with the file that describes it. Throws a UserError with every two that have the same name,
 * and every folder of the variable that is not there or holds none.
 */
export function programFolders(
  programs: Programs,
  projectRoot: string,
  env: Environment,
): ReadonlyMap<string, string> {
  const problems: Problem[] = [];
  const elsewhere = splitFolders(env[programs.variable]).flatMap((folder) => {
    const found = describes(folder, programs) ? [folder] : programsIn(folder, programs);
    if (found.length === 0)
      problems.push({ file: programs.variable, path: '', what: whyNone(folder, programs) });
    return found;
  });
  const byName = new Map<string, string>();
  const own = path.resolve(projectRoot, programs.folder);
  for (const folder of new Set([...programsIn(own, programs), ...elsewhere])) {
    const name = path.basename(folder);
    const other = byName.get(name);
    if (other === undefined) byName.set(name, folder);
    else problems.push({ file: folder, path: '', what: `has the name of ${other}` });
  }
  if (problems.length > 0) throw new UserError(problems);
  return new Map([...byName].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether it is outside the project, and can be found only by somebody who says where. */
export function isElsewhere(folder: string, { folder: ours }: Programs, projectRoot: string): boolean {
  return path.relative(path.resolve(projectRoot, ours), folder).startsWith('..');
}

/** Whether the folder is one of them itself. */
export function describes(folder: string, { file }: Programs): boolean {
  return existsSync(path.join(folder, file));
}

/** The folders that a variable names, absolute. */
export function splitFolders(variable: string | undefined): string[] {
  const named = (variable ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return named.map((folder) => path.resolve(folder));
}

/** Folders in `around`, or one deeper for those that are built together. */
export function programsIn(around: string, programs: Programs): string[] {
  return foldersIn(around).flatMap((folder) =>
    describes(folder, programs) ? [folder] : foldersIn(folder).filter((inner) => describes(inner, programs)),
  );
}

/** Why a folder cannot be taken for a program, or for a folder of them. */
export function whyNone(folder: string, { kind, file }: Programs): string {
  if (!existsSync(folder)) return `there is no folder ${folder}`;
  if (!isFolder(folder)) return `${folder} is a file; name the folder of a ${kind}, which holds its ${file}`;
  return entriesIn(folder) === null ? `${folder} cannot be read` : `there is no ${file} in ${folder}`;
}

function foldersIn(folder: string): string[] {
  if (!isFolder(folder)) return [];
  return (entriesIn(folder) ?? [])
    .filter((entry) => entry.isDirectory() && entry.name !== TEMPLATE)
    .map(({ name }) => path.join(folder, name));
}

function isFolder(folder: string): boolean {
  try {
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** null of a folder that we may not read. */
function entriesIn(folder: string): Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return null;
  }
}

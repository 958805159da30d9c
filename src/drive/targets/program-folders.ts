// Finds the folders of targets and clients: in the project's own targets/ and clients/, and in other folders
// that the environment names, so that other people's servers and clients need no place in a checkout of this
// project.

import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../base/environment.ts';
import { type Problem, UserError } from '../../base/errors.ts';

export interface Programs {
  readonly kind: 'target' | 'client';
  /** The project's folder for them; its folders are programs or groups of programs. */
  readonly folder: string;
  /** The file in a program's folder that describes it. */
  readonly file: string;
  /**
   * The variable that names more folders, joined like PATH. Each is a program, or holds programs like the
   * project's folder.
   */
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

/** Folders of this name are templates to copy, no programs. */
const TEMPLATE = 'template';

/**
 * Name → folder with the file that describes it. Throws a UserError with every two that have the same name,
 * and every folder of the variable that does not exist or holds no program.
 */
export function programFolders(
  programs: Programs,
  projectRoot: string,
  env: Environment,
): ReadonlyMap<string, string> {
  const problems: Problem[] = [];
  const elsewhere = splitFolders(env[programs.variable]).flatMap((folder) => {
    const folders = describes(folder, programs) ? [folder] : programsIn(folder, programs);
    if (folders.length === 0)
      problems.push({ file: programs.variable, path: '', what: whyNone(folder, programs) });
    return folders;
  });
  const byName = new Map<string, string>();
  const shippedFolder = path.resolve(projectRoot, programs.folder);
  for (const folder of new Set([...programsIn(shippedFolder, programs), ...elsewhere])) {
    const name = path.basename(folder);
    const other = byName.get(name);
    if (other === undefined) byName.set(name, folder);
    else problems.push({ file: folder, path: '', what: `has the name of ${other}` });
  }
  if (problems.length > 0) throw new UserError(problems);
  return new Map([...byName].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether the folder is outside the project, so that only the environment can name it. */
export function isElsewhere(folder: string, { folder: ours }: Programs, projectRoot: string): boolean {
  return path.relative(path.resolve(projectRoot, ours), folder).startsWith('..');
}

/** Whether the folder is itself a program. */
export function describes(folder: string, { file }: Programs): boolean {
  return existsSync(path.join(folder, file));
}

/** The folders that a variable names, absolute. */
export function splitFolders(variable: string | undefined): string[] {
  const named = (variable ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return named.map((folder) => path.resolve(folder));
}

/** The programs in `around`, or one level deeper for programs that are built together. */
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

/** null for a folder that we may not read. */
function entriesIn(folder: string): Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return null;
  }
}

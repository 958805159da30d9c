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
   * project's folder. `base=/a/server` names a program by another name than its folder's.
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
  const elsewhere = splitFolders(env[programs.variable]).flatMap((entry): NamedFolder[] => {
    const { name, folder } = named(entry);
    if (describes(folder, programs)) return [{ name: name ?? path.basename(folder), folder }];
    // A folder of several has no name that another one could take the place of.
    const inner = name === null ? programsIn(folder, programs) : [];
    if (inner.length === 0)
      problems.push({
        file: programs.variable,
        path: '',
        what: whyNone(folder, programs),
        ...howToMakeOne(folder, programs),
      });
    return inner.map(asItIsNamed);
  });
  const byName = new Map<string, string>();
  const shipped = programsIn(path.resolve(projectRoot, programs.folder), programs).map(asItIsNamed);
  for (const { name, folder } of [...shipped, ...elsewhere]) {
    const other = byName.get(name);
    if (other === undefined) byName.set(name, folder);
    else if (other !== folder) problems.push({ file: folder, path: '', what: `has the name of ${other}` });
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

interface NamedFolder {
  readonly name: string;
  readonly folder: string;
}

function asItIsNamed(folder: string): NamedFolder {
  return { name: path.basename(folder), folder };
}

/** The folders that a variable names, absolute, with the names that it gives them. */
export function splitFolders(variable: string | undefined): string[] {
  const entries = (variable ?? '').split(path.delimiter).filter((entry) => entry !== '');
  return entries.map((entry) => {
    const { name, folder } = named(entry);
    return name === null ? folder : folderNamed(name, folder);
  });
}

/** As the variable has it: `base=/a/server`. */
export function folderNamed(name: string, folder: string): string {
  return `${name}=${folder}`;
}

/** A name has small letters, digits and hyphens; whatever else stands before a sign is part of a path. */
function named(entry: string): { readonly name: string | null; readonly folder: string } {
  const [, name, folder] = /^([a-z0-9][a-z0-9-]*)=(.+)$/.exec(entry) ?? [];
  if (name === undefined || folder === undefined) return { name: null, folder: path.resolve(entry) };
  return { name, folder: path.resolve(folder) };
}

/** The programs in `around`, or one level deeper for programs that are built together. */
export function programsIn(around: string, programs: Programs): string[] {
  return foldersIn(around).flatMap((folder) =>
    describes(folder, programs) ? [folder] : foldersIn(folder).filter((inner) => describes(inner, programs)),
  );
}

/** Where somebody goes on whose folder is none yet. */
export function howToMakeOne(
  folder: string,
  { kind, folder: shipped, file }: Programs,
): Pick<Problem, 'hint'> {
  if (entriesIn(folder) === null) return {};
  return { hint: `a ${kind} is a folder with its ${file}: ${shipped}/template/README.md leads to one` };
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

// From a path to the text of a study file, refusing early whatever cannot be one: nothing there, a folder, a file of
// 100 MB, bytes that are no text.

import { basename, dirname, join } from 'node:path';
import { messageOf, type Problem, UserError } from '../../base/errors.ts';
import { sayBytes } from '../../base/figures/bytes.ts';
import { nearest } from '../../base/spelling.ts';
import { LIMITS } from '../defaults.ts';

/** The little of a file system that is needed; fs-reader.ts is the real one. */
export interface StudyReader {
  /** null where nothing is there. */
  look(path: string): Promise<{ readonly kind: 'file' | 'folder' | 'other'; readonly bytes: number } | null>;
  read(path: string): Promise<Uint8Array>;
  /** Names of what is in the folder; empty where there is no such folder. */
  names(folder: string): Promise<readonly string[]>;
}

/** Throws a UserError that says why the file cannot be a study. */
export async function readStudyText(path: string, reader: StudyReader): Promise<string> {
  const found = await attempt(path, () => reader.look(path));
  if (found === null) throw new UserError([await missing(path, reader)]);
  if (found.kind === 'folder') return refuse(path, 'is a folder; name a study file in it');
  if (found.kind === 'other') return refuse(path, 'is not a regular file');
  if (found.bytes > LIMITS.fileBytes) {
    return refuse(
      path,
      `is ${sayBytes(found.bytes, 3)}; a study file is at most ${sayBytes(LIMITS.fileBytes)}`,
    );
  }
  const bytes = await attempt(path, () => reader.read(path));
  if (bytes.includes(0)) return refuse(path, 'is not a text file');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(path, 'is not a text file in UTF-8');
  }
}

async function attempt<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    return refuse(path, `cannot be read: ${messageOf(thrown)}`);
  }
}

async function missing(path: string, reader: StudyReader): Promise<Problem> {
  const names = await reader.names(dirname(path));
  const studies = names.filter((name) => /\.ya?ml$/.test(name));
  const near = nearest(basename(path), studies);
  const what = 'no such file';
  return { file: path, path: '', what, ...(near !== null && { nearest: join(dirname(path), near) }) };
}

function refuse(path: string, what: string): never {
  throw new UserError([{ file: path, path: '', what }]);
}

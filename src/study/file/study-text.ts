// From a path to the text of a study file, refusing early whatever cannot be one: nothing there, a folder, a
// file of 100 MB, bytes that are no text.

import { messageOf, type Problem, UserError } from '../../base/errors.ts';
import { sayBytes } from '../../base/figures/bytes.ts';
import { LIMITS } from '../defaults.ts';

/** The little of a file system that is needed; fs-reader.ts is the real one. */
export interface StudyReader {
  /** null where nothing is there. */
  look(path: string): Promise<{ readonly kind: 'file' | 'folder' | 'other'; readonly bytes: number } | null>;
  read(path: string): Promise<Uint8Array>;
  /** The study that is meant by a path where nothing is; null where none is near. */
  nearest(path: string): string | null;
}

/** Of a text that stands in no file, or is not saved yet. */
export function typedReader(text: string): StudyReader {
  const bytes = new TextEncoder().encode(text);
  return {
    look: async () => ({ kind: 'file', bytes: bytes.length }),
    read: async () => bytes,
    nearest: () => null,
  };
}

/** Throws a UserError that says why the file cannot be a study. */
export async function readStudyText(path: string, reader: StudyReader): Promise<string> {
  const entry = await attempt(path, () => reader.look(path));
  if (entry === null) throw new UserError([missing(path, reader)]);
  if (entry.kind === 'folder') return refuse(path, 'is a folder; name a study file in it');
  if (entry.kind === 'other') return refuse(path, 'is not a regular file');
  if (entry.bytes > LIMITS.fileBytes) {
    return refuse(
      path,
      `is ${sayBytes(entry.bytes, 3)}; a study file is at most ${sayBytes(LIMITS.fileBytes)}`,
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

function missing(path: string, reader: StudyReader): Problem {
  const near = reader.nearest(path);
  return { file: path, path: '', what: 'no such file', ...(near !== null && { nearest: near }) };
}

function refuse(path: string, what: string): never {
  throw new UserError([{ file: path, path: '', what }]);
}

// Files, folders and standard input.

import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { UserError } from '../base/errors.ts';
import { MOST_FILE_BYTES } from '../base/files/largest-file.ts';
import { nearestPath } from '../base/files/nearest-path.ts';
import { refusal } from './findings.ts';
import type { RawSource, ReadSurroundings } from './source.ts';
import { kindByName } from './source-kind.ts';

export const STDIN_NAME = '-';
export const STDIN_LABEL = 'standard input';

/** Throws if there is no such file, if it cannot be read, or if it is too large to be read whole. */
export async function readFileSource(path: string, surroundings: ReadSurroundings): Promise<RawSource> {
  const { size } = await statSource(path, surroundings);
  if (size > MOST_FILE_BYTES) throw tooLarge(path);
  const bytes = await trying(
    path,
    readFile(resolve(surroundings.cwd, path), { signal: surroundings.interrupted }),
    surroundings,
  );
  return { ...LOCAL, label: path, stem: fileStem(path), bytes, kind: kindByName(path) };
}

/** Reads in pieces, for a file that need not be in memory as a whole. */
export async function* readFilePieces(
  path: string,
  { cwd, interrupted }: ReadSurroundings,
): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(resolve(cwd, path), {
    signal: interrupted,
    highWaterMark: 4 * 1024 * 1024,
  });
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (thrown) {
    throw sayFileError(path, cwd, thrown);
  }
}

export async function readStdin(surroundings: ReadSurroundings): Promise<RawSource> {
  const { interrupted } = surroundings;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stdinPieces(surroundings)) {
    interrupted.throwIfAborted();
    pieces.push(piece);
    size += piece.length;
    if (size > MOST_FILE_BYTES) throw tooLarge(STDIN_LABEL);
  }
  return { ...LOCAL, label: STDIN_LABEL, stem: '', bytes: Buffer.concat(pieces), kind: null };
}

/** Throws if standard input is a terminal. Reading throws an AbortError if it is interrupted. */
export function stdinPieces({ stdin, interrupted }: ReadSurroundings): AsyncIterable<Uint8Array> {
  const pieces = stdin();
  if (pieces === null)
    throw refusal(STDIN_LABEL, 'is a terminal; pipe the data in: wirefare schema - < orders.json');
  // The other end of the pipe may send nothing for long; Ctrl-C must end the waiting all the same.
  return pieces instanceof Readable ? addAbortSignal(interrupted, pieces) : pieces;
}

/** A folder's files whose endings are known, by name; the path itself if it is a file. */
export async function filesAt(path: string, surroundings: ReadSurroundings): Promise<readonly string[]> {
  if (!(await statSource(path, surroundings)).isDirectory()) return [path];
  const names = await trying(path, readdir(resolve(surroundings.cwd, path)), surroundings);
  const files = names.filter((name) => kindByName(name) !== null && !name.startsWith('.')).sort();
  if (files.length === 0)
    throw refusal(path, 'the folder has no files that are read (.json, .ndjson, .csv, .tsv, .xml)');
  return files.map((name) => join(path, name));
}

export function fileStem(path: string): string {
  return basename(path, extname(path));
}

const LOCAL = { captured: null, compression: 'none', notes: [] } as const;

function statSource(path: string, surroundings: ReadSurroundings) {
  return trying(path, stat(resolve(surroundings.cwd, path)), surroundings);
}

async function trying<T>(path: string, attempt: Promise<T>, { cwd }: ReadSurroundings): Promise<T> {
  try {
    return await attempt;
  } catch (thrown) {
    throw sayFileError(path, cwd, thrown);
  }
}

const NO_SUCH_FILE = 'no such file';
const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: NO_SUCH_FILE,
  EACCES: 'the file may not be read (permissions)',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: NO_SUCH_FILE,
};

/** Names the nearest name beside it: a file, or a folder of messages. */
function noSuchFile(path: string, cwd: string): UserError {
  const near = nearestPath(path, cwd, existsSync);
  return new UserError([
    { file: path, path: '', what: NO_SUCH_FILE, ...(near !== null && { nearest: near }) },
  ]);
}

/** An error that is not of the file system is passed on. */
function sayFileError(path: string, cwd: string, thrown: unknown): unknown {
  const { code, syscall, message } = thrown as NodeJS.ErrnoException;
  const known = FILE_ERRORS[code ?? ''];
  if (known === NO_SUCH_FILE) return noSuchFile(path, cwd);
  if (known !== undefined) return refusal(path, known);
  return syscall === undefined ? thrown : refusal(path, `cannot be read: ${message}`);
}

function tooLarge(file: string): Error {
  return refusal(
    file,
    `is larger than ${MOST_FILE_BYTES / 1e6} MB, which is more than can be read whole; take a part of it, such as its first records`,
  );
}

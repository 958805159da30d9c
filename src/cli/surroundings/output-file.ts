// A file that a report goes to: there whole or not at all, and where it cannot be written, told as what it
// is: a path that cannot be a file is the user's mistake, a full disk or a folder without leave to write is
// the environment's gap. Of a path that the user names his own links are followed, and a device is written
// to. A folder of a record may be anybody's, and nothing in it leads out: a link there is replaced.

import { lstatSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { EnvironmentError, Mistakes, UserError } from '../../base/errors.ts';
import { besideOf, ONLY_NEW } from '../../base/files/beside.ts';
import type { Write } from '../../report/report.ts';

/** Who has named it: the user himself, or the record whose folder it is in. */
export type NamedBy = 'user' | 'record';

/** Path as given or made, absolute; `fill` writes the content in order. */
export async function writeInChunks(
  path: string,
  namedBy: NamedBy,
  fill: (write: Write) => Promise<void>,
): Promise<void> {
  const place = findPlace(path, namedBy);
  try {
    const file = await open(place.writeTo, place.flag);
    try {
      await fill((chunk) => file.writeFile(chunk));
    } finally {
      await file.close();
    }
    place.done();
  } catch (thrown) {
    place.undo();
    throw told(path, thrown);
  }
}

export function writeAtOnce(path: string, namedBy: NamedBy, content: string): void {
  const place = findPlace(path, namedBy);
  try {
    writeFileSync(place.writeTo, content, { flag: place.flag });
    place.done();
  } catch (thrown) {
    place.undo();
    throw told(path, thrown);
  }
}

/**
 * Whether a file can be written there, before there is one: no folder of that name, and a folder to be in.
 */
export function requirePlaces(paths: readonly string[], cwd: string): void {
  const mistakes = new Mistakes();
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  for (const path of paths) {
    const whole = resolve(cwd, path);
    mistakes.of(() => {
      if (isFolder(whole)) throw wrongPath(path, A_FOLDER);
      if (!isFolder(dirname(whole))) throw wrongPath(path, noFolder(whole));
    });
  }
  mistakes.throwIfAny();
}

interface OutputPlace {
  readonly writeTo: string;
  readonly flag: string;
  readonly done: () => void;
  readonly undo: () => void;
}

/**
 * A file is written beside and renamed; a device or a pipe (/dev/stdout) that the user names must stay what
 * it is and is written to.
 */
function findPlace(path: string, namedBy: NamedBy): OutputPlace {
  try {
    return namedBy === 'user' ? placeOfUser(path) : placeBeside(path);
  } catch (thrown) {
    throw told(path, thrown);
  }
}

function placeOfUser(path: string): OutputPlace {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there !== undefined && !there.isFile() && !there.isDirectory())
    return { writeTo: path, flag: 'w', done: () => {}, undo: () => {} };
  // A link to a file stays a link.
  return placeBeside(there === undefined ? path : realpathSync(path));
}

function placeBeside(path: string): OutputPlace {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) throw wrongPath(path, A_FOLDER);
  const beside = besideOf(path);
  return {
    writeTo: beside,
    flag: ONLY_NEW,
    done: () => renameSync(beside, path),
    undo: () => removed(beside),
  };
}

function removed(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Why it could not be written is told, and is most often why it cannot be removed.
  }
}

/** What the user has to hear of it; what did not come from the file system is passed on. */
function told(path: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error && 'syscall' in thrown && 'code' in thrown)) return thrown;
  switch (thrown.code) {
    case 'ENOENT':
      return wrongPath(path, noFolder(path));
    case 'ENOTDIR':
      return wrongPath(path, `cannot be written: ${dirname(path)} is not a folder`);
    case 'ENAMETOOLONG':
      return wrongPath(path, 'cannot be written: the name is too long');
    case 'ELOOP':
      return wrongPath(path, 'cannot be written: its links lead in a circle');
    default:
      return new EnvironmentError(
        `${path} cannot be written`,
        [thrown.message],
        'make room there, or write it elsewhere: wirefare report RECORD --format NAME --out FILE',
      );
  }
}

const A_FOLDER = 'is a folder: name a file in it';

function noFolder(path: string): string {
  return `cannot be written: there is no folder ${dirname(path)}`;
}

function wrongPath(path: string, what: string): UserError {
  return new UserError([{ file: path, path: '', what }]);
}

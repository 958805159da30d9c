// The folder of records: listed with what came of each, tagged, thrown away. Somebody may have edited it by
// hand, so nothing in it is taken for granted: what cannot be read is told and stands in the list all the
// same. Reading a record takes 10 to 150 ms, so a run leaves its line beside it (line-beside.ts), and what
// was read is kept, also for the next start, for as long as its files have the same size and time.

import { createHash } from 'node:crypto';
import {
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileGap, messageOf, UserError } from '../../base/errors.ts';
import { parseRecordedJson } from '../../factors/recorded-cell.ts';
import { lockRecord, writerOf } from '../../record/lock.ts';
import { readRun } from '../../record/read-record.ts';
import { FILES, replaceFile } from '../../record/record-writer.ts';
import type { Summary } from '../../summary/summary.ts';
import { lineBeside, writer } from './line-beside.ts';
import { type RecordLine, recordLine } from './record-line.ts';
import { readTags, TAGS_FILE } from './tags.ts';

/** What the list is made of: a record, why there is none to be told of, or one that is not read yet. */
export type Listed = {
  readonly name: string;
  readonly tags: readonly string[];
} & ({ readonly line: RecordLine } | { readonly problem: string } | { readonly isUnread: true });

interface Kept {
  /** Sizes and times of what it was read from. */
  readonly state: string;
  readonly listed: Listed;
}

/** Of a run.json or a summary.json; larger ones are nobody's but an attacker's. */
const MOST_BYTES = 64 * 1024 * 1024;
const CACHE_VERSION = 3;
/** What a summary is made of beside run.json, which says itself whether it is of this run. */
const SUMMARISED = [FILES.samples, FILES.probes];
/** A folder that is copied has its files one after the other, and no disk is slower than that. */
const COPIED = { fileMs: 1_000, bytesAMs: 1_000 };

export class Shelf {
  readonly dir: string;
  readonly #version: string;
  readonly #cacheFile: string | null;
  readonly #kept: Map<string, Kept>;

  /** `cacheDir`: where what was read is kept for the next start; null: nowhere. */
  constructor(dir: string, cacheDir: string | null, version: string) {
    this.dir = dir;
    this.#version = version;
    const key = createHash('sha256')
      .update(`${CACHE_VERSION} ${writer(version)} ${dir}`)
      .digest('hex')
      .slice(0, 24);
    this.#cacheFile = cacheDir === null ? null : join(cacheDir, 'records', `${key}.json`);
    this.#kept = readCache(this.#cacheFile);
  }

  /** Names of the folders that hold a record or what is left of one, the newest first by name. */
  names(): string[] {
    // A link that leads nowhere is there: its disk may be gone for a while.
    if (statOrNull(this.dir) === null) return [];
    return entriesOf(this.dir)
      .filter((entry) => entry.isDirectory() && existsSync(join(this.dir, entry.name, FILES.run)))
      .map(({ name }) => name)
      .sort()
      .reverse();
  }

  /**
   * All at once, as far as they are known: what was read before stands there as it was, and of the others
   * that they are there. Then once more those that have to be read, one after the other, as they are read;
   * while something is measured none is. `names`: where they are known already.
   */
  async *list(
    isMeasuring: () => boolean = () => false,
    names: readonly string[] = this.names(),
  ): AsyncGenerator<Listed> {
    let isNew = false;
    const unread: string[] = [];
    for (const name of names) {
      const dir = join(this.dir, name);
      const state = stateOf(dir);
      let kept = this.#kept.get(name);
      if (kept?.state !== state) {
        // Tags and a line take no time to read, and whoever saved some looks for them.
        const tags = readTags(dir);
        // A terminal may be about to go on with what was over.
        const line = writerOf(dir) === null ? lineBeside(dir, this.#version) : null;
        if (line === null) {
          unread.push(name);
          yield { ...(kept?.listed ?? { name, isUnread: true as const }), tags };
          continue;
        }
        kept = this.#keep(name, { state, listed: { name, tags, line } });
        isNew = true;
      }
      yield kept.listed;
    }
    for (const name of unread) {
      // Whoever is measuring, or waiting for a page, is not to wait for the whole folder.
      await setImmediate();
      if (isMeasuring()) break;
      const state = stateOf(join(this.dir, name));
      isNew = true;
      yield this.#keep(name, { state, listed: readListed(this.dir, name) }).listed;
    }
    for (const name of this.#kept.keys()) if (!names.includes(name)) isNew = this.#kept.delete(name) || isNew;
    if (isNew) this.#writeCache();
  }

  /** Folder of a record; throws a UserError where the name is none of the shelf's. */
  folder(name: string): string {
    if (typeof name !== 'string' || !this.names().includes(name))
      throw mistake(String(name), `is no record of ${this.dir}`);
    return join(this.dir, name);
  }

  /** Throws an EnvironmentError where they cannot be written. */
  tag(name: string, tags: readonly string[]): void {
    const path = join(this.folder(name), TAGS_FILE);
    try {
      replaceFile(path, `${JSON.stringify({ tags })}\n`);
    } catch (thrown) {
      const remedy = `make room in ${this.dir}, or get leave to write there, and save them again`;
      throw fileGap(thrown, `the tags of ${name} cannot be saved`, remedy);
    }
    const kept = this.#kept.get(name);
    if (kept !== undefined) this.#kept.set(name, { ...kept, listed: { ...kept.listed, tags } });
  }

  /** For good. Throws a UserError where it is being written, and an EnvironmentError where it cannot go. */
  remove(name: string): void {
    const dir = this.folder(name);
    try {
      removeLocked(dir);
    } catch (thrown) {
      const remedy = `get leave to write in ${this.dir}, or remove the folder ${dir} by hand`;
      throw fileGap(thrown, `${name} cannot be deleted`, remedy);
    }
    this.#kept.delete(name);
  }

  #keep(name: string, kept: Kept): Kept {
    this.#kept.set(name, kept);
    return kept;
  }

  #writeCache(): void {
    if (this.#cacheFile === null) return;
    try {
      mkdirSync(join(this.#cacheFile, '..'), { recursive: true });
      replaceFile(this.#cacheFile, JSON.stringify([...this.#kept]));
    } catch {
      // Only slower the next time.
    }
  }
}

/** What could not be removed may be deleted again, and measured on. */
function removeLocked(dir: string): void {
  const letGo = lockRecord(dir);
  try {
    rmSync(dir, { recursive: true });
  } catch (thrown) {
    letGo();
    throw thrown;
  }
}

/** It may be a link to a larger disk. Throws a UserError where it cannot be listed. */
function entriesOf(dir: string): Dirent[] {
  try {
    if (statSync(dir).isDirectory()) return readdirSync(dir, { withFileTypes: true });
  } catch (thrown) {
    throw mistake(dir, `cannot be listed: ${messageOf(thrown)}`);
  }
  throw mistake(dir, 'is no folder');
}

/** Empty where somebody made something else of it. */
function readCache(file: string | null): Map<string, Kept> {
  try {
    return new Map(file === null ? [] : (JSON.parse(readFileSync(file, 'utf8')) as [string, Kept][]));
  } catch {
    return new Map();
  }
}

function stateOf(dir: string): string {
  const named = [FILES.run, FILES.summary, TAGS_FILE, ...SUMMARISED];
  const files = named.map((file) => sayState(statOrNull(join(dir, file))));
  return [...files, writerOf(dir) ?? '-'].join(' ');
}

/** Somebody changed the samples after it was made of them. False where there is no summary. */
export function isSummaryOutdated(dir: string): boolean {
  const summary = statOrNull(join(dir, FILES.summary));
  if (summary === null) return false;
  return SUMMARISED.some((file) => {
    const stats = statOrNull(join(dir, file));
    const allowedMs = COPIED.fileMs + (stats?.size ?? 0) / COPIED.bytesAMs;
    return stats !== null && stats.mtimeMs - summary.mtimeMs > allowedMs;
  });
}

function sayState(stats: Stats | null): string {
  return stats === null ? '-' : `${stats.mtimeMs}:${stats.size}:${stats.ino}`;
}

function statOrNull(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

function readListed(shelf: string, name: string): Listed {
  const dir = join(shelf, name);
  const tags = readTags(dir);
  try {
    requireReadable(join(dir, FILES.run));
    const read = readRun(dir);
    // A terminal may be about to go on with what was over.
    const run = writerOf(dir) === null ? read : { ...read, status: 'running' as const };
    return { name, tags, line: recordLine(run, isSummaryOutdated(dir) ? null : readSummary(dir)) };
  } catch (thrown) {
    const what =
      thrown instanceof UserError
        ? thrown.problems.map(sayWhat).join('; ')
        : `is damaged: ${messageOf(thrown)}`;
    return { name, tags, problem: what };
  }
}

function readSummary(dir: string): Summary | null {
  const path = join(dir, FILES.summary);
  if (statOrNull(path) === null) return null;
  requireReadable(path);
  return parseRecordedJson(readFileSync(path, 'utf8')) as Summary;
}

/** A pipe would wait for ever, a device never end. */
function requireReadable(path: string): void {
  const { size } = statFile(path);
  if (size > MOST_BYTES) throw mistake(path, `has ${size} bytes, far more than a run leaves`);
}

function statFile(path: string): Stats {
  const stats = lstatSync(path);
  if (!stats.isFile()) throw mistake(path, 'is not a file');
  return stats;
}

function sayWhat({ file, what }: { readonly file: string; readonly what: string }): string {
  return `${file.slice(file.lastIndexOf('/') + 1)} ${what}`;
}

function mistake(file: string, what: string): UserError {
  return new UserError([{ file, path: '', what }]);
}

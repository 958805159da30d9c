// Writes a record while the run goes on, so that whatever was measured stays readable after any death:
// samples are appended line by line, run.json is replaced whole (temporary file, then rename).

import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileGap, UserError } from '../base/errors.ts';
import { besideOf, ONLY_NEW } from '../base/files/beside.ts';
import { makeFolder } from '../base/files/make-folder.ts';
import { recordedJson } from '../factors/recorded-cell.ts';
import { lockRecord } from './lock.ts';
import type { ProbeRow, RunFile, SampleRow } from './record.ts';

export const FILES = {
  run: 'run.json',
  samples: 'samples.ndjson',
  probes: 'probes.ndjson',
  parquet: 'samples.parquet',
  summary: 'summary.json',
  html: 'report.html',
  line: 'line.json',
} as const;

export class RecordWriter {
  readonly dir: string;
  readonly #samples: number | null;
  readonly #probes: number;
  readonly #release: () => void;

  /**
   * Opens the folder, making it where it is not there; what is in it is kept and appended to. Without samples
   * of its own where they stand in Parquet alone.
   */
  constructor(dir: string, { withSamples = true } = {}) {
    this.dir = dir;
    writing(dir, () => makeFolder(dir));
    this.#release = writing(dir, () => lockRecord(dir));
    try {
      requireOwn(dir, [FILES.samples, FILES.probes]);
      [this.#samples, this.#probes] = writing(dir, () => {
        const samples = withSamples ? openSync(join(dir, FILES.samples), TO_APPEND) : null;
        return [samples, openSync(join(dir, FILES.probes), TO_APPEND)] as const;
      });
    } catch (thrown) {
      this.#release();
      throw thrown;
    }
  }

  appendSamples(rows: readonly SampleRow[]): void {
    const samples = this.#samples;
    if (samples !== null) writing(this.dir, () => appendLines(samples, rows));
  }

  appendProbes(rows: readonly ProbeRow[]): void {
    writing(this.dir, () => appendLines(this.#probes, rows));
  }

  /** Makes what was appended safe from a power cut, then replaces run.json. */
  writeRun(run: RunFile): void {
    writing(this.dir, () => {
      if (this.#samples !== null) fsyncSync(this.#samples);
      fsyncSync(this.#probes);
      replaceFile(join(this.dir, FILES.run), `${recordedJson(run, 1)}\n`);
    });
  }

  close(): void {
    if (this.#samples !== null) closeSync(this.#samples);
    closeSync(this.#probes);
    this.#release();
  }
}

/** Writes beside the file and renames, so that a reader never sees half of it. A link there is replaced. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const beside = besideOf(path);
  try {
    writeFileSync(beside, content, { flag: ONLY_NEW });
    renameSync(beside, path);
  } catch (thrown) {
    rmSync(beside, { force: true });
    throw thrown;
  }
}

const TO_APPEND =
  // Windows has no such flag, and gives few the right to make links.
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Throws a UserError where one is there that is no file: a pipe would wait, a link lead to anybody's. */
function requireOwn(dir: string, names: readonly string[]): void {
  const problems = names
    .map((name) => join(dir, name))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
    .map((file) => ({ file, path: '', what: 'is not a file of the record itself' }));
  if (problems.length > 0) throw new UserError(problems);
}

function appendLines(file: number, rows: readonly object[]): void {
  if (rows.length === 0) return;
  const bytes = Buffer.from(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}

/** A full disk or a folder without leave to write is the environment's gap, not a bug. */
function writing<T>(dir: string, write: () => T): T {
  try {
    return write();
  } catch (thrown) {
    const remedy = existsSync(join(dir, FILES.run))
      ? `make room or choose another folder (--out DIR), then: wirefare run --resume ${dir}`
      : 'make room or choose another folder (--out DIR), then start again: nothing was measured yet';
    throw fileGap(thrown, `the record in ${dir} cannot be written`, remedy);
  }
}

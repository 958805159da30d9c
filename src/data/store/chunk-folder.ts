// The folder that holds a dataset's chunks. Files are written beside it, in a staging folder of this
// process's own, and renamed into place.

import fs from 'node:fs';
import { join } from 'node:path';

/** A staging folder this much older than a new one was left behind by a process that was killed. */
const ABANDONED_AFTER_MS = 3_600_000;

const STAGING = 'staging-';

export class ChunkFolder {
  readonly path: string;
  #staging: string | null = null;

  constructor(path: string) {
    this.path = path;
  }

  /** null if it does not exist or cannot be read; the chunk is then made again. */
  read(index: number): Uint8Array | null {
    try {
      return fs.readFileSync(this.#chunkPath(index));
    } catch {
      return null;
    }
  }

  /** Throws what the file system throws: no space, no permission. */
  write(index: number, bytes: Uint8Array): void {
    this.#staging ??= this.#openStaging();
    const staged = join(this.#staging, 'chunk');
    fs.writeFileSync(staged, bytes);
    fs.renameSync(staged, this.#chunkPath(index));
  }

  /** Removes the staging folder; renamed files stay. */
  close(): void {
    if (this.#staging !== null) removeQuietly(this.#staging);
    this.#staging = null;
  }

  #chunkPath(index: number): string {
    return join(this.path, `${String(index).padStart(5, '0')}.chunk`);
  }

  #openStaging(): string {
    fs.mkdirSync(this.path, { recursive: true });
    const staging = fs.mkdtempSync(join(this.path, STAGING));
    const now = fs.statSync(staging).mtimeMs;
    for (const name of fs.readdirSync(this.path)) {
      const other = join(this.path, name);
      if (name.startsWith(STAGING) && now - modifiedMs(other, now) > ABANDONED_AFTER_MS) removeQuietly(other);
    }
    return staging;
  }
}

// Another process may remove its own folder at any moment: then it was not an abandoned one.
function modifiedMs(path: string, otherwise: number): number {
  return fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? otherwise;
}

function removeQuietly(path: string): void {
  try {
    fs.rmSync(path, { recursive: true, force: true });
  } catch {
    // A later run removes it; the chunks do not depend on it.
  }
}

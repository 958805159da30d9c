// Data that somebody dropped on the page: files in a temporary folder, which goes with the lab.

import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileGap, UserError } from '../../base/errors.ts';
import { NO_LONGER_HERE, sayTooLarge } from './asked.ts';

/** As for an answer from a URL. */
export const MOST_UPLOAD_BYTES = 100_000_000;
const LONGEST_NAME = 100;
const MOST_KEPT = 20;

export interface Upload {
  /** Of no other lab's: a page remembers it, and the lab may be another one by then. */
  readonly id: string;
  /** Folder that holds it, and its name there. */
  readonly dir: string;
  readonly name: string;
  readonly bytes: number;
}

export class Uploads {
  readonly #tempDir: () => string;
  readonly #uploads: Upload[] = [];
  #dir: string | null = null;

  /** `tempDir`: asked for when there is something to keep. */
  constructor(tempDir: () => string) {
    this.#tempDir = tempDir;
  }

  /**
   * Throws a UserError where it is too large, by what it says of itself or by what comes, and an
   * EnvironmentError where it cannot be kept. `isInUse`: of another, which stays then however old it is.
   */
  async save(
    name: string,
    announcedBytes: number | null,
    body: ReadableStream<Uint8Array> | null,
    isInUse: (id: string) => boolean = () => false,
  ): Promise<Upload> {
    const shown = fileName(name);
    if (announcedBytes !== null && announcedBytes > MOST_UPLOAD_BYTES) throw tooLarge(shown, announcedBytes);
    try {
      const upload = await this.#keep(shown, body);
      this.#forgetOld(isInUse);
      return upload;
    } catch (thrown) {
      const remedy =
        'make room in the folder of temporary files, or start the lab with another one: TMPDIR=FOLDER wirefare serve';
      throw fileGap(thrown, `${shown} cannot be kept`, remedy);
    }
  }

  /** `shown`: its name in its folder. */
  async #keep(shown: string, body: ReadableStream<Uint8Array> | null): Promise<Upload> {
    const id = randomUUID();
    this.#dir ??= mkdtempSync(join(this.#tempDir(), 'page-'));
    const dir = join(this.#dir, id);
    mkdirSync(dir);
    let bytes = 0;
    try {
      await pipeline(
        Readable.fromWeb((body ?? new Blob([]).stream()) as Parameters<typeof Readable.fromWeb>[0]),
        async function* counted(chunks: AsyncIterable<Uint8Array>) {
          for await (const chunk of chunks) {
            bytes += chunk.length;
            if (bytes > MOST_UPLOAD_BYTES) throw tooLarge(shown, bytes);
            yield chunk;
          }
        },
        createWriteStream(join(dir, shown)),
      );
    } catch (thrown) {
      rmSync(dir, { recursive: true, force: true });
      throw thrown;
    }
    const upload = { id, dir, name: shown, bytes };
    this.#uploads.push(upload);
    return upload;
  }

  #forgetOld(isInUse: (id: string) => boolean): void {
    for (const old of this.#uploads.slice(0, -MOST_KEPT)) {
      if (isInUse(old.id)) continue;
      this.#uploads.splice(this.#uploads.indexOf(old), 1);
      rmSync(old.dir, { recursive: true, force: true });
    }
  }

  /** Throws a UserError where there is no such one any more. */
  get(id: unknown): Upload {
    const upload = this.#uploads.find((each) => each.id === id);
    if (upload !== undefined) return upload;
    throw new UserError([{ file: 'payload', path: '', what: NO_LONGER_HERE }]);
  }

  remove(): void {
    if (this.#dir !== null) rmSync(this.#dir, { recursive: true, force: true });
  }
}

/** Its ending tells the kind, so that stays; whatever leads elsewhere goes. */
function fileName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const plain = last.replace(/[^\p{L}\p{N}._ -]/gu, '_').replace(/^[.\- ]+/, '');
  return plain === '' ? 'payload' : plain.slice(-LONGEST_NAME);
}

function tooLarge(name: string, bytes: number): UserError {
  return new UserError([{ file: name, path: '', what: sayTooLarge(bytes, MOST_UPLOAD_BYTES) }]);
}

// The offer to take the list inside a document, in words: for a command line, and for a study file.

import { carryingList, type OfferedPath } from '../../advise/screening/offered-path.ts';
import { count, listed } from '../../base/figures/plurals.ts';
import type { DataValue } from '../../data/schema.ts';
import { type Envelope, findEnvelope } from '../../payload/envelope.ts';
import { printable } from '../../payload/source-text.ts';
import type { PayloadRef } from '../../study/study.ts';

/** `--path orders (a list of 20 records) would let json-columns and csv take part` */
export function sayOfferedPath({ path, records, formats }: OfferedPath): string {
  return `--path ${typedInShell(path)} (a list of ${count(records, 'record')}) would let ${listed(formats)} take part`;
}

/** One word of a command line. */
function typedInShell(path: string): string {
  const text = printable(path);
  return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The offers for the datasets of one study. `readDocument` opens the data of a digest. */
export class StudyOffers {
  readonly #readDocument: (digest: string) => DataValue;
  readonly #envelopes = new Map<string, Envelope | null>();

  constructor(readDocument: (digest: string) => DataValue) {
    this.#readDocument = readDocument;
  }

  /**
   * `; path: orders would let it take part`, for a format that refuses a document and carries the list in it;
   * else the empty text.
   */
  say({ name, digest, shape, path }: PayloadRef, format: string, encoder: string): string {
    const envelope = shape === 'document' ? this.#envelope(digest, path) : null;
    if (envelope === null || carryingList(name, envelope, [{ format, encoder }]).length === 0) return '';
    return `; path: ${typedInYaml(envelope.path)} would let it take part`;
  }

  #envelope(digest: string, path: string | undefined): Envelope | null {
    const key = `${digest} ${path}`;
    const known = this.#envelopes.get(key);
    if (known !== undefined) return known;
    const envelope = findEnvelope(this.#readDocument(digest), path);
    this.#envelopes.set(key, envelope);
    return envelope;
  }
}

/** What YAML would take for something else stands in quotes. */
function typedInYaml(path: string): string {
  const text = printable(path);
  return /^[A-Za-z_][\w.-]*$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

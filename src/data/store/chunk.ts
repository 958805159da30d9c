// One saved piece of a dataset and its text: a SHA-256 digest of all that follows, a line of JSON saying what
// the piece is, and its records as JSON. The generator's state before and after links it to its neighbours,
// so that any piece can be remade without the ones before it.

import { createHash } from 'node:crypto';
import type { JavaRandomState } from '../../base/java-random.ts';
import type { DataRecord } from '../schema.ts';

/** 2 000 Books are about 0.9 MB: reading a few objects costs milliseconds, a million are 500 files. */
export const RECORDS_PER_CHUNK = 2_000;

export interface ChunkHeader {
  /** Everything except their position that decides the records: version, dataset, seed, schema. */
  readonly definition: string;
  /** Index of the first record. */
  readonly start: number;
  readonly before: JavaRandomState;
  readonly after: JavaRandomState;
}

export interface Chunk {
  readonly header: ChunkHeader;
  /** The records as JSON text. */
  readonly body: string;
}

const DIGEST_CHARACTERS = 64;

export function chunkBytes({ header, body }: Chunk): Uint8Array {
  const sealed = Buffer.from(`${JSON.stringify(header)}\n${body}`);
  return Buffer.concat([Buffer.from(`${sha256Hex(sealed)}\n`), sealed]);
}

/** null if the bytes are not a whole, undamaged chunk. */
export function readChunk(bytes: Uint8Array): Chunk | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sealed = file.subarray(DIGEST_CHARACTERS + 1);
  if (file.toString('latin1', 0, DIGEST_CHARACTERS) !== sha256Hex(sealed)) return null;
  const headerEnd = sealed.indexOf(0x0a);
  return {
    header: JSON.parse(sealed.toString('utf8', 0, headerEnd)) as ChunkHeader,
    body: sealed.toString('utf8', headerEnd + 1),
  };
}

/**
 * Objects always come from JSON text, whether the chunk was made or loaded, so that engines hold them alike
 * in every run.
 */
export function parseRecords(chunk: Chunk): DataRecord[] {
  return JSON.parse(chunk.body) as DataRecord[];
}

function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

// People's own data, kept for the processes that serve and check them: a folder payloads/<digest>/ with
// payload.json (name, shape, schema), value.json, and dictionary.json if both ends have an earlier answer.
// The folder appears whole, by a rename, or not at all. The digest covers everything in it.

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { basename, join } from 'node:path';
import { EnvironmentError, messageOf } from '../../base/errors.ts';
import { mostResampled, resampler } from '../resample.ts';
import type { DataSchema, DataValue } from '../schema.ts';
import type { DataShape, StoredData } from './stored-data.ts';

export interface PayloadContent {
  readonly name: string;
  readonly shape: DataShape;
  readonly schema: DataSchema;
  /** list: the array of records. document: the document. messages: an array with one value for each. */
  readonly value: DataValue;
  /** An earlier answer, whole, which the schema describes too. Messages have none. */
  readonly dictionary?: { readonly value: DataValue };
}

export interface PayloadPlace {
  readonly folder: string;
  /** SHA-256, hexadecimal; the folder's name. */
  readonly digest: string;
  /** Bytes of the whole value as JSON without white space. */
  readonly jsonBytes: number;
}

export interface StoredPayload extends StoredData {
  readonly digest: string;
}

/** To be raised whenever the files are written in another way. */
const STORE_VERSION = 1;

const STAGING = 'staging-';

/** A staging folder this much older than a new one was left behind by a process that was killed. */
const ABANDONED_AFTER_MS = 3_600_000;

const HEAD_FILE = 'payload.json';
const VALUE_FILE = 'value.json';
const DICTIONARY_FILE = 'dictionary.json';

/**
 * Items of a list are written in pieces of about this many characters: a text of 100 MB would be in memory
 * twice.
 */
const PIECE_CHARACTERS = 4_000_000;

export function payloadFolder(dataDir: string, digest: string): string {
  return join(dataDir, 'payloads', digest);
}

/** The same content always goes to the same folder. Throws an EnvironmentError if it cannot be written. */
export function storePayload(dataDir: string, content: PayloadContent): PayloadPlace {
  const parent = join(dataDir, 'payloads');
  let staging: string | null = null;
  try {
    fs.mkdirSync(parent, { recursive: true });
    staging = fs.mkdtempSync(join(parent, STAGING));
    removeAbandoned(parent, fs.statSync(staging).mtimeMs);
    const { digest, jsonBytes } = writeContent(staging, content);
    const folder = payloadFolder(dataDir, digest);
    if (!isWhole(folder)) moveInto(staging, folder);
    return { folder, digest, jsonBytes };
  } catch (thrown) {
    throw new EnvironmentError(
      `the payload ${content.name} cannot be kept`,
      [`write into ${parent}: ${messageOf(thrown)}`],
      'make room there, or name another folder: WIREFARE_CACHE=DIR',
    );
  } finally {
    if (staging !== null) fs.rmSync(staging, { recursive: true, force: true });
  }
}

/** Throws an EnvironmentError if the folder does not exist or was changed. */
export function readStoredPayload(folder: string): StoredPayload {
  const { head, value, dictionary } = readFiles(folder);
  const { name, shape, schema } = JSON.parse(head) as PayloadContent;
  const content = {
    name,
    shape,
    schema,
    value: JSON.parse(value()) as DataValue,
    ...(dictionary !== null && { dictionary: { value: JSON.parse(dictionary()) as DataValue } }),
  };
  return storedPayload(content, basename(folder));
}

/** Throws like reading, but keeps nothing in memory. */
export function requireStoredPayload(folder: string): void {
  readFiles(folder);
}

/**
 * The form in which such data are served. `digest` decides the order of a list that is made longer or
 * shorter.
 */
export function storedPayload(content: PayloadContent, digest: string): StoredPayload {
  const { name, shape, schema, value, dictionary } = content;
  const facts = {
    name,
    shape,
    schema,
    digest,
    ...(dictionary !== undefined && { dictionary: dictionary.value }),
  };
  if (shape === 'document') return { ...facts, count: 1, maxN: 1, body: () => value };
  const items = value as readonly DataValue[];
  const { length: count } = items;
  if (shape === 'messages') return { ...facts, count, maxN: 1, body: (_, message) => items[message]! };
  const indexes = resampler(count, digest);
  return {
    ...facts,
    count,
    maxN: mostResampled(count),
    body: (n) => (n === count ? items.slice() : Array.from(indexes(n), (index) => items[index]!)),
  };
}

function writeContent(folder: string, content: PayloadContent): { digest: string; jsonBytes: number } {
  const head = contentHead(content);
  fs.writeFileSync(join(folder, HEAD_FILE), head);
  const hash = createHash('sha256').update(`${head}\n`);
  const before = dictionaryText(content);
  if (before !== null) {
    fs.writeFileSync(join(folder, DICTIONARY_FILE), before);
    hash.update(`${before}\n`);
  }
  let jsonBytes = 0;
  const file = fs.openSync(join(folder, VALUE_FILE), 'wx');
  try {
    for (const text of pieces(content)) {
      const bytes = Buffer.from(text);
      hash.update(bytes);
      jsonBytes += bytes.length;
      for (let done = 0; done < bytes.length; ) done += fs.writeSync(file, bytes, done);
    }
  } finally {
    fs.closeSync(file);
  }
  return { digest: hash.digest('hex'), jsonBytes };
}

/** Its digest in the store, which also decides how a list is resampled. */
export function payloadDigest(content: PayloadContent): string {
  const hash = createHash('sha256').update(`${contentHead(content)}\n`);
  const before = dictionaryText(content);
  if (before !== null) hash.update(`${before}\n`);
  for (const text of pieces(content)) hash.update(text);
  return hash.digest('hex');
}

function contentHead({ name, shape, schema, dictionary }: PayloadContent): string {
  const also = dictionary !== undefined && { dictionary: DICTIONARY_FILE };
  return JSON.stringify({ version: STORE_VERSION, name, shape, schema, ...also });
}

function dictionaryText({ dictionary }: PayloadContent): string | null {
  return dictionary === undefined ? null : JSON.stringify(dictionary.value);
}

/** The value as JSON text, as JSON.stringify would write it. */
function* pieces({ shape, value }: PayloadContent): Generator<string> {
  if (shape === 'document') {
    yield JSON.stringify(value);
    return;
  }
  let piece = '[';
  let separator = '';
  for (const item of value as readonly DataValue[]) {
    piece += separator + JSON.stringify(item);
    separator = ',';
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]`;
}

function moveInto(staging: string, folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(staging, folder);
  } catch (thrown) {
    // Another process may have put the same content there meanwhile.
    if (!isWhole(folder)) throw thrown;
  }
}

function removeAbandoned(parent: string, nowMs: number): void {
  for (const name of fs.readdirSync(parent).filter((each) => each.startsWith(STAGING))) {
    const folder = join(parent, name);
    // Another process may remove its own at any moment: then it was not an abandoned one.
    const modifiedMs = fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? nowMs;
    if (nowMs - modifiedMs > ABANDONED_AFTER_MS) fs.rmSync(folder, { recursive: true, force: true });
  }
}

function isWhole(folder: string): boolean {
  try {
    readFiles(folder);
    return true;
  } catch {
    return false;
  }
}

interface Files {
  readonly head: string;
  readonly value: () => string;
  readonly dictionary: (() => string) | null;
}

function readFiles(folder: string): Files {
  let head: string;
  let value: Buffer;
  let dictionary: Buffer | null;
  try {
    head = fs.readFileSync(join(folder, HEAD_FILE), 'utf8');
    value = fs.readFileSync(join(folder, VALUE_FILE));
    const hasDictionary = Object.hasOwn(JSON.parse(head) as object, 'dictionary');
    dictionary = hasDictionary ? fs.readFileSync(join(folder, DICTIONARY_FILE)) : null;
  } catch (thrown) {
    throw notThere(folder, messageOf(thrown));
  }
  const hash = createHash('sha256').update(`${head}\n`);
  if (dictionary !== null) hash.update(dictionary).update('\n');
  const digest = hash.update(value).digest('hex');
  if (digest !== basename(folder)) throw notThere(folder, `its digest is ${digest}: it was changed`);
  return {
    head,
    value: () => value.toString('utf8'),
    dictionary: dictionary === null ? null : () => dictionary.toString('utf8'),
  };
}

function notThere(folder: string, why: string): EnvironmentError {
  return new EnvironmentError(
    'a payload is no longer as it was read',
    [`read ${folder}: ${why}`],
    'read the data again: run the study, or ask for advice, from the beginning',
  );
}

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { EnvironmentError } from '../../base/errors.ts';
import type { DataRecord, DataSchema, DataValue } from '../schema.ts';
import {
  type PayloadContent,
  payloadDigest,
  payloadFolder,
  readStoredPayload,
  storedPayload,
  storePayload,
} from './payload-store.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-payload-'));
after(() => rmSync(scratch, { recursive: true }));
let folders = 0;
const freshDir = () => join(scratch, String(folders++));

/** The store does not look into the data: any schema does. */
const SCHEMA: DataSchema = { name: 'Orders', root: { kind: 'never' } };

function content(shape: PayloadContent['shape'], value: DataValue): PayloadContent {
  return { name: 'orders', shape, schema: SCHEMA, value };
}

const ORDERS: DataRecord[] = [
  { id: 1, tags: ['a', 'ü'] },
  { id: 2, note: null },
  { id: 3, '\ud800': 'lone', 7: 0.1 },
];

test('what is kept is read again, equal to the last value', () => {
  const dir = freshDir();
  const { folder, digest, jsonBytes } = storePayload(dir, content('list', ORDERS));
  assert.equal(folder, payloadFolder(dir, digest));
  assert.equal(jsonBytes, Buffer.byteLength(JSON.stringify(ORDERS)));
  assert.equal(readFileSync(join(folder, 'value.json'), 'utf8'), JSON.stringify(ORDERS));
  const { name, shape, schema, count, body, digest: read } = readStoredPayload(folder);
  assert.deepEqual(
    { name, shape, schema, count, read },
    { name: 'orders', shape: 'list', schema: SCHEMA, count: 3, read: digest },
  );
  assert.deepEqual(body(3, 0), ORDERS);
});

test('the folder is named after the digest of all that is in it', () => {
  const dir = freshDir();
  const { folder, digest } = storePayload(dir, content('document', { a: 1 }));
  assert.equal(payloadDigest(content('document', { a: 1 })), digest);
  const [head, value] = ['payload.json', 'value.json'].map((file) => readFileSync(join(folder, file)));
  assert.equal(createHash('sha256').update(head!).update('\n').update(value!).digest('hex'), digest);
  assert.equal(storePayload(dir, content('document', { a: 1 })).digest, digest);
  assert.notEqual(storePayload(dir, content('messages', [{ a: 1 }])).digest, digest);
  assert.deepEqual(readdirSync(join(dir, 'payloads')).length, 2, 'nothing but the two payloads is left');
});

test('a list gives any number of records, a document itself, messages the one asked for', () => {
  const list = storedPayload(content('list', ORDERS), 'a'.repeat(64));
  const seven = list.body(7, 0) as DataRecord[];
  assert.equal(seven.length, 7);
  assert.ok(seven.every((one) => ORDERS.includes(one)));
  assert.notEqual(list.body(3, 0), list.body(3, 0), 'each list is a new one');
  assert.equal(list.maxN, 1_000_000);
  const document = storedPayload(content('document', [1, 2]), 'b'.repeat(64));
  assert.deepEqual([document.count, document.maxN, document.body(1, 0)], [1, 1, [1, 2]]);
  const messages = storedPayload(content('messages', ORDERS), 'c'.repeat(64));
  assert.deepEqual([messages.count, messages.maxN, messages.body(1, 2)], [3, 1, ORDERS[2]]);
});

test('an empty list and no messages are kept as well', () => {
  const { folder } = storePayload(freshDir(), content('list', []));
  assert.deepEqual(readStoredPayload(folder).body(0, 0), []);
});

test('what was changed or taken away is refused, and stored again it is whole', () => {
  const dir = freshDir();
  const { folder } = storePayload(dir, content('list', ORDERS));
  const path = join(folder, 'value.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('0.1', '0.2'));
  assert.throws(() => readStoredPayload(folder), refusal(/its digest is [0-9a-f]{64}: it was changed/));
  assert.equal(storePayload(dir, content('list', ORDERS)).folder, folder);
  assert.deepEqual(readStoredPayload(folder).body(3, 0), ORDERS);
  rmSync(path);
  assert.throws(() => readStoredPayload(folder), refusal(/no such file/));
  assert.throws(() => readStoredPayload(payloadFolder(dir, basename(dir))), refusal(/no such file/));
});

test('what a killed process left half written is removed, and what another is writing is not', () => {
  const dir = freshDir();
  const [old, young] = ['staging-old', 'staging-young'].map((name) => join(dir, 'payloads', name));
  for (const folder of [old!, young!]) mkdirSync(folder, { recursive: true });
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  utimesSync(old!, twoHoursAgo, twoHoursAgo);
  storePayload(dir, content('list', ORDERS));
  assert.deepEqual([existsSync(old!), existsSync(young!)], [false, true]);
});

test('a folder that cannot be written is a gap of the environment', () => {
  const file = freshDir();
  writeFileSync(file, '');
  assert.throws(() => storePayload(file, content('list', [])), refusal(/write into .*payloads/));
});

test('a list of many pieces is written as JSON.stringify writes it', () => {
  const long = Array.from({ length: 9 }, (_, i) => ({ i, text: 'é'.repeat(1_000_000) }));
  const { folder } = storePayload(freshDir(), content('messages', long));
  assert.equal(readFileSync(join(folder, 'value.json'), 'utf8'), JSON.stringify(long));
});

function refusal(why: RegExp): (thrown: unknown) => boolean {
  return (thrown) => {
    assert.ok(thrown instanceof EnvironmentError, String(thrown));
    assert.match(thrown.tried.join('\n'), why);
    assert.match(thrown.remedy, /\S/);
    return true;
  };
}

test('an answer from before is kept beside it, served as it is, and part of the digest', () => {
  const dir = freshDir();
  const alone = content('list', ORDERS);
  const both = { ...alone, dictionary: { value: ORDERS.slice(1) } };
  const { folder, digest } = storePayload(dir, both);
  assert.equal(readFileSync(join(folder, 'dictionary.json'), 'utf8'), JSON.stringify(ORDERS.slice(1)));
  assert.deepEqual(readStoredPayload(folder).dictionary, ORDERS.slice(1));
  assert.equal(payloadDigest(both), digest);
  const other = storePayload(dir, alone);
  assert.notEqual(other.digest, digest);
  assert.equal(readStoredPayload(other.folder).dictionary, undefined);
  writeFileSync(join(folder, 'dictionary.json'), '[]');
  assert.throws(() => readStoredPayload(folder), EnvironmentError);
});

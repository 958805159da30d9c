import assert from 'node:assert/strict';
import test from 'node:test';
import { flatRecords, madePayload } from '../../../test/support/documents/made-payload.ts';
import { firstPart } from './first-part.ts';

test('a payload that is small enough is taken as it is', () => {
  const payload = madePayload(flatRecords(10));
  assert.equal(firstPart(payload), payload);
});

test('the first records of a large list stand for it, with the schema of all', () => {
  const payload = madePayload(flatRecords(1_000));
  const part = firstPart(payload, 5_000);
  const records = part.value as readonly unknown[];
  assert.deepEqual(records, flatRecords(1_000).slice(0, records.length));
  const bytes = JSON.stringify(records).length;
  assert.ok(bytes > 4_800 && bytes <= 5_200, String(bytes));
  assert.equal(part.schema, payload.schema);
});

test('one record is taken, however large; messages are cut between two of them, documents not at all', () => {
  const large = 'x'.repeat(900);
  assert.deepEqual(firstPart(madePayload([large, large]), 100).value, [large]);
  assert.deepEqual(firstPart(madePayload([[large], [large], [1]], 'messages'), 1_810).value, [
    [large],
    [large],
  ]);
  const document = madePayload({ large }, 'document');
  assert.equal(firstPart(document, 100), document);
});

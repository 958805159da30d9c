// Calls whose messages a format cannot carry are left out before anything is measured. (Own data:
// own-data.test.ts.)

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test from 'node:test';
import { callCell, requestCell } from '../../../test/support/cells/made-cells.ts';
import { formatNamed } from '../../formats/catalogue.ts';
import { payloadRefusals } from './payload-refusals.ts';

const refusal = payloadRefusals([], { env: {}, tempDir: tmpdir() });

const reason = (dataset: string, format: string, codec = formatNamed(format).codecs[0]!.name) =>
  refusal(callCell({ dataset, format, codec, encoder: 'any' }));

test('calls whose request or answer a format cannot carry are left out with the reason', () => {
  assert.match(reason('transit-init-simple', 'csv')!, /^CSV cannot carry/);
  assert.match(reason('transit-getroute-simple', 'java-serialization')!, /^Java serialization cannot carry/);
  // The request is no list.
  assert.match(reason('book', 'arrow')!, /^Arrow cannot carry/);
});

test('all others are measured, and programs send what their own classes hold', () => {
  assert.equal(reason('transit-init-simple', 'soap'), null);
  assert.equal(reason('book', 'soap-serialized'), null);
  assert.equal(reason('transit-init-simple', 'soap-serialized', 'jax-ws'), null);
  assert.equal(refusal(requestCell({ dataset: 'book', format: 'csv' })), null);
});

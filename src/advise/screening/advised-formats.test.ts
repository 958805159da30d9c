import assert from 'node:assert/strict';
import test from 'node:test';
import { FORMAT_NAMES } from '../../formats/catalogue.ts';
import { ADVISED_FORMATS, formatsWith } from './advised-formats.ts';

const names = (formats: readonly { readonly name: string }[]) => formats.map(({ name }) => name);

test('all formats are tried but those that the other end prescribes', () => {
  const advised = names(ADVISED_FORMATS);
  assert.deepEqual(
    FORMAT_NAMES.filter((name) => !advised.includes(name)),
    ['soap', 'soap-serialized', 'java-serialization'],
  );
});

test('what is sent today is tried whatever it is, in its place among the others', () => {
  assert.deepEqual(names(formatsWith('json')), names(ADVISED_FORMATS));
  assert.deepEqual(
    names(formatsWith('soap')),
    FORMAT_NAMES.filter((name) => name === 'soap' || names(ADVISED_FORMATS).includes(name)),
  );
});

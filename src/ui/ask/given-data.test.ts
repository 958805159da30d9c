import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GivenData, givenData, givenText } from './given-data.ts';

function given(names: readonly string[], text = '', isFolder = false): GivenData | null {
  const files = names.map((name) => new File(['[]'], name));
  const entry = { isDirectory: isFolder } as FileSystemEntry;
  return givenData({
    files,
    items: files.map(() => ({ webkitGetAsEntry: () => entry })),
    getData: () => text,
  });
}

test('one file is taken; a folder and several files are told to go to the terminal', () => {
  const one = given(['a.json'], 'its path');
  assert.ok(one?.kind === 'file' && one.file.name === 'a.json');
  const whyOf = (refused: GivenData | null) => (refused?.kind === 'refused' ? refused.why : null);
  assert.match(
    whyOf(given(['a', 'b', 'c']))!,
    /^These are 3 files, and the page takes one file: .*advise FILE…/,
  );
  assert.match(whyOf(given(['folder'], '', true))!, /^This is a folder, /);
  assert.equal(given([]), null);
});

test('an address by itself is asked; text with an address in it is data', () => {
  assert.deepEqual(given([], ' https://localhost:3000/api/orders?n=1\n'), {
    kind: 'address',
    url: 'https://localhost:3000/api/orders?n=1',
  });
  assert.equal(givenText('"https://example.org/"')?.kind, 'text');
  assert.equal(givenText('https://example.org/ a,b')?.kind, 'text');
  assert.deepEqual(givenText(' [1]\n'), { kind: 'text', text: ' [1]\n' });
  assert.equal(givenText(' \n'), null);
});

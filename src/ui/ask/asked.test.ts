import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_FILE_BYTES } from '../../base/files/largest-file.ts';
import { sayTooLarge, todayFlag } from './asked.ts';

const CAME = { format: 'json', compression: 'gzip' };
const flag = (format: string, compression: string, shown: typeof CAME | null = CAME) =>
  todayFlag({ format, compression }, shown);

test('what is left as it came takes what the data show', () => {
  assert.equal(flag('', ''), '');
  assert.equal(flag('', 'br'), 'json+br');
  assert.equal(flag('', 'none'), 'json');
  assert.equal(flag('json', ''), 'json+gzip');
  assert.equal(flag('xml', ''), 'xml', 'of XML nobody knows how it is compressed');
  assert.equal(flag('xml', 'gzip'), 'xml+gzip');
});

test('before the data are read a format is needed, and a compression alone is not lost', () => {
  assert.equal(flag('xml', 'gzip', null), 'xml+gzip');
  assert.equal(flag('xml', '', null), 'xml');
  assert.throws(() => flag('', 'gzip', null), /Choose the format/);
});

test('nobody is sent to the terminal with a file that it refuses too', () => {
  const here = 'has 500 MB, and the page takes 100 MB: a part of it tells as much';
  assert.equal(sayTooLarge(MOST_FILE_BYTES, 100_000_000), `${here}, or in a terminal: wirefare advise FILE`);
  assert.equal(sayTooLarge(MOST_FILE_BYTES + 1, 100_000_000), here);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { cellLabel, codingChoices, measuredLevels } from './levels.ts';

function labels(...compressions: string[]): string[] {
  const cells = compressions.map((compression) => ({ factors: requestCell({ compression }) }));
  return cells.map(({ factors }) => cellLabel(factors, measuredLevels(cells), codingChoices(cells)));
}

test('a compression has its level wherever it is named, as in plans and in tables of sizes', () => {
  assert.deepEqual(labels('none', 'gzip-6', 'deflate-6'), ['no compression', 'gzip-6', 'deflate-6']);
  assert.deepEqual(labels('gzip-9', 'br-6', 'zstd-6'), ['gzip-9', 'br-6', 'zstd-6']);
  assert.deepEqual(labels('gzip-6', 'br-5', 'zstd-3'), ['gzip-6', 'br-5', 'zstd-3']);
  assert.deepEqual(labels('gzip-6', 'gzip-9'), ['gzip-6', 'gzip-9']);
});

test('codecs and encoders are named where there is a choice of them, and nowhere else', () => {
  const codings = [
    ['json', 'JSON.parse', 'json_encode'],
    ['xml', 'saxes', 'SimpleXML'],
    ['xml', 'saxes', 'XMLWriter'],
    ['xml', 'domparser', 'SimpleXML'],
  ] as const;
  const cells = codings.map(([format, codec, encoder]) => ({
    factors: requestCell({ format, codec, encoder }),
  }));
  assert.deepEqual(
    cells.map(({ factors }) => cellLabel(factors, measuredLevels(cells), codingChoices(cells))),
    ['json', 'xml/saxes@SimpleXML', 'xml/saxes@XMLWriter', 'xml/domparser'],
  );
  const listLabels = (some: typeof cells) =>
    some.map(({ factors }) => cellLabel(factors, measuredLevels(some), codingChoices(some)));
  assert.deepEqual(listLabels(cells.slice(1)), [
    'xml/saxes@SimpleXML',
    'xml/saxes@XMLWriter',
    'xml/domparser',
  ]);
  assert.deepEqual(listLabels(cells.slice(1, 3)), ['encoder SimpleXML', 'encoder XMLWriter']);
});

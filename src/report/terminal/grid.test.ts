import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clippedApart } from './grid.ts';

test('labels that would be cut to the same words are cut in the middle, and others at the end', () => {
  const runs = ['xml-attributes/QXmlStreamReader', 'xml-attributes/QXmlSimpleReader', 'json/QJsonDocument'];
  assert.deepEqual(clippedApart(runs, 22), [
    'xml-attributes/QXmlSt…',
    'xml-attributes/QXmlSi…',
    'json/QJsonDocument',
  ]);
  assert.deepEqual(clippedApart(runs, 20), [
    'xml-at…lStreamReader',
    'xml-at…lSimpleReader',
    'json/QJsonDocument',
  ]);
  // What was alike before stays so.
  assert.deepEqual(clippedApart(['ours', 'ours'], 3), ['ou…', 'ou…']);
});

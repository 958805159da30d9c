import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { PROJECT_ROOT } from '../../../src/base/places.ts';
import { readShipped, type ShippedRecord } from '../records.ts';
import { http3Pays, jsonOrProtobuf } from './short-answers.ts';

let http3: ShippedRecord;
before(async () => {
  http3 = await readShipped(PROJECT_ROOT, 'http3');
});

test('an answer has the figures of its record', () => {
  const { comparisons } = http3.summary;
  const fastest = comparisons
    .filter(({ a, b }) => [a, b].every((id) => id.includes('cold')) && [a, b].some((id) => /h3/.test(id)))
    .filter(({ a, b }) => [a, b].some((id) => /h2/.test(id)))
    .map(({ ratio }) => Math.max(ratio, 1 / ratio));
  assert.ok(fastest.length >= 2);
  assert.ok(http3Pays(http3).includes(`to ${Math.max(...fastest).toFixed(2)}×\nfaster than HTTP/2`));
});

test('an answer that its record does not carry stops the page from being made', () => {
  const comparisons = http3.summary.comparisons.map((each) => ({ ...each, verdict: 'same' as const }));
  const alike = { ...http3, summary: { ...http3.summary, comparisons } };
  assert.throws(() => http3Pays(alike), /docs\/records\/http3 does not carry the answer/);
  assert.throws(() => jsonOrProtobuf(http3), /docs\/records\/http3 has measured no claim O1/);
});

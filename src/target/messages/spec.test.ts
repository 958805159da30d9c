import assert from 'node:assert/strict';
import { test } from 'node:test';
import { specOf } from '../../../test/support/agents/little-message-client.ts';
import { refusable } from '../parameters.ts';
import type { Features } from '../query.ts';
import { readSpec, readStandAlone } from './spec.ts';

const FEATURES = { datasets: ['book'], formats: { json: ['JSON.stringify'] } } as unknown as Features;

/** `400 content.seed`, or what came of it. */
function outcome(read: () => unknown): unknown {
  const parsed = refusable(read);
  return 'problem' in parsed ? `${parsed.problem.status} ${parsed.problem.parameter}` : parsed.query;
}

const spec = (changes: Record<string, unknown>) =>
  outcome(() => readSpec(JSON.stringify({ ...specOf(), ...changes }), FEATURES));

const random = (changes: Record<string, unknown>) =>
  spec({
    content: { kind: 'random', body: 'text', size: { policy: 'fixed', bytes: 100 }, seed: 7, ...changes },
  });

const sized = (size: Record<string, unknown>, messages = 1_000) =>
  spec({ messages, content: { kind: 'random', body: 'text', size, seed: 7 } });

test('a sequence is what its body says', () => {
  assert.deepEqual(spec({}), specOf());
  const paced = { direction: 'both-ways', mode: 'paced', ratePerSecond: 0.5, messages: 10_000_000 } as const;
  assert.deepEqual(spec(paced), specOf(paced));
  const content = {
    kind: 'data',
    dataset: 'book',
    format: 'json',
    encoder: 'JSON.stringify',
    codec: 'x',
  } as const;
  assert.deepEqual(spec({ content }), specOf({ content }));
  assert.deepEqual(
    outcome(() => readSpec(JSON.stringify({ ...specOf(), compression: undefined }), FEATURES)),
    specOf(),
  );
});

test('every field that is wrong is named by its path', () => {
  assert.equal(spec({ direction: 'up' }), '400 direction');
  assert.equal(spec({ mode: 'burst' }), '400 mode');
  for (const messages of [0, -1, 1.5, 10_000_001, '10', null])
    assert.equal(spec({ messages }), '400 messages');
  for (const ratePerSecond of [0, -1, 100_001, '50', null, Number.POSITIVE_INFINITY])
    assert.equal(spec({ mode: 'paced', ratePerSecond }), '400 ratePerSecond');
  assert.equal(spec({ ratePerSecond: 50 }), '400 ratePerSecond');
  assert.equal(spec({ compression: 'gzip' }), '400 compression');
  assert.equal(spec({ message: 1 }), '400 message');
  assert.equal(spec({ content: null }), '400 content');
  assert.equal(random({ kind: 'poem' }), '400 content.kind');
  assert.equal(random({ body: 'bytes' }), '400 content.body');
  for (const seed of [-1, 2 ** 32, 0.5, undefined]) assert.equal(random({ seed }), '400 content.seed');
  assert.equal(random({ salt: 1 }), '400 content.salt');
  assert.equal(
    outcome(() => readSpec('[]', FEATURES)),
    '400 body',
  );
  assert.equal(
    outcome(() => readSpec('{', FEATURES)),
    '400 body',
  );
});

test('sizes keep to the limits, and a growing sequence to what it may be together', () => {
  for (const bytes of [0, 15, 100_000_001, 1e300]) {
    assert.equal(sized({ policy: 'fixed', bytes }, 1), '400 content.size.bytes');
    assert.equal(sized({ policy: 'random', least: bytes, most: 100 }), '400 content.size.least');
  }
  assert.equal(sized({ policy: 'random', least: 100, most: 99 }), '400 content.size.most');
  assert.equal(sized({ policy: 'random', least: 100 }), '400 content.size.most');
  assert.equal(sized({ policy: 'shrinking', bytes: 100 }), '400 content.size.policy');
  assert.equal(sized({ policy: 'fixed', bytes: 100, most: 2 }), '400 content.size.most');
  assert.equal(sized({ policy: 'growing', bytes: 200 }, 1_000), '400 content.size');
  assert.equal(typeof sized({ policy: 'growing', bytes: 199 }, 1_000), 'object');
});

test('names of what this target may lack are 501', () => {
  const data = (changes: Record<string, unknown>) =>
    spec({
      content: {
        kind: 'data',
        dataset: 'book',
        format: 'json',
        encoder: 'JSON.stringify',
        codec: 'x',
        ...changes,
      },
    });
  assert.equal(data({ dataset: 'boook' }), '501 content.dataset');
  assert.equal(data({ format: '__proto__' }), '501 content.format');
  assert.equal(data({ encoder: 'x' }), '501 content.encoder');
  assert.equal(data({ codec: 7 }), '400 content.codec');
  assert.equal(data({ dataset: undefined }), '400 content.dataset');
});

test('a query for people has defaults for everything, and knows the words of the factor size', () => {
  const alone = (search: string) => outcome(() => readStandAlone(search));
  const content = { kind: 'random', body: 'text', size: { policy: 'fixed', bytes: 100 }, seed: 1 } as const;
  assert.deepEqual(alone(''), specOf({ messages: 10, content }));
  const size = { policy: 'random', least: 16, most: 40 } as const;
  assert.deepEqual(
    alone('messages=5&size=random-16-40&body=binary&seed=3&rate=2.5'),
    specOf({
      messages: 5,
      mode: 'paced',
      ratePerSecond: 2.5,
      content: { kind: 'random', body: 'binary', size, seed: 3 },
    }),
  );
  assert.equal(alone('size=15'), '400 size');
  assert.equal(alone('size=big'), '400 size');
  assert.equal(alone('size=random-50-20'), '400 size.most');
  assert.equal(alone('messages=1e9'), '400 messages');
  assert.equal(alone('messages=1000000000'), '400 messages');
  assert.equal(alone('rate=0'), '400 rate');
  assert.equal(alone('rate=-5'), '400 rate');
  assert.equal(alone('colour=red'), '400 colour');
  assert.equal(alone('seed=1&seed=2'), '400 seed');
});

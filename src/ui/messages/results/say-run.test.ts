import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failed, ORDER, outcomeOf, runOf } from '../../../../test/support/records/run-examples.ts';
import { computeFigures } from './figures.ts';
import { listFacts, sayAnswer, sayOrder, saySpread } from './say-run.ts';

test('an order says everything that sets it apart from another', () => {
  assert.equal(sayOrder(ORDER), 'websocket · server → client · throughput · 1 000 × 100 B text');
  const spec = {
    ...ORDER.spec,
    direction: 'both-ways',
    mode: 'paced',
    ratePerSecond: 0.5,
    compression: 'permessage-deflate',
    content: { kind: 'random', body: 'binary', size: { policy: 'random', least: 16, most: 2_000 }, seed: 1 },
  } as const;
  assert.equal(
    sayOrder({ ...ORDER, protocol: 'https1', spec }),
    'websocket · both ways · paced 0.5/s · permessage-deflate · https1 · 1 000 × 16 – 2 000 B binary',
  );
});

test('the answer is one sentence; of a failure it says so', () => {
  assert.match(sayAnswer(runOf([outcomeOf(112)])), /text: 112 µs a message, 8 929 a second$/);
  assert.match(sayAnswer(runOf([failed('closed')])), /failed: closed$/);
});

test('compression that saved more than everything else costs is a saving, not a negative overhead', () => {
  const facts = listFacts(ORDER, computeFigures(runOf([outcomeOf(100, { wireBytesDown: 30_000 })]))!);
  const names = facts.map(({ name, figure }) => `${name}: ${figure}`);
  assert.ok(names.includes('saved a message: 69 B'), names.join('; '));
});

test('repetitions say how far apart they lie, and a single one says nothing', () => {
  const run = runOf([outcomeOf(100), outcomeOf(140)]);
  assert.equal(saySpread(run, computeFigures(run)!), 'median of 2; from 100 µs to 140 µs');
  const one = runOf([outcomeOf(100)]);
  assert.equal(saySpread(one, computeFigures(one)!), '');
});

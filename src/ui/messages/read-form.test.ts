import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OFFERED, VALUES } from '../../../test/support/records/run-examples.ts';
import { type FormValues, readForm } from './read-form.ts';

function problemsOf(values: Partial<FormValues>, offered = OFFERED): Record<string, string> {
  const read = readForm({ ...VALUES, ...values }, offered);
  assert.ok('problems' in read, 'nothing was wrong');
  return Object.fromEntries(read.problems);
}

function ordersOf(values: Partial<FormValues>) {
  const read = readForm({ ...VALUES, ...values }, OFFERED);
  assert.ok('orders' in read, JSON.stringify('problems' in read ? [...read.problems] : ''));
  return read.orders;
}

test('the form as it first stands is an order of 1 000 messages of 100 bytes by WebSocket', () => {
  assert.deepEqual(ordersOf({}), [
    {
      transport: 'websocket',
      protocol: 'http1',
      repeats: 1,
      spec: {
        direction: 'server-to-client',
        mode: 'throughput',
        ratePerSecond: null,
        messages: 1_000,
        content: { kind: 'random', body: 'text', size: { policy: 'fixed', bytes: 100 }, seed: 1 },
        compression: 'none',
      },
    },
  ]);
});

test('several sizes are as many orders, each size once, and thousands may be typed with spaces', () => {
  const sizes = ordersOf({ bytes: '100, 1 000; 25000,100,' }).map(({ spec }) => spec.content.size);
  assert.deepEqual(
    sizes,
    [100, 1_000, 25_000].map((bytes) => ({ policy: 'fixed', bytes })),
  );
});

test('sizes may have the units that they have in study files', () => {
  const sizes = ordersOf({ bytes: '100 B, 1kB, 2.5 kB, 1MB' }).map(({ spec }) => spec.content.size);
  assert.deepEqual(
    sizes,
    [100, 1_000, 2_500, 1_000_000].map((bytes) => ({ policy: 'fixed', bytes })),
  );
  for (const bytes of ['1.0005kB', '1kiB', 'kB', '1 GB', '15 B', '101 MB'])
    assert.deepEqual(Object.keys(problemsOf({ bytes })), ['bytes'], bytes);
});

test('random and growing sizes, pace, compression and contents arrive as they were chosen', () => {
  const [random] = ordersOf({ policy: 'random', least: '16', most: '2000', body: 'binary', seed: '7' });
  assert.deepEqual(random!.spec.content, {
    kind: 'random',
    body: 'binary',
    size: { policy: 'random', least: 16, most: 2_000 },
    seed: 7,
  });
  const [growing] = ordersOf({ policy: 'growing', increment: '100', deflate: true, repeats: '5' });
  assert.deepEqual(growing!.spec.content.size, { policy: 'growing', bytes: 100 });
  assert.equal(growing!.spec.compression, 'permessage-deflate');
  assert.equal(growing!.repeats, 5);
  const [paced] = ordersOf({ mode: 'paced', rate: '0.5' });
  assert.deepEqual([paced!.spec.mode, paced!.spec.ratePerSecond], ['paced', 0.5]);
});

test('everything that is wrong is told at once, each beside its field', () => {
  assert.deepEqual(
    problemsOf({ messages: '0', repeats: 'x', seed: '-1', bytes: '5', mode: 'paced', rate: '-3' }),
    {
      messages: 'a whole number from 1 to 10 000 000',
      rate: 'a rate is a number above 0 and at most 100000 messages a second',
      repeats: 'a whole number from 1 to 1 000',
      seed: 'a whole number from 0 to 4 294 967 295',
      bytes:
        'a message of 5 bytes cannot be: it has at least 16, for its number and digest, and at most 100 MB',
    },
  );
});

test('what is no number, no whole one or beyond all limits is refused, not rounded or cut', () => {
  for (const messages of ['', ' ', '1e3', '1.5', '0x10', '1000000000', 'NaN', 'Infinity', '١٠', '1,000'])
    assert.deepEqual(Object.keys(problemsOf({ messages })), ['messages'], messages);
  for (const bytes of ['', 'x', '100, y', '15', '100000001', '1.5'])
    assert.deepEqual(Object.keys(problemsOf({ bytes })), ['bytes'], bytes);
  for (const rate of ['', '0', '1e2', '100001', 'x'])
    assert.deepEqual(Object.keys(problemsOf({ mode: 'paced', rate })), ['rate'], rate);
});

test('fields that are not shown are not judged', () => {
  assert.equal(ordersOf({ rate: 'x', least: 'x', most: 'x', increment: 'x' }).length, 1);
});

test('a growing sequence beyond 100 MB names the longest that can be', () => {
  assert.match(
    problemsOf({ policy: 'growing', increment: '10000' }).increment!,
    /5005 MB together.*n at most 140$/,
  );
  assert.equal(ordersOf({ policy: 'growing', increment: '10000', messages: '140' }).length, 1);
  assert.match(problemsOf({ policy: 'random', least: '500', most: '100' }).most!, /500 is above 100/);
});

test('a target that takes less than may be sent is named', () => {
  const small = { ...OFFERED, messages: { ...OFFERED.messages, largestBytes: 1_000 } };
  assert.deepEqual(problemsOf({ bytes: '2000' }, small), { bytes: 'the target takes at most 1 000 bytes' });
});

test('a choice that cannot be is refused even where the page let it through', () => {
  assert.deepEqual(Object.keys(problemsOf({ transport: 'xhr' })), ['transport']);
  assert.deepEqual(Object.keys(problemsOf({ transport: 'sse', body: 'binary', deflate: true })), [
    'body',
    'deflate',
  ]);
  assert.deepEqual(
    Object.keys(problemsOf({ transport: 'beacon', direction: 'client-to-server', mode: 'ping-pong' })),
    ['mode'],
  );
  assert.deepEqual(Object.keys(problemsOf({ protocol: 'https1' })), ['protocol']);
});

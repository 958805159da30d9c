import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failed, ORDER, orderOf, outcomeOf } from '../../../test/support/records/run-examples.ts';
import type { RunSequence } from '../../exchange/messages/sequence-order.ts';
import { type Carrier, carryOut, type Doing } from './carry-out.ts';
import type { PageOrder, PageRun } from './page-run.ts';

function bench(runSequence: RunSequence) {
  const doings: Doing[] = [];
  const runs: Omit<PageRun, 'number'>[] = [];
  const carrier: Carrier = {
    runSequence,
    now: () => 0,
    date: () => new Date('2026-11-21T18:00:00Z'),
    address: ({ protocol }) => ({ targetUrl: `http://target/${protocol}`, secret: 'secret' }),
    certificateSha256Base64: 'hash',
    wasHidden: () => false,
  };
  const watcher = {
    onDoing: (doing: Doing) => doings.push(doing),
    onRun: (run: Omit<PageRun, 'number'>) => runs.push(run),
  };
  const stopping = new AbortController();
  const go = (orders: readonly PageOrder[]) => carryOut(orders, carrier, watcher, stopping.signal);
  return { doings, runs, stopping, go };
}

test('orders follow one another, each as often as asked, and progress is told', async () => {
  const sizes: number[] = [];
  const { doings, runs, go } = bench(async ({ targetUrl, secret, spec, keepLatencies }, { onProgress }) => {
    assert.equal(targetUrl, 'http://target/http1');
    assert.equal(secret, 'secret');
    assert.equal(keepLatencies, true);
    sizes.push((spec.content as { size: { bytes: number } }).size.bytes);
    onProgress?.(500);
    return outcomeOf(100);
  });
  assert.equal(await go([{ ...orderOf(100), repeats: 2 }, orderOf(200)]), true);
  assert.deepEqual(sizes, [100, 100, 200]);
  assert.deepEqual(
    runs.map(({ outcomes }) => outcomes.length),
    [2, 1],
  );
  assert.deepEqual(
    doings.map(({ place, repetition, delivered }) => [place, repetition, delivered]),
    [
      [0, 1, 0],
      [0, 1, 500],
      [0, 2, 0],
      [0, 2, 500],
      [1, 1, 0],
      [1, 1, 500],
    ],
  );
});

test('a failure ends its repetitions and the next order is still carried out', async () => {
  let calls = 0;
  const { runs, go } = bench(async () => (calls++ === 0 ? failed('closed') : outcomeOf(100)));
  assert.equal(await go([{ ...ORDER, repeats: 5 }, orderOf(200)]), true);
  assert.deepEqual(
    runs.map(({ outcomes }) => outcomes.map(({ failure }) => failure?.reason ?? null)),
    [['closed'], [null]],
  );
});

test('stopping keeps the repetitions that were done and carries out nothing more', async () => {
  let calls = 0;
  const { runs, stopping, go } = bench(async (_order, _place, signal) => {
    if (++calls < 3) return outcomeOf(100);
    stopping.abort();
    signal.throwIfAborted();
    return outcomeOf(100);
  });
  assert.equal(await go([{ ...ORDER, repeats: 5 }, orderOf(200)]), false);
  assert.equal(calls, 3);
  assert.deepEqual(
    runs.map(({ outcomes }) => outcomes.length),
    [2],
  );
});

test('what is thrown without a stop is a bug and is not kept quiet', async () => {
  const { go } = bench(async () => {
    throw new TypeError('x is undefined');
  });
  await assert.rejects(go([ORDER]), TypeError);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failed, outcomeOf, runOf } from '../../../../test/support/records/run-examples.ts';
import { LatencyHistogram } from '../../../messages/latencies.ts';
import { computeFigures, failureReason } from './figures.ts';

test('the figures of one run are its total by its messages, and its bytes and CPU time a message', () => {
  assert.deepEqual(computeFigures(runOf([outcomeOf(120)])), {
    perMessageMs: 0.12,
    spreadMs: null,
    perSecond: 1_000 / 0.12,
    firstMs: 0.8,
    setUpMs: 2,
    latency: null,
    wireBytes: { up: 1, down: 104 },
    overheadBytes: 5,
    serverCpuMs: 0.02,
    reordered: 0,
    clockErrorMs: 0,
    checkMs: 0,
  });
});

test('repetitions give their median and how far apart they lie', () => {
  const figures = computeFigures(runOf([outcomeOf(200), outcomeOf(100), outcomeOf(130)]))!;
  assert.equal(figures.perMessageMs, 0.13);
  assert.deepEqual(figures.spreadMs, [0.1, 0.2]);
});

test('of a paced run the mean latency is told, and the rate is that of the clock on the wall', () => {
  const figures = computeFigures(runOf([outcomeOf(500, { wallMs: 20_000 })]))!;
  assert.equal(figures.perMessageMs, 0.5);
  assert.equal(figures.perSecond, 50);
});

test('latencies of all repetitions go into one distribution; the greatest is exact', () => {
  const slow = new LatencyHistogram();
  const fast = new LatencyHistogram();
  for (let i = 0; i < 99; i++) fast.add(1);
  slow.add(77.7);
  const kept = { ...outcomeOf(99, { latencies: fast.latencies() }), latenciesMs: Float64Array.of(1, 1) };
  const last = { ...outcomeOf(99, { latencies: slow.latencies() }), latenciesMs: Float64Array.of(77.7) };
  const { latency } = computeFigures(runOf([kept, last]))!;
  assert.ok(Math.abs(latency!.p50Ms - 1) < 0.005 && Math.abs(latency!.p99Ms - 1) < 0.005);
  assert.equal(latency!.maxMs, 77.7);
});

test('what the target cannot tell is unknown, not zero', () => {
  const silent = outcomeOf(120, { serverCpuMs: null, wireBytesUp: null, wireBytesDown: null });
  const { wireBytes, overheadBytes, serverCpuMs } = computeFigures(runOf([outcomeOf(100), silent]))!;
  assert.deepEqual([wireBytes, overheadBytes, serverCpuMs], [null, null, null]);
});

test('a failed repetition is in no figure and its reason is kept', () => {
  const run = runOf([outcomeOf(100), failed('closed; 17 of 1000 messages delivered')]);
  assert.equal(computeFigures(run)!.perMessageMs, 0.1);
  assert.equal(failureReason(run), 'closed; 17 of 1000 messages delivered');
  assert.equal(computeFigures(runOf([failed('closed')])), null);
  assert.equal(failureReason(runOf([outcomeOf(1)])), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failed, ORDER, orderOf, outcomeOf, runOf } from '../../../../test/support/records/run-examples.ts';
import { distinct, latencyLine, latencyTable, sizeLines } from './chart-data.ts';

const SSE = { ...ORDER, transport: 'sse' } as const;

test('a line for each way of sending, a point for each size, the median where a size was run twice', () => {
  const runs = [
    runOf([outcomeOf(100)], orderOf(100)),
    runOf([outcomeOf(300)], orderOf(100)),
    runOf([outcomeOf(900)], orderOf(1_000)),
    runOf([outcomeOf(400)], orderOf(2_500, SSE)),
  ];
  assert.deepEqual(sizeLines(runs), {
    bytes: [100, 1_000, 2_500],
    lines: [
      { label: 'websocket', perMessageMs: [0.2, 0.9, null] },
      { label: 'sse', perMessageMs: [null, null, 0.4] },
    ],
  });
});

test('there is no line where no way was run with two sizes, nor of runs that failed', () => {
  assert.equal(sizeLines([]), null);
  assert.equal(sizeLines([runOf([outcomeOf(1)]), runOf([outcomeOf(2)], orderOf(200, SSE))]), null);
  assert.equal(sizeLines([runOf([outcomeOf(1)]), runOf([failed('closed')], orderOf(200))]), null);
});

test('throughput and latency are never drawn together: the mode of the last run counts', () => {
  const pingPong = { ...ORDER, spec: { ...ORDER.spec, mode: 'ping-pong' } } as const;
  const runs = [
    runOf([outcomeOf(100)], orderOf(100)),
    runOf([outcomeOf(900)], orderOf(1_000)),
    runOf([outcomeOf(500)], orderOf(100, pingPong)),
  ];
  assert.equal(sizeLines(runs), null);
  runs.push(runOf([outcomeOf(700)], orderOf(1_000, pingPong)));
  assert.deepEqual(sizeLines(runs)?.lines, [{ label: 'websocket', perMessageMs: [0.5, 0.7] }]);
});

test('messages and pairs are never drawn together: the direction of the last run counts', () => {
  const pairs = { ...ORDER, spec: { ...ORDER.spec, direction: 'both-ways' } } as const;
  const runs = [runOf([outcomeOf(100)], orderOf(100)), runOf([outcomeOf(900)], orderOf(1_000))];
  assert.equal(sizeLines(runs)?.lines.length, 1);
  assert.equal(sizeLines([...runs, runOf([outcomeOf(500)], orderOf(100, pairs))]), null);
});

test('labels name the transport and what not all have', () => {
  assert.deepEqual(
    distinct([
      ['websocket', 'both ways', 'throughput', 'text'],
      ['websocket', 'both ways', 'throughput', 'permessage-deflate', 'text'],
    ]),
    ['websocket', 'websocket · permessage-deflate'],
  );
});

test('latencies are those of the last repetition that went to its end', () => {
  const latenciesMs = Float64Array.of(1, 2, 3);
  const run = runOf([outcomeOf(6), { ...outcomeOf(6), latenciesMs }, failed('closed')]);
  assert.equal(latencyLine(run), latenciesMs);
  assert.equal(latencyLine(runOf([outcomeOf(6)])), null);
});

test('latencies are a table too', () => {
  const { rows } = latencyTable(Float64Array.from({ length: 200 }, (_, i) => 200 - i));
  assert.deepEqual(rows[0], ['1 %', '2.00 ms']);
  assert.deepEqual(rows[3], ['50 %', '100 ms']);
  assert.deepEqual(rows.at(-1), ['all', '200 ms']);
});

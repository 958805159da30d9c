import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run, specOf } from '../../../test/support/agents/little-run.ts';
import { type Hooks, littleMessageTarget } from '../../../test/support/targets/little-message-target.ts';
import { MODES } from '../../factors/mode.ts';
import { CARRIES } from '../../wire/sequence.ts';
import { runSequence } from './run-sequence.ts';
import { transportsHere } from './transports/transports.ts';

for (const transport of transportsHere()) {
  for (const direction of CARRIES[transport].directions) {
    for (const mode of MODES) {
      test(`${transport}, ${direction}, ${mode}: every message arrives`, async () => {
        const { failure, figures, bytes, totalMs } = await run(transport, specOf({ direction, mode }));
        assert.equal(failure, null);
        assert.equal(figures.delivered, 40);
        assert.equal(bytes, direction === 'both-ways' ? 8_000 : 4_000);
        assert.ok(totalMs > 0 && figures.firstMs > 0 && figures.firstMs <= figures.wallMs);
        const counted = figures.latencies.reduce((sum, [, count]) => sum + count, 0);
        assert.equal(counted, mode === 'throughput' ? 0 : 40);
      });
    }
  }
}

test('whoever gives the sequence up gets a rejection, and nothing stays open', async () => {
  const target = await littleMessageTarget();
  const giveUp = new AbortController();
  const running = runSequence(
    {
      targetUrl: target.url,
      secret: null,
      transport: 'websocket',
      spec: specOf({ mode: 'paced', ratePerSecond: 50, messages: 1_000 }),
      certificateSha256Base64: null,
      data: null,
    },
    {
      now: () => performance.now(),
      timeoutMs: 5_000,
      onProgress: () => giveUp.abort(new Error('enough')),
    },
    giveUp.signal,
  );
  await assert.rejects(running, /enough/);
  await target.allClosed();
  assert.equal(target.asked.at(-1), 'POST /sequence/end');
  await target.close();
});

test('latencies are kept in the order of the messages where they are asked for', async () => {
  const spec = specOf({ direction: 'both-ways', mode: 'ping-pong' });
  const { latenciesMs, totalMs } = await run('websocket', spec, {}, { keepLatencies: true });
  assert.equal(latenciesMs?.length, 40);
  assert.equal(
    totalMs,
    latenciesMs.reduce((sum, ms) => sum + ms, 0),
  );
});

test('the answer to a request that comes after the message it asked for is no part of the total in ping-pong', async () => {
  const LATE_MS = 60;
  const late: Hooks['instead'] = (path, _, response) => {
    if (path !== '/sequence/next') return false;
    const { end } = response;
    response.end = ((text: string) =>
      setTimeout(() => Reflect.apply(end, response, [text]), LATE_MS)) as never;
    return false;
  };
  const spec = specOf({ mode: 'ping-pong', messages: 3 });
  const { failure, totalMs, figures } = await run('sse', spec, { instead: late });
  assert.equal(failure, null);
  // The second and the third were asked for when the former question was answered.
  assert.ok(figures.wallMs >= 2 * (LATE_MS - 1), `${figures.wallMs} ms`);
  assert.ok(totalMs < figures.wallMs - LATE_MS, `${totalMs} of ${figures.wallMs} ms`);
});

test('the total of a paced sequence is the sum of its latencies, and its clocks are told apart', async () => {
  const state: Hooks['state'] = (state) => ({
    ...state,
    nowMs: state.nowMs + 5_000,
    beganMs: state.beganMs === null ? null : state.beganMs + 5_000,
  });
  const spec = specOf({ mode: 'paced' });
  const { latenciesMs, totalMs, figures } = await run('sse', spec, { state }, { keepLatencies: true });
  assert.equal(
    totalMs,
    latenciesMs!.reduce((sum, ms) => sum + ms, 0),
  );
  assert.ok(figures.clockErrorMs > 0 && figures.clockErrorMs < 50);
  assert.ok(latenciesMs!.every((ms) => ms > -figures.clockErrorMs && ms < 1_000));
  assert.ok(figures.wallMs >= 80);
});

for (const [transport, direction, path] of [
  ['websocket', 'server-to-client', '/sequence/begin'],
  ['sse', 'server-to-client', '/sequence/begin'],
  ['stream', 'server-to-client', '/sequence/begin'],
  ['long-polling', 'server-to-client', '/sequence/begin'],
  ['fetch', 'client-to-server', '/message'],
  ['sse+fetch', 'both-ways', '/message'],
] as const) {
  test(`${transport}, ${direction}: the first request that is timed goes over a connection that is open already`, async () => {
    const known = new Set<unknown>();
    const wasOpen: boolean[] = [];
    const instead: Hooks['instead'] = (asked, { socket }) => {
      if (asked === path) wasOpen.push(known.has(socket));
      known.add(socket);
      return false;
    };
    const { failure } = await run(transport, specOf({ direction }), { instead });
    assert.equal(failure, null);
    assert.equal(wasOpen[0], true);
  });
}

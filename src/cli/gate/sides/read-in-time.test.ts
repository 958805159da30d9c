import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { fakeHost } from '../../../../test/support/host/fake-host.ts';
import { FakeClock } from '../../../base/clock.ts';
import type { Host } from '../../../base/host.ts';
import { answersWithin, startsWithin } from './read-in-time.ts';
import { SideFails } from './started-servers.ts';

const host = fakeHost(tmpdir(), new FakeClock());

test('a base that hangs until the time of its gate is up is told, with what was asked and what mends it', async () => {
  let here: Host | undefined;
  const hanging = (given: Host) => {
    here = given;
    return new Promise<never>(() => {});
  };
  await assert.rejects(answersWithin(10, 'base', 'http://127.0.0.1/orders', host, hanging), (thrown) => {
    assert.ok(thrown instanceof SideFails);
    const { side, message, tried, remedy } = thrown;
    assert.equal(side, 'base');
    assert.match(message, /^base did not answer: it was not read in 10 ms, .* time is up$/);
    assert.deepEqual(tried, ['GET http://127.0.0.1/orders']);
    assert.match(remedy, /^see by hand whether base answers .* longer budget/);
    return true;
  });
  assert.ok(here!.interrupted.aborted, 'nobody goes on reading');
  assert.ok(!host.interrupted.aborted, 'the gate itself was not interrupted');
});

test('what answers in time is as it was read', async () => {
  assert.equal(await answersWithin(60_000, 'base', 'it', host, async () => 7), 7);
  const failing = async () => Promise.reject(new Error('no JSON'));
  await assert.rejects(answersWithin(60_000, 'base', 'it', host, failing), /^Error: no JSON$/);
});

test('base starts within what is left, and a second in any case; head as any server does', () => {
  assert.deepEqual(
    [11_000, 20, -5].map((leftMs) => startsWithin('base', leftMs)),
    [11_000, 1_000, 1_000],
  );
  assert.equal(startsWithin('head', 20), undefined);
});

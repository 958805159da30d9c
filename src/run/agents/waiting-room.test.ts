// Agents outside: phones that fall asleep, pages that are loaded again, two of them at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WaitingRoom } from './waiting-room.ts';

/** Longer than an agent has to join, shorter than it waits. */
const LATER_MS = 11_000;

test('an agent that is gone is sent to no session', async () => {
  const room = new WaitingRoom();
  const page = new AbortController();
  const gone = room.next(page.signal);
  const waiting = room.next();
  page.abort();
  assert.equal(await gone, null);
  room.offer('a');
  assert.equal(await waiting, 'a');
});

test('a session that nobody joined is offered again, one that was joined is not', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const room = new WaitingRoom();
  room.offer('a');
  assert.equal(await room.next(), 'a');
  const second = room.next();
  context.mock.timers.tick(LATER_MS);
  assert.equal(await second, 'a');
  room.joined('a', undefined);
  const third = room.next();
  context.mock.timers.tick(LATER_MS);
  room.offer('b');
  assert.equal(await third, 'b');
});

test('a session that is over is offered to nobody', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const room = new WaitingRoom();
  room.offer('a');
  room.withdraw('a');
  const asked = room.next();
  context.mock.timers.tick(2 * LATER_MS);
  assert.equal(await asked, null);
});

test('of two agents at once each is sent to a session of its own', async () => {
  const room = new WaitingRoom();
  const both = [room.next(), room.next()];
  room.offer('a');
  room.withdraw('a');
  room.offer('b');
  assert.deepEqual(await Promise.all(both), ['a', 'b']);
});

test('ten agents at once get one session each of those that are offered, and the others wait', async () => {
  const room = new WaitingRoom();
  for (const token of ['a', 'b', 'c']) room.offer(token);
  room.withdraw('b');
  const pages = Array.from({ length: 10 }, () => new AbortController());
  const sent = pages.map(({ signal }) => room.next(signal));
  room.offer('d');
  assert.deepEqual(await Promise.all(sent.slice(0, 3)), ['a', 'c', 'd']);
  for (const page of pages.slice(3)) page.abort();
  assert.deepEqual(await Promise.all(sent.slice(3)), Array(7).fill(null));
  for (const token of ['a', 'c', 'd']) room.withdraw(token);
});

test('a second page of a device waits until the session of the first is over', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const room = new WaitingRoom();
  for (const token of ['a', 'b', 'c']) room.offer(token);
  const sent: (string | null)[] = [];
  const next = (device: string) => room.next(undefined, device).then((token) => void sent.push(token));
  await next('phone');
  const second = next('phone');
  await next('tablet');
  assert.deepEqual(sent, ['a', 'b']);
  room.joined('a', 'phone');
  room.joined('b', 'tablet');
  room.withdraw('b');
  await Promise.resolve();
  assert.deepEqual(sent, ['a', 'b']);
  room.withdraw('a');
  await second;
  assert.deepEqual(sent, ['a', 'b', 'c']);
  // Whoever was sent to a session and did not come holds it up no longer than that.
  const third = next('phone');
  context.mock.timers.tick(LATER_MS);
  await third;
  assert.deepEqual(sent, ['a', 'b', 'c', 'c']);
});

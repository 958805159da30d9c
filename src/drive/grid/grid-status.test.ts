import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStatus, requireBrowser, roomIn, sayFull, sessionTimeoutMs } from './grid-status.ts';

const slot = (browserName: string, session: string | null = null) => ({
  stereotype: { browserName },
  session: session === null ? null : { sessionId: session },
});
const statusOf = (...nodes: readonly object[]) =>
  readStatus({ ready: true, nodes: nodes.map((node, at) => ({ id: `n${at}`, ...node })) }, 'http://grid');

test('a node that has as many sessions as it takes is full, whatever slots it has', () => {
  const slots = [slot('chrome', 'theirs'), slot('firefox')];
  assert.equal(
    roomIn(statusOf({ slots, maxSessions: 1 }), 'firefox', () => false),
    'taken by others',
  );
  assert.equal(
    roomIn(statusOf({ slots, maxSessions: 2 }), 'firefox', () => false),
    'free',
  );
  assert.equal(
    roomIn(statusOf({ slots }), 'firefox', () => false),
    'free',
  );
});

test('an empty slot of another browser, or beside a session of ours, is no room', () => {
  const full = { slots: [slot('chrome', 'theirs'), slot('firefox')] };
  assert.equal(
    roomIn(statusOf(full), 'chrome', () => false),
    'taken by others',
  );
  const ours = { slots: [slot('chrome', 'ours'), slot('chrome')] };
  assert.equal(
    roomIn(statusOf(ours), 'chrome', (node) => node === 'n0'),
    'taken by us',
  );
});

test('how long a session may be idle is told by the nodes that have its browser, the shortest counts', () => {
  const nodes = [
    { slots: [slot('chrome')], sessionTimeout: 300_000 },
    { slots: [slot('chrome')], sessionTimeout: 10_000 },
    { slots: [slot('firefox')], sessionTimeout: 5_000 },
  ];
  assert.equal(sessionTimeoutMs(statusOf(...nodes), 'chrome'), 10_000);
  assert.equal(sessionTimeoutMs(statusOf({ slots: [slot('chrome')] }), 'chrome'), undefined);
});

test('a Grid whose node with the browser is down says so, and not that it has none', () => {
  const down = { availability: 'DOWN', slots: [slot('chrome')] };
  const ask = (...nodes: readonly object[]) => requireBrowser(statusOf(...nodes), 'chrome', 'http://grid');
  assert.throws(() => ask(down, { slots: [slot('firefox')] }), {
    message: 'the Grid at http://grid has chrome on no node that is UP: 1 node with it is DOWN',
    remedy: 'wait until it is UP again, or start another node',
  });
  assert.throws(
    () => ask(down, { ...down, availability: 'DRAINING' }),
    /2 nodes with it are DOWN and DRAINING/,
  );
  assert.doesNotThrow(() => ask(down, { slots: [slot('chrome')] }));
});

test('what is full is told of slots of that browser alone', () => {
  const full = { slots: [slot('chrome', 'theirs'), slot('firefox')] };
  const down = { availability: 'DOWN', slots: [slot('chrome')] };
  assert.equal(
    sayFull(statusOf(full, full, down, { slots: [slot('firefox')] }), 'Chrome'),
    '2 nodes, 2 slots of Chrome, none of them free',
  );
});

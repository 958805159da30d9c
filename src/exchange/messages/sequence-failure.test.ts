// What fails a sequence, and in which words: messages that are lost or changed, targets that close, stall or
// say what cannot be.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RANDOM, run, specOf } from '../../../test/support/agents/little-run.ts';
import type { Hooks } from '../../../test/support/targets/little-message-target.ts';

const swapped = (message: Uint8Array, i: number, held: Uint8Array[]): Uint8Array[] => {
  if (i === 17) held.push(message);
  if (i === 17) return [];
  return i === 18 ? [message, ...held] : [message];
};

const DAMAGES: Record<string, [Hooks['leaving'], RegExp]> = {
  lost: [(message, i) => (i === 17 ? [] : [message]), /^message 17 is number 18, expected 17; (39|40) of 40/],
  doubled: [
    (message, i) => (i === 17 ? [message, message] : [message]),
    /^message 18 is number 17, expected 18; /,
  ],
  'changed on the way': [
    (message, i) => (i === 17 ? [message.with(50, 48)] : [message]),
    /^message 17 arrived changed: its digest is [0-9a-f]{8}, not [0-9a-f]{8}; 40 of 40/,
  ],
  'cut short': [(message, i) => (i === 17 ? [message.slice(0, 10)] : [message]), /^message 17 has no head/],
};

for (const [what, [leaving, reason]] of Object.entries(DAMAGES)) {
  for (const transport of ['websocket', 'sse', 'stream', 'long-polling', 'sse+fetch'] as const) {
    test(`${transport}: a message that is ${what} fails the sequence with its number`, async () => {
      const direction = transport === 'sse+fetch' ? 'both-ways' : 'server-to-client';
      const { failure } = await run(transport, specOf({ direction }), { leaving }, {}, { timeoutMs: 400 });
      assert.equal(failure?.outcome, 'failed');
      assert.match(failure.reason, reason);
    });
  }
}

test('messages that change places fail the sequence', async () => {
  const held: Uint8Array[] = [];
  const leaving: Hooks['leaving'] = (message, i) => swapped(message, i, held);
  const { failure } = await run('websocket', specOf(), { leaving });
  assert.match(failure!.reason, /^message 17 is number 18, expected 17; 40 of 40 messages delivered$/);
});

test('a message that the target received changed fails the sequence in its words', async () => {
  const state: Hooks['state'] = (state) => ({ ...state, failure: 'message 3 arrived changed' });
  const { failure } = await run('websocket', specOf({ direction: 'client-to-server' }), { state });
  assert.deepEqual(failure, {
    outcome: 'failed',
    reason: 'message 3 arrived changed; 40 of 40 messages delivered',
  });
});

test('a target that closes in the middle fails the sequence with code, reason and count', async () => {
  const spec = specOf({ direction: 'both-ways', mode: 'ping-pong' });
  const received: Hooks['received'] = (count, socket) => count === 5 && socket.close(1009, 'too long');
  const { failure, figures } = await run('websocket', spec, { received });
  assert.match(failure!.reason, /closed: code 1009, a message is too long for it, too long; [45] of 40/);
  assert.ok(figures.delivered >= 4 && figures.latencies.length > 0);
});

test('a connection that breaks fails the sequence', async () => {
  const received: Hooks['received'] = (count, socket) => count === 5 && socket.terminate();
  const { failure } = await run('websocket', specOf({ direction: 'client-to-server' }), { received });
  assert.match(failure!.reason, /code 1006, without a word; .* of 40 messages delivered$/);
});

test('a stream of events that breaks off is not connected again', async () => {
  const instead: Hooks['instead'] = (path, _, response) => {
    if (path !== '/events') return false;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end('event: ready\ndata:\n\n');
    return true;
  };
  const { failure, asked } = await run('sse', specOf(), { instead });
  assert.match(failure!.reason, /the stream of events broke off.*; 0 of 40 messages delivered$/);
  assert.equal(asked.filter((each) => each === 'GET /events').length, 1);
});

test('what the target says in an event of its stream is the reason', async () => {
  const instead: Hooks['instead'] = (path, _, response) => {
    if (path !== '/events') return false;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('event: ready\ndata:\n\nevent: failed\ndata: message 3 has a carriage return\n\n');
    return true;
  };
  const { failure } = await run('sse', specOf(), { instead });
  assert.match(failure!.reason, /^the target says: message 3 has a carriage return; 0 of 40/);
});

for (const [transport, path] of [
  ['fetch', '/message'],
  ['long-polling', '/poll'],
  ['stream', '/stream'],
] as const) {
  test(`${transport}: a refusal of the target is the reason`, async () => {
    const instead: Hooks['instead'] = (asked, _, response) => {
      if (asked !== path) return false;
      response.writeHead(413).end('{"title":"Too large","detail":"100 bytes; at most 50 are taken"}');
      return true;
    };
    const direction = transport === 'fetch' ? 'client-to-server' : 'server-to-client';
    const { failure } = await run(transport, specOf({ direction }), { instead });
    assert.match(
      failure!.reason,
      new RegExp(`answered 413 to (GET|POST) ${path}: 100 bytes; at most 50 are taken; 0 of 40`),
    );
  });
}

for (const [transport, path] of [
  ['fetch', '/message'],
  ['long-polling', '/poll'],
  ['websocket', '/sequence/begin'],
] as const) {
  test(`${transport}: where no answer comes any more the sequence times out with its count, and is ended`, async () => {
    let count = 0;
    const instead: Hooks['instead'] = (asked) => asked === path && count++ === (path === '/message' ? 3 : 0);
    const direction = transport === 'long-polling' ? 'server-to-client' : 'client-to-server';
    const { failure, asked } = await run(
      transport,
      specOf({ direction }),
      { instead },
      {},
      { timeoutMs: 300 },
    );
    assert.equal(failure?.outcome, 'timed-out');
    assert.match(failure.reason, /^nothing arrived for 0.3 s; [03] of 40 messages delivered$/);
    assert.equal(asked.at(-1), 'POST /sequence/end');
  });
}

test('messages that stay away though the target has sent them point to what is between', async () => {
  const leaving: Hooks['leaving'] = (message, i) => (i < 30 ? [message] : []);
  const { failure } = await run('sse', specOf(), { leaving }, {}, { timeoutMs: 300 });
  assert.deepEqual(failure, {
    outcome: 'timed-out',
    reason:
      'nothing arrived for 0.3 s, though the target has sent 40: something between keeps them back ' +
      '(a proxy that buffers?); 30 of 40 messages delivered',
  });
});

for (const [transport, direction, mode] of [
  ['sse', 'server-to-client', 'throughput'],
  ['stream', 'server-to-client', 'ping-pong'],
  ['sse+fetch', 'both-ways', 'throughput'],
] as const) {
  test(`${transport}: a proxy that buffers is named`, async () => {
    const hooks = { isBuffered: true };
    const { failure } = await run(transport, specOf({ direction, mode }), hooks, {}, { timeoutMs: 1_200 });
    assert.equal(failure?.outcome, 'failed');
    assert.match(
      failure.reason,
      /^the target has sent \d+ over GET \/\w+, and nothing .* \(a proxy that buffers\?\)/,
    );
  });
}

test('a slow pace is no stall', async () => {
  const spec = specOf({ mode: 'paced', ratePerSecond: 4, messages: 2 });
  const { failure } = await run('websocket', spec, {}, {}, { timeoutMs: 100 });
  assert.equal(failure, null);
});

test('a connection without the compression asked for is not timed', async () => {
  const { failure } = await run('websocket', specOf({ compression: 'permessage-deflate' }));
  assert.match(
    failure!.reason,
    /came with the extensions "", the compression asked for was permessage-deflate/,
  );
});

test('a target that makes other messages is not measured', async () => {
  const binary = { ...RANDOM, size: { policy: 'fixed', bytes: 20_000_000 } } as const;
  const instead: Hooks['instead'] = (path, _, response) => {
    if (path !== '/sequence') return false;
    response.end('{"sequence":"0","cycle":3}');
    return true;
  };
  const { failure } = await run(
    'websocket',
    specOf({ direction: 'client-to-server', content: binary, messages: 2 }),
    {
      instead,
    },
  );
  assert.match(failure!.reason, /the target repeats messages after 3, the client has 2 different ones/);
});

const NO_STATES: readonly [path: string, answer: string, reason: RegExp][] = [
  ['/sequence', '{"sequence":"0"}', /^the target answered POST \/sequence with nothing as cycle; 0 of 40/],
  ['/sequence', '{"sequence":"0","cycle":0}', /^the target answered POST \/sequence with 0 as cycle; /],
  ['/sequence', '{"sequence":0,"cycle":40}', /^the target answered POST \/sequence with 0 as sequence; /],
  ['/sequence/begin', 'null', /^the target answered POST \/sequence\/begin with null, which is no object; /],
  [
    '/sequence/end',
    '<p>no',
    /^the target answered POST \/sequence\/end with what is not JSON: "<p>no", so nobody/,
  ],
  [
    '/sequence/end',
    '{"sent":"40"}',
    /^the target answered POST \/sequence\/end with "40" as sent, so nobody/,
  ],
];

for (const [path, answer, reason] of NO_STATES) {
  test(`${answer} is no answer to POST ${path}, and the sequence fails saying so`, async () => {
    const instead: Hooks['instead'] = (asked, { method }, response) => {
      if (asked !== path || method !== 'POST') return false;
      response.end(answer);
      return true;
    };
    const { failure } = await run('stream', specOf(), { instead });
    assert.match(failure!.reason, reason);
  });
}

for (const [field, value] of Object.entries({ failure: 7, cpuMs: 'much', bytesSent: -1, nowMs: null })) {
  test(`a state of a sequence with ${JSON.stringify(value)} as ${field} is none, and nothing of it is recorded`, async () => {
    const { failure, figures } = await run('websocket', specOf(), {
      state: (state) => ({ ...state, [field]: value }),
    });
    assert.match(failure!.reason, new RegExp(`with ${JSON.stringify(value)} as ${field}[,;] `));
    assert.equal(figures.serverCpuMs, null);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPEN_GATE } from '../target/gate.ts';
import type { TargetResponse } from '../target/send.ts';
import { listen } from '../target/server.ts';
import { aboutFront } from './about.ts';
import { Allowance } from './allowance.ts';
import { frontHandler } from './handler.ts';
import type { OpenUpstream } from './upstream.ts';

const PIECES = 20;
const PIECE = Buffer.alloc(100_000, 'x');

test('pieces that come faster than they leave are waited for once', async () => {
  let response: TargetResponse | null = null;
  const seen = { waiting: 0, resumed: 0 };
  const upstream: OpenUpstream = {
    ask: (_, taker) => {
      setImmediate(() => {
        taker.head({ status: 200, headers: {}, httpVersion: '1.1', handedMs: 0, headMs: 0 });
        for (let i = 0; i < PIECES; i++) taker.piece(PIECE, false);
        seen.waiting = response!.listenerCount('drain');
      });
      const resume = () => {
        seen.resumed += 1;
        taker.end();
      };
      return { resume, stop: () => {} };
    },
    close: () => {},
  };
  const settings = {
    name: 'it',
    dataset: 'answer',
    dialer: null,
    perSecond: null,
    most: null,
    holdsSpare: true,
    upstream: { url: 'http://x/', headers: {}, address: '127.0.0.1', protocol: 'http1', insecure: false },
  } as const;
  const nowMs = () => performance.now();
  const handler = frontHandler({
    about: aboutFront(settings, false, '24'),
    upstream,
    allowance: new Allowance(null, null, nowMs),
    gate: OPEN_GATE,
    nowMs,
    onFailure: () => {},
  });
  const server = await listen(
    (request, own) => {
      response = own;
      handler(request, own);
    },
    '127.0.0.1',
    0,
  );
  try {
    const answer = await fetch(`http://127.0.0.1:${server.port}/exchange`);
    assert.equal((await answer.arrayBuffer()).byteLength, PIECES * PIECE.length);
    assert.deepEqual(seen, { waiting: 1, resumed: 1 });
  } finally {
    await server.close();
  }
});

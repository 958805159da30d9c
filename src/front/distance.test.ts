import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { tcpDialFor } from './dial.ts';
import { roundTripMsBy } from './distance.ts';

test('the way is the median of several connections, which one busy moment does not move', async () => {
  const tookMs = [31, 400, 30, 32, 29];
  let nowMs = 0;
  let ended = 0;
  const dial = () => {
    nowMs += tookMs.shift()!;
    return Promise.resolve({ destroy: () => ended++ } as unknown as Socket);
  };
  assert.equal(await roundTripMsBy(dial, () => nowMs), 31);
  assert.equal(ended, 5, 'none stays open');
});

test('of a server over TLS the handshake is no part of the way', async () => {
  // It never shakes hands.
  const server = createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const dial = tcpDialFor({ url: `https://127.0.0.1:${port}/`, address: '127.0.0.1' });
    assert.ok((await roundTripMsBy(dial, () => performance.now())) >= 0);
  } finally {
    server.close();
  }
});

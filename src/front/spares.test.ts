import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { Spares } from './spares.ts';

async function served(onConnection: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dial = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject);
    });
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { sockets, dial, close };
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a server that takes connections and closes them at once is not asked in a loop', async () => {
  const { sockets, dial, close } = await served((socket) => socket.destroy());
  const spares = new Spares(dial, () => performance.now());
  try {
    await spares.ready();
    await after(250);
    assert.ok(sockets.length >= 2 && sockets.length <= 3, `${sockets.length} connections in 250 ms`);
  } finally {
    spares.close();
    close();
  }
});

test('a spare that the server closed after a while is replaced, and so is one that was taken', async () => {
  const { sockets, dial, close } = await served(() => {});
  // To this clock every connection has waited for long.
  let nowMs = 0;
  const spares = new Spares(dial, () => {
    nowMs += 5_000;
    return nowMs;
  });
  try {
    await spares.ready();
    while (sockets.length < 1) await after(1);
    sockets[0]!.destroy();
    while (sockets.length < 2) await after(1);
    const taken = await spares.take();
    assert.ok(!taken.destroyed);
    while (sockets.length < 3) await after(1);
    taken.destroy();
  } finally {
    spares.close();
    close();
  }
});

test('where none is held each is opened when it is taken', async () => {
  const { sockets, dial, close } = await served(() => {});
  const spares = new Spares(dial, () => performance.now(), false);
  try {
    await spares.ready();
    while (sockets.length < 1) await after(1);
    const first = sockets[0]!;
    while (!first.resume().readableEnded) await after(1);
    const taken = await spares.take();
    await after(20);
    assert.equal(sockets.length, 2, 'the first look, and the one that was taken');
    taken.destroy();
  } finally {
    spares.close();
    close();
  }
});

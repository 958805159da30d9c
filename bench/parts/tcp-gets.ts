// A client for bench/model.ts: GETs over a bare TCP connection, one over a new connection, one more over the
// same.
//   node bench/parts/tcp-gets.ts HOST PORT BYTES

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const REQUEST_BYTES = 100;

/** A process's first connections are slow by several milliseconds of its own. */
const WARM_UP = 3;

const [host, port, bytes] = process.argv.slice(2);
for (let i = 0; i < WARM_UP; i++) await coldAndWarm(1);
console.log(JSON.stringify(await coldAndWarm(Number(bytes))));

async function coldAndWarm(wanted: number): Promise<{ readonly coldMs: number; readonly warmMs: number }> {
  const startMs = performance.now();
  const socket = connect({ host: host!, port: Number(port), noDelay: true });
  const coldMs = await get(socket, wanted, startMs);
  const warmMs = await get(socket, wanted, performance.now());
  socket.destroy();
  await once(socket, 'close');
  return { coldMs, warmMs };
}

/** Milliseconds from `startMs` to the last byte. */
function get(socket: Socket, wanted: number, startMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let left = wanted;
    const take = (chunk: Buffer) => {
      left -= chunk.length;
      if (left > 0) return;
      socket.off('data', take);
      resolve(performance.now() - startMs);
    };
    socket.on('data', take);
    socket.once('error', reject);
    socket.write(String(wanted).padEnd(REQUEST_BYTES));
  });
}

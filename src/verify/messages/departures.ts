// Messages on their way to the server, by each endpoint that takes some, and what comes back as
// acknowledgement.

import type { Socket } from 'node:net';
import { type PlainClient, within } from './plain-client.ts';
import type { PlainSequence } from './plain-sequence.ts';
import { openSocket } from './plain-socket.ts';

export interface Departures {
  /** Acknowledgements in the order in which they came. */
  readonly acknowledged: number[];
  send(message: Uint8Array): Promise<void>;
  /** Resolves with the highest acknowledgement once it is so high. */
  until(count: number): Promise<void>;
  close(): void;
  /** Of a WebSocket. */
  readonly raw: Socket | null;
}

export function openDepartures(
  client: PlainClient,
  sequence: PlainSequence,
  endpoint: 'post' | 'websocket',
): Promise<Departures> {
  return endpoint === 'post' ? posting(client, sequence) : overSocket(client, sequence);
}

async function posting(client: PlainClient, { id }: PlainSequence): Promise<Departures> {
  const acknowledged: number[] = [];
  return {
    acknowledged,
    send: async (message) => {
      const { status, body } = await client.ask('POST', `/message?sequence=${id}`, message);
      if (status !== 200)
        throw new Error(`POST /message: answered ${status} ${body.toString('utf8', 0, 200)}`);
      acknowledged.push(Number(body.toString('utf8') || Number.NaN));
    },
    // Each was awaited.
    until: async () => {},
    close: () => {},
    raw: null,
  };
}

async function overSocket(client: PlainClient, { id, spec }: PlainSequence): Promise<Departures> {
  const { socket, raw } = await openSocket(client, `/socket?sequence=${id}`, spec.compression !== 'none');
  const acknowledged: number[] = [];
  let waiting: { count: number; resolve(): void; reject(error: Error): void } | null = null;
  const look = () => {
    if (waiting !== null && Math.max(...acknowledged.slice(-1)) >= waiting.count) waiting.resolve();
  };
  socket.on('message', (data: Buffer, isBinary) => {
    acknowledged.push(isBinary ? Number.NaN : Number(data.toString('utf8') || Number.NaN));
    look();
  });
  socket.on('close', (code, reason) => waiting?.reject(new Error(`closed with ${code} ${String(reason)}`)));
  return {
    acknowledged,
    send: async (message) => {
      socket.send(message);
      if (raw.writableLength > 1_000_000)
        await within(client.timeoutMs, 'room to send', new Promise((resolve) => raw.once('drain', resolve)));
    },
    until: (count) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting = { count, resolve, reject };
      look();
      return within(client.timeoutMs, `the acknowledgement of message ${count}`, promise).catch(
        ({ message }: Error) => {
          throw new Error(`${message}; the last one was of ${acknowledged.at(-1) ?? 'none'}`);
        },
      );
    },
    close: () => socket.terminate(),
    raw,
  };
}

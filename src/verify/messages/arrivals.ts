// Messages as they come out of each way to the client, told apart by parsers of a few lines: nothing of what
// the agents use.

import { plural } from '../../base/figures/plurals.ts';
import type { Endpoint } from '../../wire/sequence.ts';
import { type PlainClient, within } from './plain-client.ts';
import type { PlainSequence } from './plain-sequence.ts';
import { openSocket, type PlainSocket } from './plain-socket.ts';

/** Ways to the client that the checks can read. */
export const DOWNWARD: readonly Endpoint[] = ['sse', 'stream', 'long-polling', 'websocket'];

export interface Arrivals {
  readonly messages: Buffer[];
  /** When each came, of the clock given. */
  readonly atMs: number[];
  /** Resolves when so many have come; rejects when it takes too long, or cannot come any more. */
  until(count: number): Promise<void>;
  /** Stops reading, and goes on. Long polling asks no further while it is stopped. */
  pause(): void;
  resume(): void;
  close(): void;
  /** Of a WebSocket. */
  readonly socket: PlainSocket | null;
}

/** Resolves when the way is open. */
export async function openArrivals(
  client: PlainClient,
  { id, spec }: PlainSequence,
  endpoint: Endpoint,
  now: () => number,
): Promise<Arrivals> {
  const arrivals = new Collected(client.timeoutMs, now);
  switch (endpoint) {
    case 'sse':
      await readBody(client, `/events?sequence=${id}`, arrivals, eventReader(arrivals));
      break;
    case 'stream':
      await readBody(client, `/stream?sequence=${id}`, arrivals, frameReader(arrivals));
      break;
    case 'long-polling':
      poll(client, id, arrivals, spec.messages);
      break;
    case 'websocket':
      arrivals.socket = await openSocket(
        client,
        `/socket?sequence=${id}`,
        spec.compression === 'permessage-deflate',
      );
      readSocket(arrivals.socket, arrivals);
      break;
    default:
      throw new Error(`nothing comes by ${endpoint}`);
  }
  return arrivals;
}

class Collected implements Arrivals {
  readonly messages: Buffer[] = [];
  readonly atMs: number[] = [];
  readonly #timeoutMs: number;
  readonly #now: () => number;
  #waiting: { count: number; resolve(): void; reject(error: Error): void } | null = null;
  #over: Error | null = null;
  socket: PlainSocket | null = null;
  isPaused = false;
  pause = () => {};
  resume = () => {};
  close = () => {};

  constructor(timeoutMs: number, now: () => number) {
    this.#timeoutMs = timeoutMs;
    this.#now = now;
  }

  add(message: Buffer): void {
    this.messages.push(message);
    this.atMs.push(this.#now());
    if (this.#waiting !== null && this.messages.length >= this.#waiting.count) this.#waiting.resolve();
  }

  over(why: string): void {
    this.#over ??= new Error(
      `${why} after ${this.messages.length} ${plural(this.messages.length, 'message')}`,
    );
    this.#waiting?.reject(this.#over);
  }

  async until(count: number): Promise<void> {
    if (this.messages.length >= count) return;
    if (this.#over !== null) throw this.#over;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting = { count, resolve, reject };
    await within(this.#timeoutMs, `message ${count}`, promise).catch((error: Error) => {
      throw new Error(
        `${error.message}: ${this.messages.length} ${plural(this.messages.length, 'message')} came`,
      );
    });
  }
}

type ReaderMaker = (opened: () => void) => (piece: Buffer) => void;

/** Resolves when the reader has seen that the way is open. */
async function readBody(
  client: PlainClient,
  path: string,
  arrivals: Collected,
  reader: ReaderMaker,
): Promise<void> {
  const { status, body } = await client.open('GET', path);
  if (status !== 200) throw new Error(`GET ${path}: answered ${status}`);
  const { promise, resolve } = Promise.withResolvers<void>();
  arrivals.pause = () => body.pause();
  arrivals.resume = () => body.resume();
  arrivals.close = () => body.destroy();
  body.on('data', reader(resolve));
  body.on('error', ({ message }: Error) => arrivals.over(message));
  body.on('end', () => arrivals.over(`${path} ended`));
  await within(client.timeoutMs, `${path}: the sign that it is open`, promise);
}

/** Server-Sent Events as WHATWG HTML, 9.2.6, reads them, in as far as the contract uses it. */
function eventReader(arrivals: Collected): ReaderMaker {
  return (opened) => {
    let rest: Buffer = Buffer.alloc(0);
    const take = (event: string) => {
      const lines = event.split(/\r\n|\n|\r/);
      const field = (name: string) =>
        lines.flatMap((line) =>
          line.startsWith(`${name}:`) ? [line.slice(name.length + 1).replace(/^ /, '')] : [],
        );
      const [type] = field('event');
      const data = field('data');
      if (type === 'ready') opened();
      else if (type === 'failed') arrivals.over(`event: failed ${data.join(' ')}`);
      else if (data.length > 0) arrivals.add(Buffer.from(data.join('\n')));
    };
    return (piece) => {
      rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let from = 0;
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n', from)) {
        take(rest.toString('utf8', from, end));
        from = end + 2;
      }
      rest = rest.subarray(from);
    };
  };
}

/** Four bytes of length before each; of length 0: it is open. */
function frameReader(arrivals: Collected): ReaderMaker {
  return (opened) => {
    let pieces: Buffer[] = [];
    let held = 0;
    let wanted = 4;
    return (piece) => {
      pieces.push(piece);
      held += piece.length;
      if (held < wanted) return;
      let rest = Buffer.concat(pieces);
      while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
        const end = 4 + rest.readUInt32BE();
        if (end === 4) opened();
        else arrivals.add(rest.subarray(4, end));
        rest = rest.subarray(end);
      }
      pieces = [rest];
      held = rest.length;
      wanted = held < 4 ? 4 : 4 + rest.readUInt32BE();
    };
  };
}

/** Asks for the next as soon as it has the former, from the first one on. */
function poll(client: PlainClient, id: string, arrivals: Collected, messages: number): void {
  let closed = false;
  let going: Promise<void> = Promise.resolve();
  arrivals.pause = () => {
    arrivals.isPaused = true;
  };
  const ask = async () => {
    while (!closed && !arrivals.isPaused && arrivals.messages.length < messages) {
      const path = `/poll?sequence=${id}&from=${arrivals.messages.length}`;
      const { status, body } = await client.ask('GET', path);
      if (status === 204) continue;
      if (status !== 200) throw new Error(`GET ${path}: answered ${status}`);
      frameReader(arrivals)(() => {})(body);
    }
  };
  const start = () => {
    going = going.then(ask).catch(({ message }: Error) => {
      if (!closed) arrivals.over(message);
    });
  };
  arrivals.resume = () => {
    arrivals.isPaused = false;
    start();
  };
  arrivals.close = () => {
    closed = true;
  };
  start();
}

function readSocket({ socket, raw }: PlainSocket, arrivals: Collected): void {
  socket.binaryType = 'nodebuffer';
  socket.on('message', (data: Buffer) => arrivals.add(data));
  socket.on('close', (code, reason) =>
    arrivals.over(`the WebSocket was closed with ${code} ${String(reason)}`),
  );
  arrivals.pause = () => raw.pause();
  arrivals.resume = () => raw.resume();
  arrivals.close = () => socket.terminate();
}

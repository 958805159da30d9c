// Asks by HTTP/1.1, over TLS or not: one request at a time on each connection, which is kept for the next.

import type { Duplex } from 'node:stream';
import { AnswerReader } from './answer-reader.ts';
import type { Dial } from './dial.ts';
import { Spares } from './spares.ts';
import type { AnswerTaker, Asked, OpenUpstream, UpstreamTarget } from './upstream.ts';

export async function overHttp1(
  { url, path, headers }: UpstreamTarget,
  dial: Dial,
  now: () => number,
  holdsSpare = true,
): Promise<OpenUpstream> {
  const spares = new Spares(dial, now, holdsSpare);
  await spares.ready().catch((thrown: unknown) => {
    spares.close();
    throw thrown;
  });
  const idle = new Set<Connection>();
  const busy = new Set<Connection>();
  const { host } = new URL(url);
  const textOf = (sent: Readonly<Record<string, string>>) => {
    const fields = Object.entries({ host, ...sent, ...headers, connection: 'keep-alive' });
    return `GET ${path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  };
  const onOver = (connection: Connection, isReusable: boolean) => {
    busy.delete(connection);
    idle.delete(connection);
    if (isReusable) idle.add(connection);
    else connection.destroy();
  };
  return {
    ask: (sent, taker) => {
      const text = textOf(sent);
      let current: Connection | null = null;
      let isStopped = false;
      const failed = (error: unknown) => {
        if (!isStopped) taker.failed(error);
      };
      const use = (connection: Connection, onReset: (error: unknown) => void) => {
        current = connection;
        busy.add(connection);
        connection.ask(text, taker, (error, hasBegun) => {
          if (hasBegun || !isReset(error) || isStopped) failed(error);
          else onReset(error);
        });
      };
      // A server may close a connection that waited in the very moment in which it is used (RFC 9112, 9.3.1).
      // One that was opened for this request is asked by once, and nobody more than twice.
      const askAgain = (error: unknown) => {
        if (taker.mayAskAgain?.() === false) failed(error);
        else askBySpare(false);
      };
      const askBySpare = (isFirst: boolean) => {
        const spare = spares.take();
        const waited = !(spare instanceof Promise);
        const taken = (socket: Duplex) => {
          if (isStopped) socket.destroy();
          else use(new Connection(socket, onOver, now), waited && isFirst ? askAgain : failed);
        };
        if (spare instanceof Promise) spare.then(taken, failed);
        else taken(spare);
      };
      const [kept] = idle;
      if (kept === undefined) askBySpare(true);
      else {
        idle.delete(kept);
        use(kept, askAgain);
      }
      const asked: Asked = {
        resume: () => current?.resume(),
        stop: () => {
          isStopped = true;
          current?.stop(taker);
        },
      };
      return asked;
    },
    close: () => {
      spares.close();
      for (const connection of [...idle, ...busy]) connection.destroy();
    },
  };
}

function isReset(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}

interface Exchange {
  readonly reader: AnswerReader;
  readonly taker: AnswerTaker;
  /** `hasBegun`: the server has answered something. */
  readonly failed: (error: unknown, hasBegun: boolean) => void;
}

/** Its listeners stay for all of its requests. */
class Connection {
  readonly #socket: Duplex;
  readonly #onOver: (connection: Connection, isReusable: boolean) => void;
  readonly #now: () => number;
  #exchange: Exchange | null = null;
  /** When the bytes came that are being read. */
  #cameMs = 0;
  #error: unknown = null;

  constructor(
    socket: Duplex,
    onOver: (connection: Connection, isReusable: boolean) => void,
    now: () => number,
  ) {
    this.#socket = socket;
    this.#onOver = onOver;
    this.#now = now;
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    socket.on('error', (error) => {
      this.#error = error;
    });
    socket.once('close', () => this.#closed());
    // What was closed before anybody listened says so to nobody.
    if (socket.destroyed) setImmediate(() => this.#closed());
  }

  ask(text: string, taker: AnswerTaker, failed: Exchange['failed']): void {
    // Before it is written: a server is often woken, and done with a small answer, before the write returns.
    const handedMs = this.#now();
    const reader = new AnswerReader({
      // What reading the head takes is no time of the server's.
      head: (status, headers, httpVersion) =>
        taker.head({ status, headers, httpVersion, handedMs, headMs: this.#cameMs }),
      piece: (bytes, isLast) => {
        if (!taker.piece(bytes, isLast)) this.#socket.pause();
      },
      end: (isReusable) => {
        this.#exchange = null;
        this.#socket.resume();
        this.#onOver(this, isReusable);
        taker.end();
      },
    });
    this.#exchange = { reader, taker, failed };
    this.#socket.write(text, 'latin1');
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Where it still is under way. */
  stop(taker: AnswerTaker): void {
    if (this.#exchange?.taker !== taker) return;
    this.#exchange = null;
    this.#onOver(this, false);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#cameMs = this.#now();
    const exchange = this.#exchange;
    if (exchange === null) {
      // Nobody asked: a server that says goodbye (408), or one that sends more than its answer.
      this.#onOver(this, false);
      return;
    }
    try {
      exchange.reader.take(bytes);
    } catch (thrown) {
      const isUnderWay = this.#exchange === exchange;
      if (isUnderWay) this.#exchange = null;
      this.#onOver(this, false);
      if (isUnderWay) exchange.failed(thrown, true);
    }
  }

  #closed(): void {
    const exchange = this.#exchange;
    const isWhole = exchange?.reader.closed(this.#error === null) ?? true;
    this.#exchange = null;
    this.#onOver(this, false);
    if (exchange === null || isWhole) return;
    const gone = new Error('the connection was closed before the answer was complete');
    // A server that wants a certificate of the client says so once TLS stands, before anybody listens here.
    const why = this.#error ?? this.#socket.errored ?? Object.assign(gone, { code: 'ECONNRESET' });
    exchange.failed(why, exchange.reader.hasBegun);
  }
}

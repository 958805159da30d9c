// The target in this process and a client as small as it can be: for the tests of this folder.

import assert from 'node:assert/strict';
import { request as askHttp, type IncomingMessage } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { Agent, request as askHttps } from 'node:https';
import { type ClientOptions, WebSocket } from 'ws';
import type { Clock } from '../../../src/base/clock.ts';
import type { StoredData } from '../../../src/data/store/stored-data.ts';
import type { Protocol } from '../../../src/factors/protocol.ts';
import { FrameReader } from '../../../src/messages/frames.ts';
import { targetHandler } from '../../../src/target/handler.ts';
import type { Sequences } from '../../../src/target/messages/sequences.ts';
import { socketUpgrades } from '../../../src/target/messages/transports/socket.ts';
import { makeParts } from '../../../src/target/parts.ts';
import { listen, listenH2, listenHttps1, type TlsIdentity } from '../../../src/target/server.ts';
import type { SequenceMade, SequenceSpec, SequenceState } from '../../../src/wire/sequence.ts';
import { untrustedIdentity } from '../targets/untrusted-identity.ts';

export interface LittleTarget {
  readonly port: number;
  /** null where it was started without a certificate. */
  readonly ports: { readonly https1: number; readonly h2: number } | null;
  readonly sequences: Sequences;
  readonly failures: unknown[];
  close(): Promise<void>;
}

const REAL_CLOCK: Clock = { nowMs: () => performance.now(), date: () => new Date(0) };

export async function startLittle(
  data: readonly StoredData[] = [],
  clock: Clock = REAL_CLOCK,
  tls: TlsIdentity | null = null,
): Promise<LittleTarget> {
  const failures: unknown[] = [];
  const protocols: Protocol[] = tls === null ? ['http1'] : ['http1', 'https1', 'h2'];
  const onFailure = (thrown: unknown) => failures.push(thrown);
  const parts = makeParts({
    datasets: [],
    payloads: data,
    version: '1',
    versions: {},
    protocols,
    clock,
    onFailure,
  });
  const handler = targetHandler(parts);
  const upgrades = socketUpgrades(parts);
  const plain = await listen(handler, '127.0.0.1', 0, upgrades);
  const secure =
    tls === null
      ? []
      : [await listenHttps1(handler, '127.0.0.1', tls, upgrades), await listenH2(handler, '127.0.0.1', tls)];
  return {
    port: plain.port,
    ports: tls === null ? null : { https1: secure[0]!.port, h2: secure[1]!.port },
    sequences: parts.sequences,
    failures,
    close: async () => {
      for (const sequence of [...parts.sequences.all()]) sequence.forget(true);
      await Promise.all([plain, ...secure].map((server) => server.close()));
    },
  };
}

export interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** One who asks: over which protocol does not show. */
export interface LittleClient {
  readonly protocol: Protocol;
  ask(method: string, path: string, body?: string | Uint8Array): Promise<Seen>;
  /** An answer that goes on; every piece is told. */
  open(path: string, onPiece: (piece: Buffer) => void): Promise<Opened>;
  close(): void;
}

export interface Opened {
  readonly status: number;
  /** Resolves when the answer has ended, or broken off. */
  readonly ended: Promise<void>;
  pause(): void;
  resume(): void;
  /** Breaks it off. */
  destroy(): void;
}

export function overHttp1(port: number, tls = false): LittleClient {
  const agent = tls ? new Agent({ rejectUnauthorized: false, keepAlive: true }) : undefined;
  const start = (method: string, path: string, body?: string | Uint8Array): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, method, agent };
      const sent = tls ? askHttps(options, resolve) : askHttp(options, resolve);
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    protocol: tls ? 'https1' : 'http1',
    ask: async (method, path, body) => {
      const response = await start(method, path, body);
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
    },
    open: async (path, onPiece) => {
      const response = await start('GET', path);
      response.on('data', onPiece).on('error', () => {});
      const ended = new Promise<void>((resolve) => response.once('close', () => resolve()));
      return {
        status: response.statusCode ?? 0,
        ended,
        pause: () => void response.pause(),
        resume: () => void response.resume(),
        destroy: () => void response.destroy(),
      };
    },
    close: () => agent?.destroy(),
  };
}

/** One connection for all requests. */
export function overHttp2(port: number): LittleClient {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  session.on('error', () => {});
  const start = (method: string, path: string, body?: string | Uint8Array) => {
    const stream = session.request({ ':method': method, ':path': path });
    stream.end(body);
    const headers = new Promise<Record<string, string>>((resolve, reject) => {
      stream.once('response', (got) => resolve(got as Record<string, string>));
      stream.once('error', reject);
    });
    return { stream, headers };
  };
  return {
    protocol: 'h2',
    ask: async (method, path, body) => {
      const { stream, headers } = start(method, path, body);
      const got = await headers;
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      return { status: Number(got[':status']), headers: got, body: Buffer.concat(chunks) };
    },
    open: async (path, onPiece) => {
      const { stream, headers } = start('GET', path);
      const got = await headers;
      stream.on('data', onPiece).on('error', () => {});
      const ended = new Promise<void>((resolve) => stream.once('close', () => resolve()));
      return {
        status: Number(got[':status']),
        ended,
        pause: () => void stream.pause(),
        resume: () => void stream.resume(),
        destroy: () => stream.destroy(),
      };
    },
    close: () => session.destroy(),
  };
}

/** A target over all its protocols, and a client over each. */
export interface LittleWorld {
  readonly target: LittleTarget;
  readonly clients: readonly [http1: LittleClient, https1: LittleClient, h2: LittleClient];
  /** Fails where the target had a failure of its own. */
  close(): Promise<void>;
}

export async function littleWorld(): Promise<LittleWorld> {
  const target = await startLittle([], undefined, await untrustedIdentity());
  const { https1, h2 } = target.ports!;
  const clients = [overHttp1(target.port), overHttp1(https1, true), overHttp2(h2)] as const;
  const close = async () => {
    for (const client of clients) client.close();
    await target.close();
    assert.deepEqual(target.failures, []);
  };
  return { target, clients, close };
}

export function specOf(changes: Partial<SequenceSpec> = {}): SequenceSpec {
  return {
    direction: 'server-to-client',
    mode: 'throughput',
    ratePerSecond: null,
    messages: 100,
    compression: 'none',
    content: { kind: 'random', body: 'text', size: { policy: 'fixed', bytes: 100 }, seed: 7 },
    ...changes,
  };
}

/** Throws what the target refused it with. */
export async function makeSequence(client: LittleClient, spec: SequenceSpec): Promise<SequenceMade> {
  const { status, body } = await client.ask('POST', '/sequence', JSON.stringify(spec));
  assert.equal(status, 200, body.toString());
  return JSON.parse(body.toString());
}

export async function order(client: LittleClient, what: string, sequence: string): Promise<SequenceState> {
  const { status, body } = await client.ask('POST', `/sequence/${what}?sequence=${sequence}`);
  assert.equal(status, 200, body.toString());
  return JSON.parse(body.toString());
}

export function webSocket(
  port: number,
  path: string,
  options: ClientOptions = {},
  onMessage: (message: Buffer, isBinary: boolean) => void = () => {},
): Promise<WebSocket> {
  const scheme = options.rejectUnauthorized === false ? 'wss' : 'ws';
  const url = `${scheme}://127.0.0.1:${port}${path}`;
  // The first messages may come with the answer that opens it.
  const socket = new WebSocket(url, { perMessageDeflate: false, ...options }).on('message', onMessage);
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.on('error', reject);
  });
}

/** Collects messages until there are enough of them. */
export class Inbox {
  readonly messages: Uint8Array[] = [];
  #wanted: { readonly count: number; resolve(): void } | null = null;

  readonly put = (message: Uint8Array): void => {
    this.messages.push(message);
    if (this.#wanted !== null && this.messages.length >= this.#wanted.count) this.#wanted.resolve();
  };

  has(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#wanted = { count, resolve };
      if (this.messages.length >= count) resolve();
    });
  }
}

/** Pieces of an event stream, cut into its events: `event: ready`, and data. */
export function eventsTo(onEvent: (name: string, data: string) => void): (piece: Buffer) => void {
  let text = '';
  return (piece) => {
    text += piece.toString('utf8');
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const lines = block.split('\n');
      const name = lines.find((line) => line.startsWith('event: '))?.slice(7) ?? 'message';
      const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5));
      onEvent(name, data.join('\n'));
    }
  };
}

/** Opens the way and waits until it is open. */
export async function openWay(
  client: LittleClient,
  way: 'events' | 'stream',
  sequence: string,
  onMessage: (message: Uint8Array) => void,
): Promise<Opened> {
  const ready = Promise.withResolvers<void>();
  const frames = new FrameReader(100_000_000, (message) =>
    message.length === 0 ? ready.resolve() : onMessage(message.slice()),
  );
  const events = eventsTo((name, data) =>
    name === 'ready' ? ready.resolve() : onMessage(Buffer.from(data)),
  );
  const onPiece = way === 'events' ? events : (piece: Buffer) => frames.push(piece);
  const opened = await client.open(`/${way}?sequence=${sequence}`, onPiece);
  if (opened.status === 200) await ready.promise;
  return opened;
}

/** All messages of one answer of /poll. */
export function framesIn(body: Buffer): Uint8Array[] {
  const messages: Uint8Array[] = [];
  new FrameReader(100_000_000, (message) => messages.push(message)).push(body);
  return messages;
}

// A target of messages of a few lines, for tests of the client side: random content over every endpoint, and
// one hook a way for what goes wrong. How a real target does it stands in src/target.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { randomMessages } from '../../../src/messages/content.ts';
import { writeLength } from '../../../src/messages/frames.ts';
import { Receiver } from '../../../src/messages/receiver.ts';
import { ACKNOWLEDGE, type SequenceSpec, type SequenceState } from '../../../src/wire/sequence.ts';

export interface Hooks {
  /** Messages that leave in the place of message `i`: none where it is lost. */
  leaving: (message: Uint8Array, i: number) => readonly Uint8Array[];
  /** Nothing of answers that go on reaches the client. */
  isBuffered: boolean;
  /** Answers in the place of the target where it returns true. */
  instead: (path: string, request: IncomingMessage, response: ServerResponse) => boolean;
  /** Called when `received` messages have come by WebSocket. */
  received: (count: number, socket: WebSocket) => void;
  /** Changes what the target says of itself. */
  state: (state: SequenceState) => SequenceState;
}

export interface LittleMessageTarget extends Hooks {
  readonly url: string;
  /** Methods and paths asked for. */
  readonly asked: string[];
  /** Resolves when no answer and no socket is open any more. */
  allClosed(): Promise<void>;
  close(): Promise<void>;
}

export async function littleMessageTarget(hooks: Partial<Hooks> = {}): Promise<LittleMessageTarget> {
  const sequences = new Map<string, LittleSequence>();
  const asked: string[] = [];
  const target: Hooks = {
    leaving: (message) => [message],
    isBuffered: false,
    instead: () => false,
    received: () => {},
    state: (state) => state,
    ...hooks,
  };
  const sockets = new Set<Socket>();
  const webSockets = new WebSocketServer({ noServer: true });
  const open = new Set<unknown>();
  let emptied = () => {};
  const closed = (one: unknown) => {
    open.delete(one);
    if (open.size === 0) emptied();
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://target');
    asked.push(`${request.method} ${pathname}`);
    open.add(response);
    response.on('close', () => closed(response));
    if (target.instead(pathname, request, response)) return;
    if (pathname === '/sequence' && request.method === 'POST') {
      const spec = JSON.parse(String(await bodyOf(request))) as SequenceSpec;
      const name = String(sequences.size);
      sequences.set(name, new LittleSequence(name, spec, target));
      response.end(JSON.stringify({ sequence: name, cycle: sequences.get(name)!.contents.length }));
      return;
    }
    const sequence = sequences.get(searchParams.get('sequence') ?? '');
    if (sequence === undefined) response.writeHead(404).end('no such sequence');
    else await sequence.answer(pathname, searchParams, request, response);
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.on('upgrade', (request, socket, head) => {
    const { searchParams } = new URL(request.url!, 'http://target');
    webSockets.handleUpgrade(request, socket, head, (one) => {
      open.add(one);
      one.on('close', () => closed(one));
      sequences.get(searchParams.get('sequence')!)!.serveSocket(one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      for (const sequence of sequences.values()) sequence.stop();
      server.close(() => resolve());
    });
  const allClosed = () =>
    new Promise<void>((resolve) => {
      emptied = resolve;
      if (open.size === 0) resolve();
    });
  return Object.assign(target, { url: `http://127.0.0.1:${port}`, asked, allClosed, close });
}

class LittleSequence {
  readonly contents: readonly Uint8Array[];
  readonly #name: string;
  readonly #spec: SequenceSpec;
  readonly #hooks: Hooks;
  readonly #receiver: Receiver;
  readonly #untilReceived: (() => void)[] = [];
  #unacknowledgedBytes = 0;
  #sent = 0;
  #beganMs: number | null = null;
  /** Where messages to the client go. */
  #out: ((message: Uint8Array) => void) | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(name: string, spec: SequenceSpec, hooks: Hooks) {
    if (spec.content.kind !== 'random') throw new Error('this target has random content only');
    this.#name = name;
    this.#spec = spec;
    this.#hooks = hooks;
    this.contents = randomMessages(spec.content, spec.messages);
    this.#receiver = new Receiver(this.contents.length, () => performance.now(), true);
  }

  /** Sends no more. */
  stop(): void {
    clearInterval(this.#timer);
  }

  async answer(
    path: string,
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    switch (path) {
      case '/sequence':
        if (query.get('until') === 'received' && this.#receiver.count < this.#spec.messages)
          await new Promise<void>((resolve) => this.#untilReceived.push(resolve));
        response.end(this.#state());
        return;
      case '/sequence/begin':
        this.#begin();
        response.end(this.#state());
        return;
      case '/sequence/next':
        this.#send();
        response.end(String(this.#sent));
        return;
      case '/sequence/end':
        this.stop();
        response.end(this.#state(true));
        return;
      case '/message':
        this.#take(await bodyOf(request));
        response.end(String(this.#receiver.count));
        return;
      case '/events':
        response.setHeader('Content-Type', 'text/event-stream');
        this.#write(response, 'event: ready\ndata:\n\n');
        this.#out = (message) => this.#write(response, `data: ${Buffer.from(message).toString()}\n\n`);
        return;
      case '/stream':
        this.#write(response, Buffer.alloc(4));
        this.#out = (message) => this.#write(response, framed(message));
        return;
      case '/poll':
        this.#poll(Number(query.get('from')), response);
        return;
    }
  }

  #write(response: ServerResponse, piece: string | Uint8Array): void {
    if (!this.#hooks.isBuffered) response.write(piece);
  }

  serveSocket(socket: WebSocket): void {
    const { direction, content, mode } = this.#spec;
    const binary = content.kind === 'random' && content.body === 'binary';
    this.#out = (message) => socket.send(binary ? message : Buffer.from(message).toString());
    socket.on('message', (data: Buffer) => {
      if (direction === 'server-to-client') {
        this.#send();
        return;
      }
      this.#take(data);
      this.#unacknowledgedBytes += data.length;
      const { count } = this.#receiver;
      this.#hooks.received(count, socket);
      const isDue =
        mode !== 'throughput' ||
        count % ACKNOWLEDGE.everyMessages === 0 ||
        this.#unacknowledgedBytes >= ACKNOWLEDGE.everyBytes ||
        count === this.#spec.messages;
      if (direction !== 'client-to-server' || !isDue) return;
      this.#unacknowledgedBytes = 0;
      socket.send(String(count));
    });
  }

  #begin(): void {
    const { direction, mode, messages, ratePerSecond } = this.#spec;
    this.#beganMs = performance.now();
    if (direction !== 'server-to-client' || mode === 'ping-pong' || this.#out === null) return;
    if (mode === 'throughput') while (this.#sent < messages) this.#send();
    const everyMs = 1_000 / (ratePerSecond ?? 1);
    this.#timer = setInterval(() => {
      while (this.#sent < messages && this.#beganMs! + (this.#sent + 1) * everyMs <= performance.now())
        this.#send();
    }, 1);
  }

  #send(): void {
    const i = this.#sent++;
    for (const message of this.#hooks.leaving(this.contents[i % this.contents.length]!, i))
      this.#out?.(message);
  }

  #take(message: Uint8Array): void {
    this.#receiver.take(message);
    if (this.#spec.direction === 'both-ways') {
      this.#sent++;
      for (const back of this.#hooks.leaving(message, this.#sent - 1)) this.#out?.(back);
    }
    if (this.#receiver.count >= this.#spec.messages) for (const tell of this.#untilReceived) tell();
  }

  #poll(from: number, response: ServerResponse): void {
    const { mode, messages, ratePerSecond } = this.#spec;
    const due = () => {
      if (mode === 'ping-pong') return from + 1;
      if (this.#beganMs === null) return 0;
      if (mode === 'throughput') return Math.min(messages, from + 1_000);
      return Math.min(messages, Math.floor(((performance.now() - this.#beganMs) * ratePerSecond!) / 1_000));
    };
    const look = setInterval(() => {
      if (due() <= from) return;
      clearInterval(look);
      const answer: Uint8Array[] = [];
      for (let i = from; i < due(); i++)
        answer.push(...this.#hooks.leaving(this.contents[i % this.contents.length]!, i).map(framed));
      this.#sent = due();
      response.end(Buffer.concat(answer));
    }, 1);
    response.on('close', () => clearInterval(look));
  }

  #state(isLast = false): string {
    const isReceiving = this.#spec.direction !== 'server-to-client';
    const verdict = isLast && isReceiving ? this.#receiver.verdict(this.#spec.messages) : null;
    return JSON.stringify(
      this.#hooks.state({
        sequence: this.#name,
        sent: this.#sent,
        received: this.#receiver.count,
        reordered: verdict?.reordered ?? 0,
        failure: verdict?.fault ?? null,
        cpuMs: null,
        bytesReceived: null,
        bytesSent: null,
        encodeMs: 0,
        decodeMs: 0,
        checkMs: 0,
        beganMs: this.#beganMs,
        nowMs: performance.now(),
      }),
    );
  }
}

function framed(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(4 + message.length);
  writeLength(frame, message.length);
  frame.set(message, 4);
  return frame;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

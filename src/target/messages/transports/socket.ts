// GET /socket: messages over WebSocket (RFC 6455), framed by the library `ws`.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { MESSAGE_LIMITS } from '../../../wire/sequence.ts';
import { rawSocket } from '../../connections.ts';
import { admit } from '../../gate.ts';
import type { TargetParts } from '../../handler.ts';
import { type Parsed, Refusal, readChoice, readParameters, refusable } from '../../parameters.ts';
import { badParameter, PROBLEM_TYPE, problemBody, type RequestProblem } from '../../problem.ts';
import type { Upgrades } from '../../server.ts';
import { beginAlone, refuseSequence, sequenceOrStandAlone } from '../message-request.ts';
import { MOST_UNWRITTEN_BYTES } from '../outlet.ts';
import type { Sequence } from '../sequence.ts';
import type { Sequences } from '../sequences.ts';
import { corkedTurn, socketOutlet } from './socket-outlet.ts';

const PATH = '/socket';
const COMPRESSIONS = ['none', 'permessage-deflate'];

/** ws leaves short messages as they are unless it is told otherwise. */
const DEFLATE_ALL = { threshold: 0 };

/**
 * ws takes 16 384 fragments of a message by default. Autobahn sends a message of 4 MB in frames of 64 bytes,
 * which is four times as many.
 */
const MOST_FRAGMENTS = 100_000;

export type RawSocket = Duplex & Parameters<typeof rawSocket>[0];

export function socketUpgrades({ sequences, gate }: Pick<TargetParts, 'sequences' | 'gate'>): Upgrades {
  const makeServer = (perMessageDeflate: false | typeof DEFLATE_ALL) =>
    new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: MESSAGE_LIMITS.mostBytes,
      perMessageDeflate,
      // The types of the library do not know it yet.
      ...({ maxFragments: MOST_FRAGMENTS } as object),
    });
  const plain = makeServer(false);
  const deflating = makeServer(DEFLATE_ALL);
  return {
    wants: ({ url = '', headers }) =>
      url.split('?', 1)[0] === PATH && headers.upgrade?.toLowerCase() === 'websocket',
    upgrade: (request, socket, head) => {
      socket.on('error', () => {});
      const raw = socket as RawSocket;
      const admission = admit(gate, request);
      if ('problem' in admission) return refuse(raw, admission.problem, []);
      const parsed = readSocketRequest(request, admission.search, sequences);
      if ('problem' in parsed)
        return refuse(raw, parsed.problem, [`Access-Control-Allow-Origin: ${gate.origin}`]);
      const { deflate, open } = parsed.query;
      (deflate ? deflating : plain).handleUpgrade(request, socket, head, (webSocket) => {
        webSocket.on('error', () => {});
        open(webSocket, raw);
      });
    },
  };
}

interface SocketRequest {
  readonly deflate: boolean;
  open(webSocket: WebSocket, socket: RawSocket): void;
}

function readSocketRequest(
  request: IncomingMessage,
  search: string,
  sequences: Sequences,
): Parsed<SocketRequest> {
  return refusable(() =>
    search === '' || /^compression=[^&]*$/.test(search)
      ? readEchoRequest(request, search)
      : readSequenceRequest(request, search, sequences),
  );
}

function readSequenceRequest(request: IncomingMessage, search: string, sequences: Sequences): SocketRequest {
  const { sequence, isAlone } = sequenceOrStandAlone({ search, sequences, request });
  try {
    refuseToOpen(sequence, request);
  } catch (refusal) {
    if (isAlone) sequence.forget();
    throw refusal;
  }
  return {
    deflate: sequence.spec.compression !== 'none',
    open: (webSocket, socket) => {
      attachOutlet(sequence, webSocket, socket);
      if (isAlone) beginAlone(sequence, webSocket);
    },
  };
}

function refuseToOpen({ spec, hasOutlet }: Sequence, request: IncomingMessage): void {
  if (hasOutlet) refuseSequence('has its way to the client already');
  if (spec.compression !== 'none') refuseWithoutDeflate(request);
}

/** A request that names no sequence gets everything back. */
function readEchoRequest(request: IncomingMessage, search: string): SocketRequest {
  const compression = readChoice(
    readParameters(search, ['compression']),
    'compression',
    COMPRESSIONS,
    'none',
  );
  if (compression !== 'none') refuseWithoutDeflate(request);
  return { deflate: compression !== 'none', open: echo };
}

function refuseWithoutDeflate({ headers }: IncomingMessage): void {
  if (headers['sec-websocket-extensions']?.includes('permessage-deflate') === true) return;
  throw new Refusal(badParameter('compression', 'is permessage-deflate, which this client does not offer'));
}

function refuse(socket: RawSocket, problem: RequestProblem, forPages: readonly string[]): void {
  const body = problemBody(problem);
  const head = [
    `HTTP/1.1 ${problem.status} Refused`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
    ...forPages,
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
}

function attachOutlet(sequence: Sequence, webSocket: WebSocket, socket: RawSocket): void {
  sequence.traffic.add(rawSocket(socket));
  const outlet = socketOutlet(webSocket, socket, sequence.prepared.isText);
  webSocket.on('error', ({ message }) => sequence.detached(outlet, `the WebSocket failed (${message})`));
  webSocket.on('close', (code) => sequence.detached(outlet, `the WebSocket closed with ${code}`));
  const { direction, mode } = sequence.spec;
  if (direction !== 'server-to-client') receive(sequence, webSocket, socket);
  else if (mode === 'ping-pong') webSocket.on('message', () => sequence.next());
  else webSocket.on('message', () => sequence.touch());
  sequence.attach(outlet);
}

/** In a sequence both ways the message itself goes back and is the acknowledgement. */
function receive(sequence: Sequence, webSocket: WebSocket, socket: RawSocket): void {
  const acknowledges = sequence.spec.direction === 'client-to-server';
  const cork = corkedTurn(socket);
  webSocket.on('message', (message: Buffer) => {
    cork();
    const isDue = sequence.take(message, true);
    if (acknowledges && isDue) webSocket.send(String(sequence.inlet.received));
    if (sequence.isFull) pausedWhileFull(sequence, webSocket);
  });
}

/** Stops reading from a client that does not take what goes back to it. */
function pausedWhileFull(sequence: Sequence, webSocket: WebSocket): void {
  if (webSocket.isPaused) return;
  webSocket.pause();
  const unwatch = sequence.watch(() => {
    if (sequence.isFull && !sequence.isOver) return;
    unwatch();
    webSocket.resume();
  });
}

/** For a request that names no sequence: sends back every message as it came. */
function echo(webSocket: WebSocket, socket: Duplex): void {
  const cork = corkedTurn(socket);
  const resume = () => {
    if (webSocket.isPaused && webSocket.bufferedAmount < MOST_UNWRITTEN_BYTES) webSocket.resume();
  };
  webSocket.on('message', (message: Buffer, isBinary) => {
    cork();
    webSocket.send(message, { binary: isBinary }, resume);
    if (webSocket.bufferedAmount >= MOST_UNWRITTEN_BYTES) webSocket.pause();
  });
}

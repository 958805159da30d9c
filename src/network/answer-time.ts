// What a network alone takes for an answer, by TCP's arithmetic: what predictions add to the work of both
// ends.

import { NO_NETWORK } from '../factors/network.ts';
import { isSecure, type Protocol } from '../factors/protocol.ts';
import {
  expectedGetMs,
  type GetShape,
  HEADER_BYTES,
  INITIAL_WINDOW,
  serialisationMs,
} from './closed-form.ts';
import type { NetworkProfile } from './profile.ts';

/**
 * Heads of the answer and of the request. Over an up link of 1 Mbit/s and of 768 kbit/s Chromium's requests
 * of the embedded target took as long as 465 bytes do.
 */
const ANSWER_HEAD_BYTES = 450;
const REQUEST_BYTES = 470;
/**
 * Of TLS 1.3 in IP bytes, as Chromium and the embedded target send it: hello with keys and finished; hello,
 * certificate and its proof.
 */
const CLIENT_HELLO_BYTES = 2_150;
const SERVER_HELLO_BYTES = 2_500;
/**
 * Packets of the first window that are not the answer's: over TLS its head has a record, and so a packet, of
 * its own, and records end where packets do not; HTTP/2 says its settings, acknowledges the client's, widens
 * the connection's window and says GOAWAY, mostly each in a packet. How many depends on who writes them, so
 * they were counted, target by target (docs/decisions/014-http3.md). An open connection has said all of it,
 * and its window has room.
 */
const PACKETS_AHEAD: ReadonlyMap<string, PacketsAhead> = new Map([
  ['go', { https1: 2, h2: 5 }],
  ['axum', { https1: 1, h2: 4 }],
  ['node', { https1: 1, h2: 3 }],
]);
/** Of servers that nobody has counted: the one in the middle. */
const USUAL_AHEAD: PacketsAhead = { https1: 1, h2: 4 };
type PacketsAhead = Readonly<Record<'https1' | 'h2', number>>;
const MTU = 1_500;
/** Loopback hands over about a gigabyte a second. */
const LOOPBACK_BYTES_PER_MS = 1_000_000;

/**
 * Milliseconds from the request to the last byte of so many body bytes, over a connection in use whose window
 * has grown to what the answers before needed.
 */
export function answerMs(network: NetworkProfile, bytes: number): number {
  return networkMs(network, bytes, { initialWindow: grownWindow(bytes), connection: 'warm' });
}

/** The same over a connection that is open but has carried nothing large: its window must still grow. */
export function firstAnswerMs(network: NetworkProfile, bytes: number): number {
  return networkMs(network, bytes, { initialWindow: INITIAL_WINDOW, connection: 'warm' });
}

/**
 * From connect() on, over a new connection, as every exchange of a cold cell is; with TLS 1.3 a round trip
 * more, in which certificate and keys come. `target`: who answers; absent: nobody that is known here.
 */
export function coldAnswerMs(
  network: NetworkProfile,
  bytes: number,
  protocol: Protocol,
  target?: string,
): number {
  const packetsAhead = packetsAheadOf(protocol, target);
  const cold = { initialWindow: INITIAL_WINDOW, connection: 'cold', packetsAhead } as const;
  const answersMs = networkMs(network, bytes, cold);
  if (!isSecure(protocol) || network.name === NO_NETWORK) return answersMs;
  const helloMs = serialisationMs(CLIENT_HELLO_BYTES, network.upKbits);
  return answersMs + network.rttMs + helloMs + serialisationMs(SERVER_HELLO_BYTES, network.downKbits);
}

function packetsAheadOf(protocol: Protocol, target = ''): number {
  if (protocol !== 'https1' && protocol !== 'h2') return 0;
  return (PACKETS_AHEAD.get(target) ?? USUAL_AHEAD)[protocol];
}

function networkMs(
  network: NetworkProfile,
  bytes: number,
  connection: Pick<GetShape, 'connection' | 'initialWindow' | 'packetsAhead'>,
): number {
  if (network.name === NO_NETWORK) return bytes / LOOPBACK_BYTES_PER_MS;
  const bodyBytes = answerBytes(bytes);
  return expectedGetMs(network, { ...connection, bodyBytes, requestBytes: REQUEST_BYTES, mtu: MTU });
}

function grownWindow(bytes: number): number {
  return Math.max(INITIAL_WINDOW, Math.ceil(answerBytes(bytes) / (MTU - HEADER_BYTES)));
}

function answerBytes(bodyBytes: number): number {
  return Math.round(bodyBytes) + ANSWER_HEAD_BYTES;
}

// What a network alone takes for an answer, by TCP's arithmetic: what predictions add to the work of both
// ends.

import { NO_NETWORK } from '../factors/network.ts';
import { expectedGetMs, HEADER_BYTES, INITIAL_WINDOW, serialisationMs } from './closed-form.ts';
import type { NetworkProfile } from './profile.ts';

/**
 * Heads of the answer and of the request. Over an up link of 1 Mbit/s and of 768 kbit/s Chromium's requests
 * of the embedded target took as long as 465 bytes do.
 */
const ANSWER_HEAD_BYTES = 450;
const REQUEST_BYTES = 470;
/**
 * Of TLS 1.3 in IP bytes, as Chromium and the embedded target send it: hello with keys and finished; hello,
 * certificate, its proof and session tickets.
 */
const CLIENT_HELLO_BYTES = 2_150;
const SERVER_HELLO_BYTES = 2_500;
const MTU = 1_500;
/** Loopback hands over about a gigabyte a second. */
const LOOPBACK_BYTES_PER_MS = 1_000_000;

/**
 * Milliseconds from the request to the last byte of so many body bytes, over a connection in use whose window
 * has grown to what the answers before needed.
 */
export function answerMs(network: NetworkProfile, bytes: number): number {
  return networkMs(network, bytes, grownWindow(bytes), 'warm');
}

/** The same over a connection that is open but has carried nothing large: its window must still grow. */
export function firstAnswerMs(network: NetworkProfile, bytes: number): number {
  return networkMs(network, bytes, INITIAL_WINDOW, 'warm');
}

/**
 * From connect() on, over a new connection, as every exchange of a cold cell is; with TLS 1.3 a round trip
 * more, in which certificate and keys come.
 */
export function coldAnswerMs(network: NetworkProfile, bytes: number, isSecure: boolean): number {
  const answersMs = networkMs(network, bytes, INITIAL_WINDOW, 'cold');
  if (!isSecure || network.name === NO_NETWORK) return answersMs;
  const helloMs = serialisationMs(CLIENT_HELLO_BYTES, network.upKbits);
  return answersMs + network.rttMs + helloMs + serialisationMs(SERVER_HELLO_BYTES, network.downKbits);
}

function networkMs(
  network: NetworkProfile,
  bytes: number,
  initialWindow: number,
  connection: 'cold' | 'warm',
): number {
  if (network.name === NO_NETWORK) return bytes / LOOPBACK_BYTES_PER_MS;
  return expectedGetMs(network, {
    bodyBytes: answerBytes(bytes),
    requestBytes: REQUEST_BYTES,
    connection,
    initialWindow,
    mtu: MTU,
  });
}

function grownWindow(bytes: number): number {
  return Math.max(INITIAL_WINDOW, Math.ceil(answerBytes(bytes) / (MTU - HEADER_BYTES)));
}

function answerBytes(bodyBytes: number): number {
  return Math.round(bodyBytes) + ANSWER_HEAD_BYTES;
}

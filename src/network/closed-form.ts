// What a GET takes over a link of a given rate and delay, by the arithmetic of TCP alone: no loss, no jitter,
// hosts that need no time. It is what calibration and bench hold a link to, so it counts what packets count:
// IP bytes, headers and acknowledgements included.
//
// Method: slow start as in RFC 5681 with byte counting (RFC 3465, L = 2 · MSS or more, as Linux does it) and
// the initial window of RFC 6928, followed segment by segment. Kurose and Ross give the same in closed form
// for one acknowledgement a segment and an up link that takes no time ("Computer Networking", 3.7; Cardwell,
// Savage and Anderson, "Modeling TCP latency", 2000); the test compares. Once the pipe is full the wire alone
// decides, so that it does not matter when cubic's HyStart ends slow start.

import type { NetworkProfile } from './profile.ts';

/** 20 bytes of IPv4, 20 of TCP, 12 of its timestamps. */
export const HEADER_BYTES = 52;
/** Segments, by RFC 6928. Every route of the link gets this window. */
export const INITIAL_WINDOW = 10;
/** SYN and SYN-ACK with Linux's options: segment size, SACK, timestamps, window scale. */
const SYN_BYTES = 60;
/** One that carries a frame of HTTP/2 or a head in a TLS record of its own. */
const SMALL_PACKET_BYTES = 100;
/** Linux acknowledges the first segments of a connection one by one and later ones in pairs. */
const QUICK_ACKS = 16;

export interface GetShape {
  /** Everything that TCP carries down: the head of the answer included. */
  readonly bodyBytes: number;
  /** Everything that TCP carries up; it is assumed to fit the initial window. */
  readonly requestBytes: number;
  /**
   * cold: from connect(); warm: from the request, over a connection that has been idle and has its initial
   * window.
   */
  readonly connection: 'cold' | 'warm';
  /** Segments. */
  readonly initialWindow: number;
  /** Small packets that leave ahead of the body and take their places in the window; absent: none. */
  readonly packetsAhead?: number;
  /** Largest IP packet, in bytes. */
  readonly mtu: number;
}

/** Milliseconds from connect() (cold) or from the request (warm) to the last byte of the body. */
export function expectedGetMs(profile: NetworkProfile, get: GetShape): number {
  const oneWayMs = profile.rttMs / 2;
  const down = new Wire(profile.downKbits, oneWayMs);
  const up = new Wire(profile.upKbits, oneWayMs);
  const openMs = get.connection === 'cold' ? connectMs(up, down) : 0;
  const requestMs = packetSizes(get.requestBytes, get.mtu)
    .map((ipBytes) => up.arrivalMs(openMs, ipBytes))
    .at(-1)!;
  // The server's kernel acknowledges the request before the program behind it can answer.
  down.arrivalMs(requestMs, HEADER_BYTES);
  return lastByteMs(up, down, requestMs, get);
}

/** Milliseconds from connect() until the wire is free for the client's request. */
export function handshakeMs(profile: NetworkProfile): number {
  const oneWayMs = profile.rttMs / 2;
  const up = new Wire(profile.upKbits, oneWayMs);
  const connectedMs = connectMs(up, new Wire(profile.downKbits, oneWayMs));
  return connectedMs + serialisationMs(HEADER_BYTES, profile.upKbits);
}

/** When the client may send its request; its own acknowledgement goes out first. */
function connectMs(up: Wire, down: Wire): number {
  const connectedMs = down.arrivalMs(up.arrivalMs(0, SYN_BYTES), SYN_BYTES);
  up.arrivalMs(connectedMs, HEADER_BYTES);
  return connectedMs;
}

/**
 * With the first `acked` segments acknowledged the window is `initialWindow + acked`, so segment i (from 0)
 * may go as soon as ⌈(i + 1 − initialWindow) / 2⌉ are.
 */
function lastByteMs(up: Wire, down: Wire, startMs: number, get: GetShape): number {
  const { packetsAhead: ahead = 0 } = get;
  const count = segmentCount(get.bodyBytes, get.mtu);
  // Nothing waits for an acknowledgement: all of it stands before the wire at once.
  if (ahead + count <= get.initialWindow)
    return down.arrivalMs(startMs, ahead * SMALL_PACKET_BYTES + get.bodyBytes + count * HEADER_BYTES);
  const segments = [...smallPackets(ahead), ...packetSizes(get.bodyBytes, get.mtu)];
  /** Entry i: when the sender learns that segment i arrived. */
  const ackMs: number[] = [];
  let arrivedMs = startMs;
  segments.forEach((ipBytes, i) => {
    const needed = Math.ceil((i + 1 - get.initialWindow) / 2);
    arrivedMs = down.arrivalMs(needed > 0 ? ackMs[needed - 1]! : startMs, ipBytes);
    if (!isAcknowledged(i)) return;
    const acknowledgedMs = up.arrivalMs(arrivedMs, HEADER_BYTES);
    while (ackMs.length <= i) ackMs.push(acknowledgedMs);
  });
  return arrivedMs;
}

function isAcknowledged(segment: number): boolean {
  return segment < QUICK_ACKS || (segment - QUICK_ACKS) % 2 === 1;
}

/** The sizes of the IP packets that carry these bytes: all are full except the last. */
function packetSizes(bytes: number, mtu: number): number[] {
  const segmentBytes = mtu - HEADER_BYTES;
  const count = segmentCount(bytes, mtu);
  const lastBytes = bytes - (count - 1) * segmentBytes;
  return Array.from({ length: count }, (_, i) => HEADER_BYTES + (i < count - 1 ? segmentBytes : lastBytes));
}

function smallPackets(count: number): number[] {
  return Array.from({ length: count }, () => SMALL_PACKET_BYTES);
}

function segmentCount(bytes: number, mtu: number): number {
  return Math.max(1, Math.ceil(bytes / (mtu - HEADER_BYTES)));
}

/** Milliseconds that a rate needs for one packet of `ipBytes`; 0 if the rate is not limited. */
export function serialisationMs(ipBytes: number, kbitPerS: number | null): number {
  return kbitPerS === null ? 0 : (ipBytes * 8) / kbitPerS;
}

/** One direction of a link: packets leave one after the other, then travel. */
class Wire {
  readonly #kbitPerS: number | null;
  readonly #delayMs: number;
  #freeMs = 0;

  constructor(kbitPerS: number | null, delayMs: number) {
    this.#kbitPerS = kbitPerS;
    this.#delayMs = delayMs;
  }

  /** When a packet arrives that is handed to the wire at `ms`. Packets must be handed over in order. */
  arrivalMs(ms: number, ipBytes: number): number {
    this.#freeMs = Math.max(ms, this.#freeMs) + serialisationMs(ipBytes, this.#kbitPerS);
    return this.#freeMs + this.#delayMs;
  }
}

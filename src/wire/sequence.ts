// Sequences of messages as the target contract and the agent protocol speak of them: what is sent which way,
// how it is paced, and what the target says of it afterwards. targets/CONTRACT.md tells the same in prose.

import { DIRECTIONS, type Direction } from '../factors/direction.ts';
import { MOST_RATE_PER_SECOND, type ModeName } from '../factors/mode.ts';
import { SIZE_LIMITS, type SizePolicy } from '../factors/size.ts';
import type { MessageTransport } from '../factors/transport.ts';

/**
 * What a target has of it: POST /message, GET /events, GET /stream, GET /poll, GET /socket, WebTransport at
 * /transport.
 */
export const ENDPOINTS = ['post', 'sse', 'stream', 'long-polling', 'websocket', 'webtransport'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

interface Carried {
  readonly endpoints: readonly Endpoint[];
  readonly directions: readonly Direction[];
  /**
   * What waits for a round trip of the network where messages go as fast as they can: each message, because
   * the next one is sent when the former was answered, or the sequence alone. null: now the one, now the
   * other.
   */
  readonly roundTripFor: 'message' | 'sequence' | null;
}

export const CARRIES: Readonly<Record<MessageTransport, Carried>> = {
  xhr: { endpoints: ['post'], directions: ['client-to-server'], roundTripFor: 'message' },
  fetch: { endpoints: ['post'], directions: ['client-to-server'], roundTripFor: 'message' },
  beacon: { endpoints: ['post'], directions: ['client-to-server'], roundTripFor: null },
  sse: { endpoints: ['sse'], directions: ['server-to-client'], roundTripFor: 'sequence' },
  stream: { endpoints: ['stream'], directions: ['server-to-client'], roundTripFor: 'sequence' },
  'long-polling': { endpoints: ['long-polling'], directions: ['server-to-client'], roundTripFor: null },
  websocket: { endpoints: ['websocket'], directions: DIRECTIONS, roundTripFor: 'sequence' },
  webtransport: { endpoints: ['webtransport'], directions: DIRECTIONS, roundTripFor: 'sequence' },
  'sse+xhr': { endpoints: ['sse', 'post'], directions: ['both-ways'], roundTripFor: 'message' },
  'sse+fetch': { endpoints: ['sse', 'post'], directions: ['both-ways'], roundTripFor: 'message' },
};

/** Made from the seed, the same on both ends and in every client. */
export interface RandomContent {
  readonly kind: 'random';
  /** Text of 64 letters and digits, or bytes of any value. */
  readonly body: 'text' | 'binary';
  readonly size: SizePolicy;
  /** Below 2³². */
  readonly seed: number;
}

/**
 * Records or messages of a dataset, each one a message, encoded by whichever side sends and decoded by the
 * other.
 */
export interface DataContent {
  readonly kind: 'data';
  readonly dataset: string;
  readonly format: string;
  /** The sender's. */
  readonly encoder: string;
  /** The receiver's. */
  readonly codec: string;
}

export type MessageContent = RandomContent | DataContent;

/** The body of POST /sequence. */
export interface SequenceSpec {
  readonly direction: Direction;
  readonly mode: ModeName;
  /** Of paced sequences, else null. */
  readonly ratePerSecond: number | null;
  /** How many. */
  readonly messages: number;
  readonly content: MessageContent;
  /** `permessage-deflate` over WebSocket; else `none`. */
  readonly compression: 'none' | 'permessage-deflate';
}

/** What the target knows of a sequence. Counts and times are since its beginning (POST /sequence/begin). */
export interface SequenceState {
  readonly sequence: string;
  /** Handed to the transport; of those that go to the client. */
  readonly sent: number;
  /** Whole messages that came from the client. */
  readonly received: number;
  /** Received ones that came after one of a higher number (as RFC 4737 counts them). */
  readonly reordered: number;
  /**
   * Why it cannot go on, or what was wrong with a message; null where all is well. Whole only in the answer
   * of `end`.
   */
  readonly failure: string | null;
  /** CPU time of the server's process, all threads, ms; null where it cannot tell. */
  readonly cpuMs: number | null;
  /**
   * Bytes read from and written to its sockets, HTTP and framing (and TLS) included, TCP's and IP's not; null
   * likewise.
   */
  readonly bytesReceived: number | null;
  readonly bytesSent: number | null;
  /** Sums over the messages, ms; 0 where nothing is encoded or decoded. */
  readonly encodeMs: number;
  readonly decodeMs: number;
  /** What checking took before the end, where more came than memory should hold, ms. */
  readonly checkMs: number;
  /** The target's monotonic clock, ms: when it began (null before), and at this answer. */
  readonly beganMs: number | null;
  readonly nowMs: number;
}

/** The answer of POST /sequence. */
export interface SequenceMade {
  readonly sequence: string;
  /** Different messages that it was made of: they repeat after so many. */
  readonly cycle: number;
}

/** Member `messages` of /about's features; absent where a target has none of it. */
export interface MessageFeatures {
  /**
   * Endpoint → protocols over which it is there:
   * `{ websocket: ['http1', 'https1'], post: ['http1', 'https1', 'h2'] }`.
   */
  readonly endpoints: Readonly<Partial<Record<Endpoint, readonly string[]>>>;
  readonly permessageDeflate: boolean;
  /** Of one message, head and all. */
  readonly largestBytes: number;
  /** Kinds of content: `random`, and `data` where it encodes and decodes its datasets message by message. */
  readonly contents: readonly MessageContent['kind'][];
}

export const MESSAGE_LIMITS = {
  /** Of one sequence. */
  messages: 10_000_000,
  ...SIZE_LIMITS,
  /** Of all messages of a growing sequence together, which cannot repeat; and of one message. */
  growthBytes: 100_000_000,
  ratePerSecond: MOST_RATE_PER_SECOND,
} as const;

/** Where a client says that it acknowledges with numbers below. */
export const ACKNOWLEDGE = { everyMessages: 100, everyBytes: 1_000_000 } as const;

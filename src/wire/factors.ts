// The factors of an exchange: what a cell is made of. A level is a string or, for n, a number. Where the
// transport is `request`, n is the number of objects; else the exchange is a sequence of n messages.

import type { Computation } from '../data/compute/computations.ts';
import type { Direction, Transport } from './sequence.ts';

export type { Computation };

/**
 * E1 request, no computation · E2 request, server computes · E3 request, client computes ·
 * E4 request with server computation, twice · E5 request once, client computes, computes again on the
 * cached objects · call: the client encodes a request and posts it, the server decodes it and answers.
 */
export type Procedure = 'e1' | 'e2' | 'e3' | 'e4' | 'e5' | 'call';

/** `cold`: every request of the exchange opens a connection of its own; `warm`: it finds one that is open. */
export type Connection = 'warm' | 'cold';

/** HTTP/1.1 without and with TLS, HTTP/2 with TLS, HTTP/3. */
export type Protocol = 'http1' | 'https1' | 'h2' | 'h3';

export interface Factors {
  readonly dataset: string;
  readonly n: number;
  readonly format: string;
  /** The client's decoder. */
  readonly codec: string;
  /** The target's encoder (the `codec` of the target contract). */
  readonly encoder: string;
  /** `none` or `gzip-6`: the name and the level. */
  readonly compression: string;
  readonly procedure: Procedure;
  readonly computation: Computation;
  readonly network: string;
  readonly connection: Connection;
  readonly protocol: Protocol;
  /** `request`: one request and its answer; all others carry sequences of messages. */
  readonly transport: Transport;
  /** Of requests always server-to-client. */
  readonly direction: Direction;
  /** `throughput`, `ping-pong`, `paced-50` (messages a second); `once` of requests. */
  readonly mode: string;
  /**
   * Bytes of a message of random content: `100`, `random-100-1000`, `growing-100`; else `data`: as the data
   * are.
   */
  readonly size: string;
  /** chromium, firefox, webkit, node. */
  readonly browser: string;
  readonly target: string;
}

export const FACTOR_NAMES = [
  'dataset',
  'n',
  'format',
  'codec',
  'encoder',
  'compression',
  'procedure',
  'computation',
  'network',
  'connection',
  'protocol',
  'transport',
  'direction',
  'mode',
  'size',
  'browser',
  'target',
] as const satisfies readonly (keyof Factors)[];

/** The factors that only messages have, as they are of requests. */
export const OF_REQUESTS = {
  transport: 'request',
  direction: 'server-to-client',
  mode: 'once',
  size: 'data',
} as const satisfies Partial<Factors>;

export function isMessages({ transport }: Pick<Factors, 'transport'>): boolean {
  return transport !== 'request';
}

/** One request with a body of its own. */
export function isCall({ procedure }: Pick<Factors, 'procedure'>): boolean {
  return procedure === 'call';
}

/** The `browser` that somebody else opens, over a network of its own. */
export const OUTSIDE = 'outside';

/**
 * The dataset of messages of random content; its formats are `text` and `binary`, without encoder and codec.
 */
export const RANDOM_DATASET = 'random';
export const RANDOM_FORMATS = ['text', 'binary'] as const;
/** Stands for encoder and codec where nothing is encoded. */
export const NO_CODEC = 'none';

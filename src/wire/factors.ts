// The factors of an exchange of objects: what a cell is made of. A level is a string or, for n, a number.

import type { Computation } from '../compute/computations.ts';

export type { Computation };

/**
 * E1 request, no computation · E2 request, server computes · E3 request, client computes ·
 * E4 request with server computation, twice · E5 request once, client computes, computes again on the
 * cached objects.
 */
export type Procedure = 'e1' | 'e2' | 'e3' | 'e4' | 'e5';

/** `cold`: every request of the exchange opens a connection of its own; `warm`: it finds one that is open. */
export type Connection = 'warm' | 'cold';

/** HTTP/1.1 without and with TLS, HTTP/2 with TLS. */
export type Protocol = 'http1' | 'https1' | 'h2';

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
  'browser',
  'target',
] as const satisfies readonly (keyof Factors)[];

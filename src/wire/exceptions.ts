// Rules of the target contract that some servers cannot keep over TLS, and declare in `features.exceptions`
// of /about: what such a server does instead, and what that does to figures.

import type { Protocol } from '../factors/protocol.ts';
import type { About } from './target-contract.ts';

export const EXCEPTIONS = {
  'session-tickets': {
    does: 'sends session tickets after the handshake, or resumes sessions',
    effect:
      'a cold exchange may have a shortened handshake, and Firefox takes the tickets for the first byte of an answer',
  },
  'head-with-body': {
    does: 'sends the head of an answer in one TLS record with the beginning of the body',
    effect:
      'over a network what the rest of that record takes, 16 kB at most, counts as waiting and not as transfer; totals stand',
  },
  'no-goaway': {
    does: 'does not end a connection of HTTP/2 on request',
    effect: 'no cold exchange is measured over it',
  },
} as const satisfies Readonly<Record<string, { readonly does: string; readonly effect: string }>>;

export type Exception = keyof typeof EXCEPTIONS;

export const EXCEPTION_NAMES = Object.keys(EXCEPTIONS) as readonly Exception[];

/** Does the target declare that it does not keep this rule over that protocol? */
export function isExcepted({ features }: About, protocol: Protocol, exception: Exception): boolean {
  return features.exceptions?.[protocol]?.includes(exception) ?? false;
}

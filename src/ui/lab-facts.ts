// What the page knows about the lab that serves it, from GET /lab.json: the server writes it and the page
// reads it.

import type { Protocol } from '../factors/protocol.ts';
import type { MessageFeatures } from '../wire/sequence.ts';

export interface LabFacts {
  /** Version of Wirefare. */
  readonly wirefare: string;
  readonly target: { readonly name: string; readonly version: string };
  /** Where the page reaches the target: 127.0.0.1, or the name by which it reached the lab. */
  readonly targetHost: string;
  readonly ports: { readonly http1: number } & Readonly<Partial<Record<Protocol, number>>>;
  /** What every request to the target has to bring; null where it answers anybody. */
  readonly secret: string | null;
  readonly messages: MessageFeatures;
  /** SHA-256 of the target's certificate, for WebTransport. */
  readonly certificateSha256Base64: string;
}

/** Origin of the target over a protocol; null if the target does not listen for it. */
export function targetOrigin(
  { ports, targetHost }: Pick<LabFacts, 'ports' | 'targetHost'>,
  protocol: Protocol,
) {
  const port = ports[protocol];
  if (port === undefined) return null;
  return `${protocol === 'http1' ? 'http' : 'https'}://${targetHost}:${port}`;
}

/** A target that was started again has other ports, or another secret where it asks for one. */
export function isSameTarget(one: Reached, other: Reached): boolean {
  const reached = ({ ports, secret }: Reached) => JSON.stringify([Object.entries(ports).sort(), secret]);
  return reached(one) === reached(other);
}

type Reached = Pick<LabFacts, 'ports' | 'secret'>;

// What can be chosen together: what the transports carry, what this target has and what this browser has. The
// form greys every other choice with the reason from here.

import type { Direction } from '../../factors/direction.ts';
import type { ModeName } from '../../factors/mode.ts';
import type { Protocol } from '../../factors/protocol.ts';
import { MESSAGE_TRANSPORTS, type MessageTransport } from '../../factors/transport.ts';
import { CARRIES, type MessageFeatures } from '../../wire/sequence.ts';

export const PROTOCOLS = ['http1', 'https1', 'h2', 'h3'] as const satisfies readonly Protocol[];

export interface Offered {
  /** The target's name. */
  readonly target: string;
  readonly messages: MessageFeatures;
  /** What this browser lacks. */
  readonly lacks: readonly MessageTransport[];
  /**
   * Protocols that cannot be used from here, and why: no such port, a certificate that the browser does not
   * trust.
   */
  readonly closed: Readonly<Partial<Record<Protocol, string>>>;
}

export const DIRECTION_WORDS: Readonly<Record<Direction, string>> = {
  'client-to-server': 'client → server',
  'server-to-client': 'server → client',
  'both-ways': 'both ways',
};

/** The reason against a choice; null if the choice can be made. */
export type WhyNot = string | null;

export function whyNotTransport(
  transport: MessageTransport,
  direction: Direction,
  protocol: Protocol,
  { target, messages, lacks }: Offered,
): WhyNot {
  const { directions, endpoints } = CARRIES[transport];
  if (!directions.includes(direction))
    return `${directions.map((one) => DIRECTION_WORDS[one]).join(', ')} only`;
  const has = (one: Protocol) =>
    endpoints.every((endpoint) => messages.endpoints[endpoint]?.includes(one) === true);
  const offering = PROTOCOLS.filter(has);
  if (offering.length === 0) return `target ${target} does not have it${elsewhere(transport)}`;
  if (lacks.includes(transport)) return 'not in this browser';
  return offering.includes(protocol) ? null : `over ${offering.join(', ')} only: choose the protocol below`;
}

/** Says where to find a transport that not every target has. */
function elsewhere(transport: MessageTransport): string {
  return transport === 'webtransport' ? '; wirefare serve --target go has' : '';
}

/** Beacons are not answered: only the target's count of all of them tells that one has arrived. */
export function whyNotMode(mode: ModeName, transport: MessageTransport): WhyNot {
  return transport === 'beacon' && mode !== 'throughput' ? 'beacons are not answered one by one' : null;
}

export function whyNotBinary(transport: MessageTransport): WhyNot {
  return CARRIES[transport].endpoints.includes('sse') ? 'Server-Sent Events are text' : null;
}

export function whyNotDeflate(transport: MessageTransport, { target, messages }: Offered): WhyNot {
  if (transport !== 'websocket') return 'WebSocket only';
  return messages.permessageDeflate ? null : `target ${target} does not have it`;
}

/** Over which at least one transport can be used. */
export function whyNotProtocol(protocol: Protocol, { messages, closed, target }: Offered): WhyNot {
  const isThere = Object.values(messages.endpoints).some((protocols) => protocols.includes(protocol));
  return isThere ? (closed[protocol] ?? null) : `target ${target} has no messages over it`;
}

/** Reason → the transports that it keeps away, in their order. */
export function refusedTransports(
  direction: Direction,
  protocol: Protocol,
  offered: Offered,
): ReadonlyMap<string, readonly MessageTransport[]> {
  const refused = new Map<string, MessageTransport[]>();
  for (const transport of MESSAGE_TRANSPORTS) {
    const why = whyNotTransport(transport, direction, protocol, offered);
    if (why !== null) refused.set(why, [...(refused.get(why) ?? []), transport]);
  }
  return refused;
}

// The network's part of an answer, by arithmetic alone, for networks that it holds for.

import type { RequestCell } from '../factors/cell.ts';
import { NO_NETWORK } from '../factors/network.ts';
import { isOverQuic, type Protocol } from '../factors/protocol.ts';
import { answerMs, coldAnswerMs } from '../network/answer-time.ts';
import type { NetworkProfile } from '../network/profile.ts';

/** `target`: absent where it is none that comes with us. */
export type WireFactors = Pick<RequestCell, 'connection' | 'protocol'> & Partial<Pick<RequestCell, 'target'>>;

/** Body bytes → ms; remembers its results. null: loopback, which has no network in between. */
export function networkTimes(
  network: NetworkProfile,
  { connection, protocol, target }: WireFactors,
): ((bytes: number) => number) | null {
  if (network.name === NO_NETWORK) return null;
  const known = new Map<number, number>();
  return (bytes) => {
    const found =
      known.get(bytes) ??
      (connection === 'cold' ? coldAnswerMs(network, bytes, protocol, target) : answerMs(network, bytes));
    known.set(bytes, found);
    return found;
  };
}

/** Why arithmetic says nothing of it; null where it does. */
export function whyNoArithmetic(
  { name, lossShare, jitterMs }: NetworkProfile,
  protocol: Protocol = 'http1',
): string | null {
  if (name !== NO_NETWORK && isOverQuic(protocol)) return 'the arithmetic is that of TCP, and HTTP/3 is none';
  if (lossShare > 0) return 'packets are lost there, and what TCP then does is chance';
  if (jitterMs > 0) return 'its delay varies, and packets wait for one another';
  return null;
}

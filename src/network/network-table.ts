// Networks as rows of a table: the same on a terminal and in the reference page.

import { sayBytes } from '../base/figures/bytes.ts';
import { sayMs } from '../base/figures/times.ts';
import type { NetworkProfile } from './profile.ts';
import { sayLoss, sayRate } from './say-network.ts';

export const NETWORK_COLUMNS = [
  'network',
  'down',
  'up',
  'round trip',
  'jitter',
  'loss',
  'queue',
  'figures from',
] as const;

/** One field a column; a network without limits has no queue. */
export function networkRow(profile: NetworkProfile): string[] {
  const { name, source, downKbits, upKbits, rttMs, jitterMs, lossShare, queueBytes } = profile;
  const isLimited = downKbits !== null || upKbits !== null;
  return [
    name,
    sayRate(downKbits),
    sayRate(upKbits),
    isLimited ? sayMs(rttMs) : '–',
    jitterMs > 0 ? sayMs(jitterMs) : '–',
    lossShare > 0 ? sayLoss(lossShare) : '–',
    isLimited ? sayBytes(queueBytes) : '–',
    source,
  ];
}

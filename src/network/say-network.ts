// A network's figures in words. All code that names a network to people also gives its figures, by these
// functions.

import { sayBytes } from '../base/figures/bytes.ts';
import { shortNumber } from '../base/figures/numbers.ts';
import { sayMs } from '../base/figures/times.ts';
import { NO_NETWORK } from '../factors/network.ts';
import type { NetworkProfile } from './profile.ts';
import { DEFAULT_QUEUE_BYTES } from './profiles.ts';

const KBITS_PER_MBIT = 1_000;
const KBITS_PER_GBIT = 1_000_000;

/**
 * `10/10 Mbit/s, 0.2 ms`: down, up and round trip;
 * `1500/500 kbit/s, 250 ms, jitter 40 ms, loss 2 %, queue 64 kB` if there is jitter, loss or a queue of its
 * own.
 */
export function sayNetwork(profile: NetworkProfile): string {
  const { downKbits, upKbits, rttMs, jitterMs, lossShare, queueBytes } = profile;
  const extras = [
    ...(jitterMs > 0 ? [`jitter ${sayMs(jitterMs)}`] : []),
    ...(lossShare > 0 ? [`loss ${sayLoss(lossShare)}`] : []),
    ...(queueBytes === DEFAULT_QUEUE_BYTES ? [] : [`queue ${sayBytes(queueBytes)}`]),
  ];
  if (downKbits === null || upKbits === null) {
    return ['not limited', ...(rttMs > 0 ? [sayMs(rttMs)] : []), ...extras].join(', ');
  }
  return [sayRates(downKbits, upKbits), sayMs(rttMs), ...extras].join(', ');
}

/**
 * `10mbit (10/10 Mbit/s, 0.2 ms)`; `networks` are those of the study. `none` and unknown networks give the
 * name alone.
 */
export function nameNetwork(name: string, networks: readonly NetworkProfile[]): string {
  const profile = networks.find((network) => network.name === name);
  return profile === undefined || name === NO_NETWORK ? name : `${name} (${sayNetwork(profile)})`;
}

/** `1.5 Mbit/s`, `384 kbit/s`; null gives `not limited`. */
export function sayRate(kbits: number | null): string {
  if (kbits === null) return 'not limited';
  const { unit, size } = unitFor(kbits);
  return `${short(kbits / size)} ${unit}`;
}

export function sayLoss(share: number): string {
  return `${short(share * 100)} %`;
}

/** Both rates in one unit, which suits the slower one. */
function sayRates(downKbits: number, upKbits: number): string {
  const { unit, size } = unitFor(Math.min(downKbits, upKbits));
  return `${short(downKbits / size)}/${short(upKbits / size)} ${unit}`;
}

function unitFor(kbits: number): { readonly unit: string; readonly size: number } {
  if (kbits >= KBITS_PER_GBIT) return { unit: 'Gbit/s', size: KBITS_PER_GBIT };
  return kbits >= KBITS_PER_MBIT ? { unit: 'Mbit/s', size: KBITS_PER_MBIT } : { unit: 'kbit/s', size: 1 };
}

/** Without the noise of binary fractions: 0.1 + 0.2 is 0.3. */
function short(value: number): string {
  return shortNumber(value, 6);
}

// What is said of messages that cannot be: the same in study files and beside the fields of the page.

import { sayBytes } from '../base/figures/bytes.ts';
import { MESSAGE_LIMITS, type SizePolicy } from '../wire/sequence.ts';
import { roughBytes } from './sizes.ts';

const { leastBytes, mostBytes, growthBytes, ratePerSecond } = MESSAGE_LIMITS;

export const RATES = `a rate is a number above 0 and at most ${ratePerSecond} messages a second`;

/** null where a message can be so long. */
export function wrongLength(bytes: number): string | null {
  if (Number.isInteger(bytes) && bytes >= leastBytes && bytes <= mostBytes) return null;
  return `a message of ${bytes} bytes cannot be: it has at least ${leastBytes}, for its number and digest, and at most ${sayBytes(mostBytes, 4)}`;
}

export function isRate(rate: number): boolean {
  return rate > 0 && rate <= ratePerSecond;
}

/** Growing sequences do not repeat, so all their messages are in memory at once. null where they may. */
export function wrongGrowth(size: SizePolicy, n: number): string | null {
  const bytes = roughBytes(size, n);
  if (size.policy !== 'growing' || bytes <= growthBytes) return null;
  const mostN = Math.floor((Math.sqrt(1 + (8 * growthBytes) / size.bytes) - 1) / 2);
  return `${n} such messages are ${sayBytes(bytes, 4)} together, and those of a growing sequence may be ${sayBytes(growthBytes, 4)}: n at most ${mostN}`;
}

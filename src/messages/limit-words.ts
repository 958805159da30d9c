// Says why messages cannot be, in the same words for study files and for the fields of the page.

import { sayBytes } from '../base/figures/bytes.ts';
import type { SizePolicy } from '../factors/size.ts';
import { MESSAGE_LIMITS } from '../wire/sequence.ts';
import { roughBytes } from './sizes.ts';

const { growthBytes } = MESSAGE_LIMITS;

/**
 * Growing sequences do not repeat, so all their messages are in memory at once. Returns null if they may be
 * that long.
 */
export function wrongGrowth(size: SizePolicy, n: number): string | null {
  const bytes = roughBytes(size, n);
  if (size.policy !== 'growing' || bytes <= growthBytes) return null;
  const mostN = Math.floor((Math.sqrt(1 + (8 * growthBytes) / size.bytes) - 1) / 2);
  return `${n} such messages are ${sayBytes(bytes, 4)} together, and those of a growing sequence may be ${sayBytes(growthBytes, 4)}: n at most ${mostN}`;
}

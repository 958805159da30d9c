// The levels of `mode` and `size` as they stand in a cell: `paced-50`, `random-100-1000`.

import type { Mode, SizePolicy } from '../wire/sequence.ts';

export interface ModeLevel {
  readonly mode: Mode;
  readonly ratePerSecond: number | null;
}

/** null where it is no mode of messages. */
export function modeOf(level: string): ModeLevel | null {
  if (level === 'throughput' || level === 'ping-pong') return { mode: level, ratePerSecond: null };
  const rate = /^paced-(\d+(?:\.\d+)?)$/.exec(level)?.[1];
  return rate === undefined ? null : { mode: 'paced', ratePerSecond: Number(rate) };
}

export function sizeLevel(size: SizePolicy): string {
  switch (size.policy) {
    case 'fixed':
      return String(size.bytes);
    case 'random':
      return `random-${size.least}-${size.most}`;
    case 'growing':
      return `growing-${size.bytes}`;
  }
}

/** null where it is no size of random content. */
export function sizeOf(level: string): SizePolicy | null {
  const [, fixed] = /^(\d+)$/.exec(level) ?? [];
  if (fixed !== undefined) return { policy: 'fixed', bytes: Number(fixed) };
  const [, growing] = /^growing-(\d+)$/.exec(level) ?? [];
  if (growing !== undefined) return { policy: 'growing', bytes: Number(growing) };
  const [, least, most] = /^random-(\d+)-(\d+)$/.exec(level) ?? [];
  return least === undefined ? null : { policy: 'random', least: Number(least), most: Number(most) };
}

// What came, compressed in the ways that browsers would take, by the libraries themselves: bytes to the last
// one, and what making and undoing them takes here.

import type { Clock } from '../../base/clock.ts';
import { median } from '../../base/figures/median.ts';
import { compressorOf, decompress } from '../../compression/node-zlib.ts';
import type { MadeCoding } from '../../study/study.ts';

/** As servers have them when somebody switches them on. */
const WAYS = [
  { coding: 'gzip', level: 6 },
  { coding: 'br', level: 4 },
  { coding: 'zstd', level: 3 },
] as const;

/** Several times, but of a large answer once. */
const TIMES = 5;
const ENOUGH_MS = 200;

/** Of an answer without a byte there is nothing to say. */
export function madeCodings(body: Uint8Array, clock: Pick<Clock, 'nowMs'>): readonly MadeCoding[] {
  if (body.length === 0) return [];
  return [
    { coding: '', level: null, bytes: body.length, compressMs: 0, decompressMs: 0 },
    ...WAYS.map(({ coding, level }) => {
      const compress = compressorOf({ coding, level });
      const [compressMs, made] = timed(() => compress(body), clock);
      const [decompressMs] = timed(() => decompress(coding, made), clock);
      return { coding, level, bytes: made.length, compressMs, decompressMs };
    }),
  ];
}

/** The median of several times, ms, and what was made. */
export function timed<T>(act: () => T, clock: Pick<Clock, 'nowMs'>): [tookMs: number, made: T] {
  const takenMs: number[] = [];
  const startMs = clock.nowMs();
  let made: T;
  do {
    const fromMs = clock.nowMs();
    made = act();
    takenMs.push(clock.nowMs() - fromMs);
  } while (takenMs.length < TIMES && clock.nowMs() - startMs < ENOUGH_MS);
  return [median(takenMs), made];
}

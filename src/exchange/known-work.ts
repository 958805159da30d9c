// A fixed piece of work, the same in every client: how long it takes before and after a client is slowed
// down says what the slowdown reached. Integers alone, which every engine computes by the same machine code.

import type { Now } from './request-exchange.ts';

/** Some 20 ms on a processor of these years: twice as long as the period in which a quota is counted. */
const STEPS = 20_000_000;
/** The first is that of a program that is still compiled. */
const WARM_UP = 2;

/** How long it took, each time, ms. */
export function timeKnownWork(times: number, now: Now): number[] {
  let checked = 0;
  for (let i = 0; i < WARM_UP; i += 1) checked ^= work(STEPS);
  return Array.from({ length: times }, () => {
    const startMs = now();
    checked ^= work(STEPS);
    const tookMs = now() - startMs;
    // What nobody uses an engine may leave out.
    return checked === 1 ? tookMs + Number.EPSILON : tookMs;
  });
}

/** Numbers of a xorshift generator, one after the other. */
function work(steps: number): number {
  let x = 0x2545_f491 | 0;
  for (let i = 0; i < steps; i += 1) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
  }
  return x;
}

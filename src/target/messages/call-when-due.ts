// Waits for the planned time of a message. Node's timers know whole milliseconds and fire up to one late.
// That would stand in the latency of every paced message, and loopback takes a fraction of it. So a timer is
// set early, and the system's own sleep waits for the rest: it is late by a tenth of that and takes no CPU
// time. It blocks the process, so it is used only while nobody else is being served.

import type { Clock } from '../../base/clock.ts';

/** How much too early a timer is set. */
const EARLY_MS = 2;
/** The longest time that is slept through, whether a timer left it or there was no more from the start. */
const HELD_MS = 4;

/** The longest time that Node's timers take. */
const LONGEST_TIMER_MS = 1_000_000_000;

const NOBODY_WAKES = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Calls back once at `dueMs` of the clock. If `isAlone` does not hold, or if the time is far away, it may
 * call back earlier: the callback must look at the clock and ask again. Returns a function that stops it.
 */
export function callWhenDue(
  clock: Clock,
  dueMs: number,
  isAlone: () => boolean,
  call: () => void,
): () => void {
  const lookAgain = () => {
    const leftMs = dueMs - clock.nowMs();
    if (leftMs > 0 && leftMs <= HELD_MS && isAlone()) Atomics.wait(NOBODY_WAKES, 0, 0, leftMs);
    call();
  };
  const waitMs = dueMs - clock.nowMs();
  if (waitMs <= HELD_MS && isAlone()) {
    // Sockets have their turn first. There is no `unref`, because Node would then wait for something else to
    // happen.
    const immediate = setImmediate(lookAgain);
    return () => clearImmediate(immediate);
  }
  // It is rounded up, because a timer that fires too early would have to be set again.
  const timerMs = isAlone() ? Math.floor(waitMs) - EARLY_MS : Math.ceil(waitMs);
  const timer = setTimeout(lookAgain, Math.min(Math.max(1, timerMs), LONGEST_TIMER_MS)).unref();
  return () => clearTimeout(timer);
}

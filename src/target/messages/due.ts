// Waiting for the planned time of a message. Node's timers know whole milliseconds and fire up to one late,
// and that would stand in the latency of every paced message, where loopback takes a fraction of it. So what
// is left after a timer that was set early is slept through by the system's own sleep: it is late by a tenth
// of that and takes no CPU time. It holds the process, so only where nobody else is being served.

import type { Clock } from '../../base/clock.ts';

/** A timer is set so much early, */
const EARLY_MS = 2;
/** and what is left when it fires, or was left before, is slept through up to so much. */
const HELD_MS = 4;

/** Node's timers take no longer ones. */
const LONGEST_TIMER_MS = 1_000_000_000;

const NOBODY_WAKES = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Calls back once at `dueMs` of the clock; where `isAlone` does not hold, or the time is far, perhaps before,
 * so that who is called looks at the clock and asks again. Gives back how to stop it.
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
    // Sockets have their turn first. Without `unref`: Node would wait for something else to happen.
    const immediate = setImmediate(lookAgain);
    return () => clearImmediate(immediate);
  }
  // Rounded up: a timer that fires before the time would only have to be set again.
  const timerMs = isAlone() ? Math.floor(waitMs) - EARLY_MS : Math.ceil(waitMs);
  const timer = setTimeout(lookAgain, Math.min(Math.max(1, timerMs), LONGEST_TIMER_MS)).unref();
  return () => clearTimeout(timer);
}

// How far away a server is: the round trip that opening a TCP connection takes. Whatever the server then
// takes for an answer has one such way in it.

import { median } from '../base/figures/median.ts';
import type { Dial } from './dial.ts';

/** One alone may meet a busy moment; a server is not to see many that nobody uses. */
const CONNECTIONS = 5;

/** `dial`: without TLS, whose handshake takes more than the way. Rejects with the system's error. */
export async function roundTripMsBy(dial: Dial, nowMs: () => number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < CONNECTIONS; i++) {
    const startMs = nowMs();
    const socket = await dial();
    times.push(nowMs() - startMs);
    socket.destroy();
  }
  return median(times);
}

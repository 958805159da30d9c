// What the exchange code has around it, of this process: its clock, its connections, its Resource Timing.

import type { Surroundings } from '../../../src/exchange/block-exchanges.ts';
import { ConnectionKeeper } from '../../../src/exchange/connections/connection-keeper.ts';
import {
  enlargeResourceBuffer,
  RESOURCE_TIMING,
} from '../../../src/exchange/connections/resource-entries.ts';
import { MAIN_THREAD } from '../../../src/exchange/exchange-thread.ts';

/** Serials and sequences from 0 on. */
export function littleSurroundings(changes: Partial<Surroundings> = {}): Surroundings {
  // Answers that other tests of this process have asked for stand in it too.
  enlargeResourceBuffer();
  let serial = 0;
  let sequence = 0;
  const nextSerial = () => serial++;
  return {
    now: () => performance.now(),
    nextSerial,
    nextSequence: () => sequence++,
    connections: new ConnectionKeeper(MAIN_THREAD.get, nextSerial),
    timings: RESOURCE_TIMING,
    threadFor: () => MAIN_THREAD,
    disturbance: () => null,
    ...changes,
  };
}

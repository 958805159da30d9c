// Small answers that stand still for 40 or 200 ms although nobody has anything to do: head and body leave in
// two small writes, Nagle's algorithm keeps the second back until the first is acknowledged, and the client's
// system puts that off. The target keeps the contract all the same, so this is a warning.

import { WARNINGS } from '../../../base/warnings/catalogue.ts';
import { standsStillMs } from '../../../stats/samples/stands-still.ts';
import { parseServerTiming } from '../../../wire/server-timing.ts';
import type { Check, CheckContext } from '../../check.ts';
import { littlePath } from '../../clients/queries.ts';
import { sumMs } from '../../clients/timed.ts';

/** A connection acknowledges its first packets at once. */
const UNCOUNTED = 4;
const COUNTED = 16;
/** Nobody waits for more of them where the first ones came in less. */
const LOOK_CLOSER_MS = 20;
const FIRST_LOOK = 3;

export const smallWaits: Check = {
  name: 'small-waits',
  must: 'small answers do not stand still for 40 or 200 ms with nothing to do (Nagle’s algorithm)',
  run: async (context) => {
    const waitsMs: number[] = [];
    for (let i = 0; i < UNCOUNTED + COUNTED; i++) {
      const waitMs = await idleMs(context, i);
      if (i >= UNCOUNTED) waitsMs.push(waitMs);
      if (waitsMs.length === FIRST_LOOK && Math.min(...waitsMs) < LOOK_CLOSER_MS) return { findings: [] };
    }
    const standsMs = standsStillMs(waitsMs);
    if (standsMs === null) return { findings: [] };
    const what = `${littlePath(context.about, 0)}: half of ${COUNTED} answers, one after the other, stood still for about ${standsMs.toFixed(0)} ms beside all work`;
    return { warnings: [`${what}: ${WARNINGS['late-body'].advice}`] };
  },
};

/** Of one small answer, from asking to its last byte, what its phases do not explain. */
async function idleMs({ client, about }: CheckContext, serial: number): Promise<number> {
  const { headers, totalMs } = await client.get(littlePath(about, serial));
  const phases = parseServerTiming(String(headers['server-timing'] ?? ''));
  return totalMs - (phases === null ? 0 : sumMs(phases));
}

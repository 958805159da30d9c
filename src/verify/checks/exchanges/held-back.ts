// A proxy in front that collects whole answers before it passes them on: the first byte of a long body comes
// when the last one has left the server. The contract is kept all the same, so this is a warning.

import { percent } from '../../../base/figures/numbers.ts';
import { WARNINGS } from '../../../base/warnings/catalogue.ts';
import type { Check } from '../../check.ts';
import type { Reply } from '../../clients/http-client.ts';

/** So long that a first byte that waits for the last is far behind one that does not. */
const BYTES = 16_000_000;
/** What is collected goes to the proxy first, and then to the client: about half of the time each. */
const LATE_SHARE = 0.25;
/**
 * A busy machine makes any first byte late and any answer long, and neither early nor short: the least
 * counts.
 */
const LOOKS = 7;

export const heldBack: Check = {
  name: 'held-back',
  must: 'the first byte of a long answer does not wait for its last',
  run: async (context) => {
    const looks: Reply[] = [];
    for (let look = 0; look < LOOKS; look++) {
      const reply = await context.client.get(`/bytes?n=${BYTES}&serial=${look}`);
      // What is wrong with it another check tells.
      if (reply.status !== 200) return { findings: [] };
      looks.push(reply);
    }
    const least = (of: (reply: Reply) => number) => Math.min(...looks.map(of));
    const share = least(({ firstByteMs }) => firstByteMs) / least(({ totalMs }) => totalMs);
    if (share < LATE_SHARE) return { findings: [] };
    return {
      warnings: [
        `/bytes?n=${BYTES}: the soonest of ${LOOKS} first bytes comes after ${percent(share, 0)} of the time that the shortest answer takes: the target makes all of it first, or ${WARNINGS['held-back'].advice}`,
      ],
    };
  },
};

// A proxy in front that collects whole answers before it passes them on: the first byte of a long body comes
// when the last one has left the server. The contract is kept all the same, so this is a warning.

import { percent } from '../../../base/figures/numbers.ts';
import { WARNINGS } from '../../../base/warnings/catalogue.ts';
import type { Check, CheckContext } from '../../check.ts';

/** So long that a first byte that waits for the last is far behind one that does not. */
const BYTES = 16_000_000;
/** What is collected goes to the proxy first, and then to the client: about half of the time each. */
const LATE_SHARE = 0.25;
/**
 * The word of most looks counts, since a busy machine makes the first byte of one late, and the rest of
 * another; and of the first one a target may have to make the bytes.
 */
const LOOKS = 7;
const MOST = Math.ceil(LOOKS / 2);

export const heldBack: Check = {
  name: 'held-back',
  must: 'the first byte of a long answer does not wait for its last',
  run: async (context) => {
    const late: number[] = [];
    for (let look = 0; late.length < MOST; look++) {
      const share = await shareBeforeFirstByte(context, look);
      if (share >= LATE_SHARE) late.push(share);
      else if (look - late.length + 1 === MOST) return { findings: [] };
    }
    const least = percent(Math.min(...late), 0);
    return {
      warnings: [
        `/bytes?n=${BYTES}: ${least} or more of the time goes by before the first byte, of ${MOST} answers of at most ${LOOKS}: the target makes all of it first, or ${WARNINGS['held-back'].advice}`,
      ],
    };
  },
};

async function shareBeforeFirstByte({ client }: CheckContext, serial: number): Promise<number> {
  const { firstByteMs, totalMs, status } = await client.get(`/bytes?n=${BYTES}&serial=${serial}`);
  // What is wrong with it another check tells.
  return status === 200 ? firstByteMs / totalMs : 0;
}

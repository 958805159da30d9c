// opaque=1: the same bytes, but the client's HTTP stack leaves them alone. A server in front cannot be asked
// for that, so of a streamed coding the target makes them itself, at the same level: other bytes perhaps, and
// about as many.

import { isStreamed } from '../../../wire/target-contract.ts';
import type { Check } from '../../check.ts';
import { objectsFinding } from '../../clients/decode.ts';
import { anyQuery, compressionsOnce, counts, sayQuery } from '../../clients/queries.ts';

/** Libraries of the same level differ by less, and levels mostly by more. */
const SAME_LEVEL_SHARE = 0.01;
/** What heads, checksums and blocks may differ by in a short body. */
const SAME_LEVEL_BYTES = 64;

export const opaque: Check = {
  name: 'opaque',
  must: 'opaque=1 gives the same bytes, or of a streamed coding as many, as application/octet-stream without Content-Encoding',
  needsObjects: true,
  run: async (context) => {
    const findings: string[] = [];
    const plain = anyQuery(context.about, counts(context.about, [100])[0] ?? 1);
    for (const compressed of compressionsOnce(context.about)) {
      const query = { ...plain, ...compressed };
      const usual = await context.exchange(query);
      const bare = await context.exchange({ ...query, opaque: true });
      const what = `${sayQuery(query)} opaque`;
      const encoding = bare.headers['content-encoding'];
      if (encoding !== undefined) findings.push(`${what}: Content-Encoding is ${encoding}`);
      const type = bare.headers['content-type'] ?? 'missing';
      if (type !== 'application/octet-stream') findings.push(`${what}: Content-Type is ${type}`);
      const finding = objectsFinding(context, query, bare);
      if (finding !== null) findings.push(`${what}: ${finding}`);
      const isSame = isStreamed(context.about, compressed.compression)
        ? isAsLong(bare.body.length, usual.body.length)
        : bare.body.equals(usual.body);
      if (!isSame) {
        findings.push(
          `${what}: ${bare.body.length} bytes that are not the ${usual.body.length} of the usual answer`,
        );
      }
    }
    return { findings };
  },
};

function isAsLong(bytes: number, usualBytes: number): boolean {
  return Math.abs(bytes - usualBytes) <= SAME_LEVEL_BYTES + SAME_LEVEL_SHARE * usualBytes;
}

// opaque=1: the same bytes, but the client's HTTP stack leaves them alone.

import type { Check } from '../check.ts';
import { objectsFinding } from '../decode.ts';
import { anyQuery, compressionsOnce, counts, sayQuery } from '../queries.ts';

export const opaque: Check = {
  name: 'opaque',
  must: 'opaque=1 gives the same bytes as application/octet-stream without Content-Encoding',
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
      if (!bare.body.equals(usual.body)) {
        findings.push(
          `${what}: ${bare.body.length} bytes that are not the ${usual.body.length} of the usual answer`,
        );
      }
    }
    return { findings };
  },
};

// Answers of calls come compressed as they were asked for, at the level that was asked for, and hold the
// same.

import { callCheck } from '../../calls/call-check.ts';
import {
  type AskedCall,
  answerFinding,
  listCallFormats,
  sayCall,
  sendCall,
} from '../../calls/call-request.ts';
import { makeRequests } from '../../calls/requests.ts';

export const callCompression = callCheck({
  name: 'call-compression',
  must: 'the answer to a call is compressed as asked, and names the compression where, and only where, it is',
  look: async ({ context, features, client }) => {
    const { compressions } = context.about.features;
    const findings: string[] = [];
    for (const operation of features.operations) {
      const [encoding] = listCallFormats(features, operation);
      if (encoding === undefined) continue;
      // The longest answers: what is detailed, or drawn.
      for (const request of makeRequests(operation, context.about, context.random).slice(1)) {
        for (const [compression, levels] of Object.entries(compressions)) {
          for (const level of endLevels(levels)) {
            const asked = { operation, ...encoding, request, compression, ...(level !== null && { level }) };
            const reply = await sendCall(client, asked);
            const finding =
              answerFinding(asked, reply) ?? namedFinding(asked, reply.headers['content-encoding']);
            if (finding !== null) findings.push(finding);
            const opaque = await sendCall(client, { ...asked, opaque: true });
            findings.push(...opaqueFindings(asked, opaque));
          }
        }
      }
    }
    return findings;
  },
});

/** The first and the last; brotli's and zstd's strongest take so long that a run would wait for them. */
function endLevels(levels: readonly number[]): readonly (number | null)[] {
  const bearable = levels.filter((level) => level <= 9);
  return levels.length === 0 ? [null] : [...new Set([bearable[0]!, bearable.at(-1)!])];
}

function namedFinding(asked: AskedCall, named: string | undefined): string | null {
  const wanted = asked.compression === 'none' ? undefined : asked.compression;
  return named === wanted ? null : `${sayCall(asked)}: Content-Encoding is ${named ?? 'missing'}`;
}

function opaqueFindings(asked: AskedCall, reply: Awaited<ReturnType<typeof sendCall>>): string[] {
  const finding = answerFinding(asked, reply);
  if (finding !== null) return [`opaque: ${finding}`];
  const { 'content-encoding': encoding, 'content-type': type } = reply.headers;
  if (encoding !== undefined) return [`${sayCall(asked)}, opaque: Content-Encoding is ${encoding}`];
  return type === 'application/octet-stream' ? [] : [`${sayCall(asked)}, opaque: Content-Type is ${type}`];
}

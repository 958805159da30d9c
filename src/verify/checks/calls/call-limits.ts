// Bodies that are too long are refused without being read to their end, however their length is told or not
// told, and clients that never send what they announced leave the others be.

import { formatNamed } from '../../../formats/catalogue.ts';
import { type CallLook, callCheck } from '../../calls/call-check.ts';
import {
  type AskedCall,
  answerFinding,
  callPath,
  listCallFormats,
  sendCall,
} from '../../calls/call-request.ts';
import { makeRequests } from '../../calls/requests.ts';
import { answerToStreamed, parseStatus } from '../../calls/streamed-post.ts';

const LONGEST_BYTES = 1_000_000;

/** Too long for a target that holds all of it to get away with. */
const POSTS = [
  { what: 'a body of 1 GB that is announced', announcedBytes: 1_000_000_000, sentBytes: 0 },
  { what: 'a body of one byte too much', announcedBytes: LONGEST_BYTES + 1, sentBytes: 50_000 },
  { what: 'a body without a length that goes on', announcedBytes: null, sentBytes: LONGEST_BYTES + 100_000 },
] as const;

const STALLED = 20;
const STALLED_MS = 500;

export const callLimits = callCheck({
  name: 'call-limits',
  must: 'a request of more than 1 000 000 bytes gets 413 at once, without being read to its end',
  look: async (look) => {
    for (const asked of someCalls(look)) {
      const findings = await tooLong(look, asked);
      // The next would fail likewise, each after the longest wait.
      if (findings.length > 0) return findings;
    }
    return besideStalled(look);
  },
});

/**
 * Of each operation and of each format one: what counts bytes has nothing to do with how they are decoded.
 */
function someCalls({ context, features }: CallLook): AskedCall[] {
  const all = features.operations.flatMap((operation) =>
    listCallFormats(features, operation).map((encoding) => {
      const [request] = makeRequests(operation, context.about, context.random);
      return { operation, ...encoding, request: request! };
    }),
  );
  return all.filter(
    ({ operation, format }, i) =>
      all.findIndex((each) => each.operation === operation) === i ||
      all.findIndex((each) => each.format === format) === i,
  );
}

async function tooLong({ context, timeoutMs }: CallLook, asked: AskedCall): Promise<string[]> {
  const { contentType } = formatNamed(asked.format);
  for (const { what, ...post } of POSTS) {
    const streamed = { path: callPath(asked), contentType, ...post };
    const status = await answerToStreamed(context.address, streamed, timeoutMs)
      .then((answer) => String(parseStatus(answer)))
      .catch((error: Error) => error.message);
    if (status !== '413') return [`${asked.operation} in ${asked.format}, ${what}: ${status}, not 413`];
  }
  return [];
}

/** They stay open while another asks: threads that wait for them must not be all there are. */
async function besideStalled(look: CallLook): Promise<string[]> {
  const [asked] = someCalls(look);
  if (asked === undefined) return [];
  const { contentType } = formatNamed(asked.format);
  const post = { path: callPath(asked), contentType, announcedBytes: 1_000, sentBytes: 10 };
  const stalled = Array.from({ length: STALLED }, () =>
    answerToStreamed(look.context.address, post, STALLED_MS).catch(() => ''),
  );
  const finding = answerFinding(asked, await sendCall(look.client, asked));
  await Promise.all(stalled);
  return finding === null ? [] : [`beside ${STALLED} requests that never come: ${finding}`];
}

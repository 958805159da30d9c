// The declared length against the bytes that really follow, up to the end of the connection: an HTTP library
// would cut a long body off, or wait for the rest of a short one. What a server in front compresses while it
// sends may come in chunks instead, which must be whole and end where they say.

import { WARNINGS } from '../../../base/warnings/catalogue.ts';
import { exchangePath, isStreamed } from '../../../wire/target-contract.ts';
import type { Check, CheckContext } from '../../check.ts';
import { unchunked } from '../../clients/chunks.ts';
import { plainBody } from '../../clients/decode.ts';
import { anyQuery, compressionsOnce, counts, hasObjects, sayQuery } from '../../clients/queries.ts';

interface LengthRequest {
  readonly what: string;
  readonly path: string;
  /** The coding of its body, where that is streamed; else null. */
  readonly streamed: string | null;
}

export const contentLength: Check = {
  name: 'content-length',
  must: 'Content-Length is exact and nothing is sent in chunks, streamed codings aside',
  vital: true,
  run: async (context) => {
    const findings: string[] = [];
    const inChunks: string[] = [];
    for (const asked of listAsked(context)) {
      const found = await lengthFinding(context, asked);
      if (found === IN_CHUNKS) inChunks.push(`${asked.what}: ${found}: ${WARNINGS['no-length'].advice}`);
      else if (found !== null) findings.push(`${asked.what}: ${found}`);
    }
    const [first] = inChunks;
    return findings.length > 0 || first === undefined ? { findings } : { warnings: [first] };
  },
};

/** Which the contract allows to streamed codings. */
const IN_CHUNKS = 'compressed while it is sent, in chunks without a length';

function listAsked({ about }: CheckContext): LengthRequest[] {
  const queries = hasObjects(about) ? counts(about, [1, 100]).map((n) => anyQuery(about, n)) : [];
  const codings = compressionsOnce(about).filter(
    ({ compression, level }) => (compression === 'gzip' && level === 6) || isStreamed(about, compression),
  );
  const compressed = codings.flatMap((coding) => queries.map((query) => ({ ...query, ...coding })));
  const exchanges = [...queries, ...compressed].map((query) => ({
    what: sayQuery(query),
    path: exchangePath(query, 0),
    streamed: isStreamed(about, query.compression) ? query.compression : null,
  }));
  const bytes = ['/bytes?n=1000', '/bytes?n=0'].map((path) => ({ what: path, path, streamed: null }));
  return [...exchanges, ...bytes];
}

async function lengthFinding(
  context: CheckContext,
  { path, streamed }: LengthRequest,
): Promise<string | null> {
  const answer = await context.client.raw(path);
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return 'the answer has no end of its head';
  const head = answer.toString('latin1', 0, end);
  const body = answer.subarray(end + 4);
  if (/^transfer-encoding:/im.test(head)) {
    return streamed === null
      ? `the body is sent in chunks (Transfer-Encoding), without its length: ${WARNINGS['no-length'].advice}`
      : chunksFinding(head, body, streamed);
  }
  const declared = /^content-length:\s*(\d+)\s*$/im.exec(head)?.[1];
  if (declared === undefined) return 'there is no Content-Length';
  return Number(declared) === body.length
    ? null
    : `Content-Length is ${declared} but ${body.length} bytes follow`;
}

function chunksFinding(head: string, body: Buffer, coding: string): string | null {
  const named = /^transfer-encoding:\s*(.*?)\s*$/im.exec(head)?.[1] ?? '';
  if (named.toLowerCase() !== 'chunked') return `Transfer-Encoding is ${named}, not chunked`;
  if (/^content-length:/im.test(head))
    return 'there are both Transfer-Encoding and Content-Length (RFC 9112, 6.2)';
  const content = unchunked(body);
  if ('wrong' in content) return content.wrong;
  try {
    plainBody(coding, content.body);
    return IN_CHUNKS;
  } catch (error) {
    return `what the chunks hold cannot be decompressed: ${String(error)}`;
  }
}

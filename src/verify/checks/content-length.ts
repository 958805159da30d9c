// The declared length against the bytes that really follow, up to the end of the connection: an HTTP library would cut
// a long body off, or wait for the rest of a short one.

import type { Check, CheckContext } from '../check.ts';
import { anyQuery, counts, hasObjects, pathOf, sayQuery } from '../queries.ts';

export const contentLength: Check = {
  name: 'content-length',
  must: 'Content-Length is exact and nothing is sent in chunks',
  vital: true,
  run: async (context) => {
    const findings: string[] = [];
    for (const [what, path] of paths(context)) {
      const finding = await lengthFinding(context, path);
      if (finding !== null) findings.push(`${what}: ${finding}`);
    }
    return { findings };
  },
};

function paths({ about }: CheckContext): [string, string][] {
  const queries = hasObjects(about) ? counts(about, [1, 100]).map((n) => anyQuery(about, n)) : [];
  if (about.features.compressions.gzip?.includes(6)) {
    queries.push(...queries.map((query) => ({ ...query, compression: 'gzip', level: 6 })));
  }
  const exchanges = queries.map((query): [string, string] => [sayQuery(query), pathOf(query, 0)]);
  return [...exchanges, ['/bytes?n=1000', '/bytes?n=1000'], ['/bytes?n=0', '/bytes?n=0']];
}

async function lengthFinding(context: CheckContext, path: string): Promise<string | null> {
  const answer = await context.client.raw(path);
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return 'the answer has no end of its head';
  const head = answer.subarray(0, end).toString('latin1');
  if (/^transfer-encoding:/im.test(head)) return 'the body is sent in chunks (Transfer-Encoding)';
  const declared = /^content-length:\s*(\d+)\s*$/im.exec(head)?.[1];
  if (declared === undefined) return 'there is no Content-Length';
  const bytes = answer.length - end - 4;
  return Number(declared) === bytes ? null : `Content-Length is ${declared} but ${bytes} bytes follow`;
}

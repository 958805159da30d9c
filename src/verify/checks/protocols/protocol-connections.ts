// Over HTTPS and HTTP/2 too a connection is kept until an answer is to be its last. HTTP/1.1 says so by a
// header, HTTP/2 by GOAWAY, which must be there before the client can make its next request.

import { isExcepted } from '../../../wire/exceptions.ts';
import type { CheckContext } from '../../check.ts';
import { type GoAway, h2Client } from '../../clients/h2-client.ts';
import { littlePath } from '../../clients/queries.ts';
import { type SecureClient, secureClient } from '../../clients/secure-client.ts';
import { type SecurePlace, secureCheck } from '../../secure-check.ts';

/** What RFC 9113 (6.8) names for going on with every request that is under way. */
const LAST_STREAM_OF_ALL = 2 ** 31 - 1;

/** How many requests at once on one connection of HTTP/2. */
const AT_ONCE = 20;

export const protocolConnections = secureCheck(
  'protocol-connections',
  'HTTPS and HTTP/2: connections are kept, connection=close ends them (HTTP/2: GOAWAY), HTTP/2 answers several requests at once',
  async (place, context) => {
    const client = secureClient(place, context);
    try {
      const kept = await keeps(client, context);
      return [...kept, ...(await (place.protocol === 'h2' ? h2 : https1)(place, context))];
    } finally {
      client.close();
    }
  },
);

async function keeps(client: SecureClient, { about }: CheckContext): Promise<string[]> {
  await client.get(littlePath(about, 1));
  const { reused } = await client.get(littlePath(about, 2));
  return reused ? [] : ['a second request needed a new connection'];
}

function closingPaths({ about }: CheckContext): string[] {
  return [littlePath(about, 3, true), '/bytes?n=0&connection=close', '/bytes?n=100000&connection=close'];
}

async function https1(place: SecurePlace, context: CheckContext): Promise<string[]> {
  const client = secureClient(place, context);
  const findings: string[] = [];
  try {
    for (const path of closingPaths(context)) {
      const { headers } = await client.get(path);
      const said = headers.connection ?? 'missing';
      if (said.toLowerCase() !== 'close') findings.push(`${path}: Connection is ${said}, not close`);
      const { reused } = await client.get('/bytes?n=0');
      if (reused) findings.push(`${path}: the connection was used again`);
    }
    return findings;
  } finally {
    client.close();
  }
}

async function h2({ origin, certificate }: SecurePlace, context: CheckContext): Promise<string[]> {
  const target = { targetUrl: origin, secret: context.address.secret };
  const client = h2Client(target, certificate, context.clock, context.timeoutMs);
  const findings: string[] = [];
  try {
    const closes = !isExcepted(context.about, 'h2', 'no-goaway');
    for (const path of closes ? closingPaths(context) : []) {
      const { goAway } = await client.get(path);
      findings.push(...goAwayFindings(goAway).map((finding) => `${path}: ${finding}`));
    }
    const sizes = Array.from({ length: AT_ONCE }, (_, i) => i * 1_000);
    const replies = await Promise.all(sizes.map((n) => client.get(`/bytes?n=${n}`)));
    const wrong = replies.filter(({ status, body }, i) => status !== 200 || body.length !== sizes[i]);
    if (wrong.length > 0) findings.push(`of ${AT_ONCE} requests at once ${wrong.length} had a wrong answer`);
    return findings;
  } finally {
    client.close();
  }
}

function goAwayFindings(goAway: GoAway | null): string[] {
  if (goAway === null) return ['there was no GOAWAY before the answer ended'];
  const findings: string[] = [];
  if (goAway.code !== 0) findings.push(`GOAWAY has the error code ${goAway.code}, not 0`);
  if (goAway.lastStream !== LAST_STREAM_OF_ALL) {
    findings.push(`GOAWAY names ${goAway.lastStream} as the last stream, not ${LAST_STREAM_OF_ALL}`);
  }
  return findings;
}

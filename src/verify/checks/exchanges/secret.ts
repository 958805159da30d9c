// Whether a target answers those alone who know its secret and ask it by a name of its own: any page in the
// user's browser could read what he measures, otherwise.

import { exchangePath, requestUrl } from '../../../wire/target-contract.ts';
import type { Check, CheckContext } from '../../check.ts';
import { httpClient, type Reply } from '../../clients/http-client.ts';
import { anyQuery, hasObjects, littlePath } from '../../clients/queries.ts';
import { type MessagePlace, messagePlaces } from '../../messages/place.ts';
import { plainClient } from '../../messages/plain-client.ts';
import { openSocket } from '../../messages/plain-socket.ts';

/** A name that somebody may have made to lead here. */
const FOREIGN_HOST = 'wirefare-rebound.example';

const FOR_PAGES = ['access-control-allow-origin', 'timing-allow-origin', 'cross-origin-resource-policy'];

export const secret: Check = {
  name: 'secret',
  must: 'without the secret that it was given it answers 403, to a foreign Host 421, and no page may read either',
  run: async (context) => {
    const { address, wasGivenSecret } = context;
    if (!wasGivenSecret) return { skipped: 'the lab did not start it, so it was given no secret' };
    if (address.secret === null) return { findings: [NOT_ASKED_FOR] };
    const findings: string[] = [];
    for (const place of messagePlaces(context)) {
      const found = await withoutSecret(place, address.secret, context);
      findings.push(...found.map((finding) => `${place.protocol}: ${finding}`));
    }
    // Over TLS a browser finds that the certificate is for another name, before it asks anything.
    return { findings: [...findings, ...(await byOtherNames(context))] };
  },
};

const NOT_ASKED_FOR =
  'it answers without the secret that it was given (WIREFARE_SECRET), so while a run lasts any page in the ' +
  'same browser can read what it serves: see "Who may ask" in targets/CONTRACT.md, and `admitted` in ' +
  'targets/template/server.py for a few lines that do it';

/** All that a target has, asked by somebody who does not know the secret, or knows another. */
async function withoutSecret(place: MessagePlace, known: string, context: CheckContext): Promise<string[]> {
  const stranger = plainClient({ ...place, secret: null }, context.timeoutMs);
  const findings: string[] = [];
  try {
    for (const [method, path] of everyPath(context)) {
      for (const [what, given] of wrongSecrets(known, path)) {
        const answer = await stranger.ask(method, given, method === 'POST' ? '{}' : undefined);
        findings.push(...refusalFindings(answer, 403).map((each) => `${method} ${path}, ${what}: ${each}`));
      }
    }
    findings.push(...(await twice(stranger, known, context)));
    const about = await stranger.ask('GET', '/about');
    if (about.status !== 200) findings.push(`/about, without the secret: answered ${about.status}, not 200`);
    if (hasSockets(place, context)) findings.push(...(await socketFindings(stranger, known)));
    return findings;
  } finally {
    stranger.close();
  }
}

function everyPath({ about }: CheckContext): (readonly ['GET' | 'POST', string])[] {
  const { messages, calls, payloads = [] } = about.features;
  const own = payloads.find(({ dictionary }) => dictionary !== undefined);
  const format = Object.keys(about.features.formats)[0];
  return [
    ['GET', littlePath(about, 1)],
    ['GET', '/bytes?n=10'],
    ...(own === undefined ? [] : [['GET', `/dictionary?dataset=${own.name}&format=${format}`] as const]),
    ...(messages === undefined ? [] : MESSAGE_PATHS),
    ...(calls === undefined ? [] : [['POST', `/call/${calls.operations[0]}`] as const]),
    ...(calls !== undefined && 'soap' in calls.formats ? [['POST', '/soap'] as const] : []),
  ];
}

/** No sequence of that number is there: who is let in is told so by 400. */
const MESSAGE_PATHS = [
  ['POST', '/sequence'],
  ['GET', '/sequence?sequence=0'],
  ['POST', '/sequence/begin?sequence=0'],
  ['POST', '/sequence/end?sequence=0'],
  ['POST', '/message?sequence=0'],
  ['GET', '/events?messages=1'],
  ['GET', '/stream?messages=1'],
  ['GET', '/poll?sequence=0&from=0'],
] as const;

/** The last differs from the right one in its last digit alone. */
function wrongSecrets(known: string, path: string): (readonly [what: string, path: string])[] {
  const nearly = known.slice(0, -1) + (known.endsWith('0') ? '1' : '0');
  const withSecret = (given: string) => requestUrl({ targetUrl: '', secret: given }, path);
  return [
    ['without the secret', path],
    ['with an empty secret', withSecret('')],
    ['with a wrong secret', withSecret(nearly)],
  ];
}

type Stranger = ReturnType<typeof plainClient>;

/** A target that looks at one of the two and hands on the other would let it in. */
async function twice(stranger: Stranger, known: string, { about }: CheckContext): Promise<string[]> {
  const path = hasObjects(about) ? exchangePath(anyQuery(about, 1), 2) : '/bytes?n=1&serial=2';
  const wrong = '0'.repeat(known.length);
  const findings: string[] = [];
  for (const [first, second] of [
    [wrong, known],
    [known, wrong],
  ]) {
    const { status } = await stranger.ask('GET', `${path}&secret=${first}&secret=${second}`);
    if (status !== 403 && status !== 400)
      findings.push(`${path}, with two secrets: answered ${status}, not 403`);
  }
  return findings;
}

function hasSockets({ protocol }: MessagePlace, { about }: CheckContext): boolean {
  return about.features.messages?.endpoints.websocket?.includes(protocol) === true;
}

async function socketFindings(stranger: Stranger, known: string): Promise<string[]> {
  const findings: string[] = [];
  for (const [what, path] of wrongSecrets(known, '/socket')) {
    const opened = await openSocket(stranger, path).catch(() => null);
    if (opened === null) continue;
    opened.socket.terminate();
    findings.push(`WebSocket, ${what}: it was opened`);
  }
  return findings;
}

/** With the secret, as the page itself would be that was made to lead here. */
async function byOtherNames(context: CheckContext): Promise<string[]> {
  const { clock, timeoutMs, address } = context;
  const client = httpClient(address, clock, timeoutMs);
  const { port } = new URL(address.targetUrl);
  const findings: string[] = [];
  try {
    for (const path of ['/about', littlePath(context.about, 3)]) {
      const foreign = await client.get(path, { headers: { Host: `${FOREIGN_HOST}:${port}` } });
      const found = foreign.status === 421 ? openFindings(foreign) : [`answered ${foreign.status}, not 421`];
      findings.push(...found.map((each) => `${path}, Host ${FOREIGN_HOST}: ${each}`));
      for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
        const { status } = await client.get(path, { headers: { Host: `${name}:${port}` } });
        if (status !== 200) findings.push(`${path}, Host ${name}: answered ${status}, not 200`);
      }
    }
    return findings;
  } finally {
    client.close();
  }
}

type Refused = Pick<Reply, 'status' | 'body'> & {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

function refusalFindings(answer: Refused, wanted: number): string[] {
  const { status, headers, body } = answer;
  if (status !== wanted) return [`answered ${status}, not ${wanted}`];
  const type = String(headers['content-type'] ?? 'missing');
  const findings = openFindings(answer);
  if (!type.startsWith('application/problem+json'))
    return [...findings, `Content-Type is ${type}, not application/problem+json`];
  return parameterOf(body) === 'secret' ? findings : [...findings, 'the document does not name secret'];
}

function openFindings({ headers }: Refused): string[] {
  return FOR_PAGES.filter((name) => headers[name] !== undefined).map(
    (name) => `a page may read it: ${name} is ${String(headers[name])}`,
  );
}

function parameterOf(body: Buffer): unknown {
  try {
    return (JSON.parse(body.toString('utf8')) as { readonly parameter?: unknown } | null)?.parameter;
  } catch {
    return undefined;
  }
}

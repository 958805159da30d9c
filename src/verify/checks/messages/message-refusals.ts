// Sequences that cannot be are refused with problem documents, and so is what a target says it has not.

import { ENDPOINTS, type Endpoint, MESSAGE_LIMITS } from '../../../wire/sequence.ts';
import { messageCheck, randomContent, randomSpec } from '../../messages/message-check.ts';
import type { PlainClient, WholeAnswer } from '../../messages/plain-client.ts';
import { makeSequence } from '../../messages/plain-sequence.ts';

const GOOD = randomSpec(
  'client-to-server',
  'throughput',
  10,
  randomContent(18, { policy: 'fixed', bytes: 100 }),
);

const PATHS: Readonly<Partial<Record<Endpoint, readonly [string, string]>>> = {
  post: ['POST', '/message'],
  sse: ['GET', '/events'],
  stream: ['GET', '/stream'],
  'long-polling': ['GET', '/poll'],
};

/** Of a parameter of the query that names nothing; a sequence that has ended is like one that never was. */
const UNKNOWN = [400, 404, 410];

export const messageRefusals = messageCheck({
  name: 'message-refusals',
  must: 'a sequence that cannot be gets 400 or 501, one that is not there 400, 404 or 410, as problem documents; endpoints that are not listed get 501',
  endpoints: ENDPOINTS,
  once: 'fast',
  look: async (look) => {
    const { client, features, has } = look;
    const findings: string[] = [];
    for (const [what, spec] of badSpecs(features.contents.includes('data'))) {
      const body = typeof spec === 'string' ? spec : JSON.stringify(spec);
      findings.push(...refusalFindings(what, await client.ask('POST', '/sequence', body), [400, 501]));
    }
    if (!features.permessageDeflate) {
      const body = JSON.stringify({ ...GOOD, compression: 'permessage-deflate' });
      findings.push(
        ...refusalFindings('deflate, not listed', await client.ask('POST', '/sequence', body), [501]),
      );
    }
    const ended = await makeSequence(client, GOOD);
    await ended.end();
    for (const id of ['wirefare-invented', ended.id]) {
      for (const [method, path] of [
        ...STEPS,
        ...Object.entries(PATHS).flatMap(([name, asked]) => (has(name as Endpoint) ? [asked] : [])),
      ]) {
        const what = `${method} ${path} of ${id === ended.id ? 'an ended sequence' : 'none'}`;
        const full = `${path}?sequence=${id}${path === '/poll' ? '&from=0' : ''}`;
        findings.push(...refusalFindings(what, await client.ask(method, full, emptyBody(method)), UNKNOWN));
      }
    }
    // Before a run what its cells do not use is taken out of the list, so that nothing is known of the rest.
    if (look.context.mode === 'full') findings.push(...(await unlisted(client, has)));
    await makeSequence(client, GOOD).then((sequence) => sequence.end());
    return findings;
  },
});

const STEPS: readonly (readonly [string, string])[] = [
  ['POST', '/sequence/begin'],
  ['GET', '/sequence'],
  ['POST', '/sequence/end'],
];

function* badSpecs(hasData: boolean): Generator<readonly [string, unknown]> {
  yield ['no JSON', '{"direction":'];
  yield ['no object', 'null'];
  for (const member of Object.keys(GOOD).filter(
    (name) => name !== 'ratePerSecond' && name !== 'compression',
  )) {
    yield [`without ${member}`, { ...GOOD, [member]: undefined }];
  }
  for (const member of ['direction', 'mode', 'compression'] as const)
    yield [`an invented ${member}`, { ...GOOD, [member]: 'wirefare-invented' }];
  for (const messages of [0, -1, 1.5, '10', MESSAGE_LIMITS.messages + 1, 1e9])
    yield [`${JSON.stringify(messages)} messages`, { ...GOOD, messages }];
  for (const ratePerSecond of [0, -50, null, MESSAGE_LIMITS.ratePerSecond * 10])
    yield [`paced at ${ratePerSecond}`, { ...GOOD, mode: 'paced', ratePerSecond }];
  const content = GOOD.content;
  const sizes: [string, unknown][] = [
    ['no size', undefined],
    ['an invented policy', { policy: 'wirefare-invented', bytes: 100 }],
    ['size 0', { policy: 'fixed', bytes: 0 }],
    ['shorter than a head', { policy: 'fixed', bytes: MESSAGE_LIMITS.leastBytes - 1 }],
    ['half a byte', { policy: 'fixed', bytes: 100.5 }],
    ['too long', { policy: 'fixed', bytes: MESSAGE_LIMITS.mostBytes + 1 }],
    ['least above most', { policy: 'random', least: 200, most: 100 }],
    ['least shorter than a head', { policy: 'random', least: 0, most: 100 }],
  ];
  for (const [what, size] of sizes) yield [what, { ...GOOD, content: { ...content, size } }];
  const growing = { ...content, size: { policy: 'growing', bytes: 10_000 } };
  yield ['growth beyond all memory', { ...GOOD, messages: 100_000, content: growing }];
  for (const seed of [-1, 2 ** 32, 1.5, 'x'])
    yield [`seed ${seed}`, { ...GOOD, content: { ...content, seed } }];
  yield ['an invented body', { ...GOOD, content: { ...content, body: 'wirefare-invented' } }];
  yield ['an invented kind', { ...GOOD, content: { ...content, kind: 'wirefare-invented' } }];
  const data = { kind: 'data', dataset: 'wirefare-invented', format: 'json', encoder: 'x', codec: 'y' };
  yield [hasData ? 'an invented dataset' : 'content that is not listed', { ...GOOD, content: data }];
}

async function unlisted(client: PlainClient, has: (endpoint: Endpoint) => boolean): Promise<string[]> {
  const findings: string[] = [];
  for (const [endpoint, [method, path]] of Object.entries(PATHS)) {
    if (has(endpoint as Endpoint)) continue;
    const answer = await client.ask(method, `${path}?sequence=1`, emptyBody(method));
    findings.push(...refusalFindings(`${path}, not listed`, answer, [501]));
  }
  return findings;
}

function emptyBody(method: string): string | undefined {
  return method === 'POST' ? '' : undefined;
}

function refusalFindings(
  what: string,
  { status, headers, body }: WholeAnswer,
  statuses: readonly number[],
): string[] {
  if (!statuses.includes(status))
    return [`${what}: answered ${status} ${body.toString('utf8', 0, 120)}, not ${statuses.join(' or ')}`];
  const type = String(headers['content-type'] ?? 'missing');
  return type.startsWith('application/problem+json')
    ? []
    : [`${what}: Content-Type is ${type}, not application/problem+json`];
}

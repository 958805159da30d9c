// A page of another origin may make every request of a sequence without asking first, and read the answers.

import { ENDPOINTS } from '../../../wire/sequence.ts';
import { type MessageLook, messageCheck, randomContent, randomSpec } from '../../messages/message-check.ts';
import type { OpenAnswer } from '../../messages/plain-client.ts';
import { makeSequence } from '../../messages/plain-sequence.ts';

const HEADERS: Readonly<Record<string, string>> = {
  'timing-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
};

export const messageHeaders = messageCheck({
  name: 'message-headers',
  must: 'all answers carry the CORS headers; events are text/event-stream, and begin before there is any message',
  endpoints: ENDPOINTS,
  look: async (look) => {
    const findings: string[] = [];
    for await (const [what, answer, type] of answers(look)) {
      answer.body.on('error', () => {}).destroy();
      if (answer.status !== 200) findings.push(`${what}: answered ${answer.status}`);
      const wanted = { ...HEADERS, 'access-control-allow-origin': look.context.openTo };
      for (const [name, value] of Object.entries(wanted)) {
        const is = String(answer.headers[name] ?? 'missing');
        if (!is.includes(value)) findings.push(`${what}: ${name} is ${is}, not ${value}`);
      }
      const is = String(answer.headers['content-type'] ?? 'missing');
      if (type !== null && !is.startsWith(type)) findings.push(`${what}: Content-Type is ${is}, not ${type}`);
      const encoding = answer.headers['content-encoding'];
      if (encoding !== undefined) findings.push(`${what}: Content-Encoding is ${String(encoding)}`);
    }
    return findings;
  },
});

async function* answers({
  client,
  has,
}: MessageLook): AsyncGenerator<readonly [string, OpenAnswer, string | null]> {
  const size = { policy: 'fixed', bytes: 100 } as const;
  const up = await makeSequence(
    client,
    randomSpec('client-to-server', 'throughput', 10, randomContent(21, size)),
  );
  const down = randomSpec('server-to-client', 'throughput', 10, randomContent(21, size));
  const json = 'application/json';
  yield ['POST /sequence', await client.open('POST', '/sequence', JSON.stringify(down)), json];
  yield ['/sequence/begin', await client.open('POST', `/sequence/begin?sequence=${up.id}`), json];
  if (has('post'))
    yield [
      '/message',
      await client.open('POST', `/message?sequence=${up.id}`, 'x'.repeat(100)),
      'text/plain',
    ];
  yield ['/sequence', await client.open('GET', `/sequence?sequence=${up.id}`), json];
  yield ['/sequence/end', await client.open('POST', `/sequence/end?sequence=${up.id}`), json];
  for (const [endpoint, path, type] of STREAMS) {
    if (!has(endpoint)) continue;
    const sequence = await makeSequence(client, down);
    if (endpoint === 'long-polling') await sequence.begin();
    yield [
      path,
      await client.open(
        'GET',
        `${path}?sequence=${sequence.id}${endpoint === 'long-polling' ? '&from=0' : ''}`,
      ),
      type,
    ];
    await sequence.end();
  }
}

const STREAMS = [
  ['sse', '/events', 'text/event-stream'],
  ['stream', '/stream', null],
  ['long-polling', '/poll', null],
] as const;

// Both ways: what went comes back as it went, one by one and all at once.

import type { ModeName } from '../../../factors/mode.ts';
import { openArrivals } from '../../messages/arrivals.ts';
import {
  caughtAs,
  contentFindings,
  type MessageLook,
  messageCheck,
  randomContent,
  randomSpec,
  referenceMessages,
} from '../../messages/message-check.ts';
import { makeSequence } from '../../messages/plain-sequence.ts';

export const messageReturns = messageCheck({
  name: 'message-returns',
  must: 'both ways every message comes back as it went, by WebSocket, and by Server-Sent Events what was posted',
  endpoints: ['websocket', 'sse'],
  look: async (look) => {
    const findings: string[] = [];
    const ways = (['websocket', 'sse'] as const).filter(
      (way) => look.has(way) && (way !== 'sse' || look.has('post')),
    );
    for (const way of ways) {
      for (const mode of ['throughput', 'ping-pong'] as const)
        findings.push(...(await caughtAs(`${way}, ${mode}`, () => returning(look, way, mode))));
    }
    return findings;
  },
});

async function returning(
  { client, context }: MessageLook,
  way: 'websocket' | 'sse',
  mode: ModeName,
): Promise<string[]> {
  const messages = mode === 'throughput' ? 200 : 20;
  const body = way === 'sse' ? 'text' : 'binary';
  const content = randomContent(10, { policy: 'random', least: 16, most: 2_000 }, body);
  const spec = randomSpec('both-ways', mode, messages, content);
  const sequence = await makeSequence(client, spec);
  const arrivals = await openArrivals(client, sequence, way, () => context.clock.nowMs());
  try {
    await sequence.begin();
    const reference = referenceMessages(spec);
    for (const [i, message] of reference.entries()) {
      if (arrivals.socket !== null) arrivals.socket.socket.send(message);
      else {
        const { status } = await client.ask('POST', `/message?sequence=${sequence.id}`, message);
        if (status !== 200) return [`POST /message: answered ${status}`];
      }
      if (mode === 'ping-pong') await arrivals.until(i + 1);
    }
    await arrivals.until(messages);
    const { failure, received, sent } = await sequence.end();
    const findings = failure === null ? [] : [`it says that it failed: ${failure}`];
    findings.push(...contentFindings(arrivals.messages, spec, reference));
    if (received !== messages || sent !== messages)
      findings.push(`it says that it received ${received} and sent ${sent} of ${messages}`);
    return findings;
  } finally {
    arrivals.close();
  }
}

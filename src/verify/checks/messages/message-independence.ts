// Sequences at the same time do not mix, and clients that vanish in the middle of theirs take nothing with
// them.

import { TLSSocket } from 'node:tls';
import type { Endpoint } from '../../../wire/sequence.ts';
import { type Arrivals, DOWNWARD, openArrivals } from '../../messages/arrivals.ts';
import {
  caughtAs,
  contentFindings,
  type MessageLook,
  messageCheck,
  randomContent,
  randomSpec,
  referenceMessages,
} from '../../messages/message-check.ts';
import { plainClient } from '../../messages/plain-client.ts';
import { makeSequence, type PlainSequence } from '../../messages/plain-sequence.ts';
import { clientFrame, openSocket } from '../../messages/plain-socket.ts';

const MESSAGES = 300;
const CLIENTS = { fast: 4, full: 20 } as const;

export const messageIndependence = messageCheck({
  name: 'message-independence',
  must: 'several sequences at once are each of their own; the target goes on when clients vanish in the middle of theirs',
  endpoints: DOWNWARD,
  once: 'fast',
  look: async (look) => {
    const findings = await caughtAs('clients that vanish', () => vanishing(look));
    return [...findings, ...(await caughtAs('at once', () => atOnce(look)))];
  },
});

interface Going {
  readonly endpoint: Endpoint;
  readonly sequence: PlainSequence;
  readonly arrivals: Arrivals;
}

async function atOnce({ client, context, has }: MessageLook): Promise<string[]> {
  const ways = DOWNWARD.filter(has);
  const all = await Promise.all(
    Array.from({ length: CLIENTS[context.mode] }, async (_, i): Promise<Going> => {
      const endpoint = ways[i % ways.length]!;
      const content = randomContent(100 + i, { policy: 'random', least: 16, most: 1_000 });
      const sequence = await makeSequence(
        client,
        randomSpec('server-to-client', 'throughput', MESSAGES, content),
      );
      return { endpoint, sequence, arrivals: await openArrivals(client, sequence, endpoint, () => 0) };
    }),
  );
  try {
    const ids = new Set(all.map(({ sequence }) => sequence.id));
    if (ids.size < all.length) return [`${all.length} sequences have ${ids.size} names`];
    await Promise.all(all.map(({ sequence }) => sequence.begin()));
    const each = all.map(async ({ endpoint, sequence, arrivals }) => {
      await arrivals.until(MESSAGES);
      const { sent, failure } = await sequence.end();
      const findings = contentFindings(arrivals.messages, sequence.spec).map(
        (what) => `${endpoint}: ${what}`,
      );
      if (sent !== MESSAGES || failure !== null)
        findings.push(`${endpoint}: sent ${sent}, failure ${failure}`);
      return findings;
    });
    return (await Promise.all(each)).flat();
  } finally {
    for (const { arrivals } of all) arrivals.close();
  }
}

/** In the middle of being sent to, and of sending a message. */
async function vanishing(look: MessageLook): Promise<string[]> {
  const { client, context, has } = look;
  for (const endpoint of DOWNWARD.filter(has)) {
    const other = plainClient(client.place, client.timeoutMs);
    const content = randomContent(22, { policy: 'fixed', bytes: 20_000 });
    const sequence = await makeSequence(other, randomSpec('server-to-client', 'throughput', 300, content));
    const arrivals = await openArrivals(other, sequence, endpoint, () => 0);
    await sequence.begin();
    await arrivals.until(1);
    other.close();
    arrivals.close();
  }
  if (has('websocket')) await halfAMessage(look);
  const { status } = await context.client.get('/about');
  return status === 200 ? [] : [`afterwards /about answers ${status}`];
}

async function halfAMessage({ client }: MessageLook): Promise<void> {
  const content = randomContent(23, { policy: 'fixed', bytes: 1_000 });
  const spec = randomSpec('client-to-server', 'throughput', 10, content);
  const { id, begin } = await makeSequence(client, spec);
  const { raw } = await openSocket(client, `/socket?sequence=${id}`);
  await begin();
  raw.on('error', () => {});
  raw.write(clientFrame(referenceMessages(spec)[0]!).subarray(0, 500), () =>
    // What is under TLS cannot be reset.
    raw instanceof TLSSocket ? raw.destroy() : raw.resetAndDestroy(),
  );
}

// Ping-pong to the client: one message when it is asked for, and none before.

import type { Endpoint } from '../../../wire/sequence.ts';
import { type Arrivals, DOWNWARD, openArrivals } from '../../messages/arrivals.ts';
import {
  caughtAs,
  contentFindings,
  type MessageLook,
  messageCheck,
  randomContent,
  randomSpec,
} from '../../messages/message-check.ts';
import { makeSequence, type PlainSequence } from '../../messages/plain-sequence.ts';

const MESSAGES = 10;

/** A target that sends unasked does it at once. */
const LISTEN_MS = 30;

export const messagePingPong = messageCheck({
  name: 'message-ping-pong',
  must: 'ping-pong to the client: each message is sent when it is asked for, and not before',
  endpoints: DOWNWARD,
  look: async (look) => {
    const findings: string[] = [];
    for (const endpoint of DOWNWARD.filter(look.has))
      findings.push(...(await caughtAs(endpoint, () => asking(look, endpoint))));
    return findings;
  },
});

async function asking({ client, context }: MessageLook, endpoint: Endpoint): Promise<string[]> {
  const content = randomContent(11, { policy: 'fixed', bytes: 200 });
  const spec = randomSpec('server-to-client', 'ping-pong', MESSAGES, content);
  const sequence = await makeSequence(client, spec);
  if (endpoint === 'long-polling') await sequence.begin();
  const arrivals = await openArrivals(client, sequence, endpoint, () => context.clock.nowMs());
  try {
    if (endpoint !== 'long-polling') await sequence.begin();
    for (let i = 0; i < MESSAGES; i++) {
      if (i === 3 && endpoint !== 'long-polling') {
        await new Promise((resolve) => setTimeout(resolve, LISTEN_MS));
        if (arrivals.messages.length > i) return [`message ${i} came before it was asked for`];
      }
      await askForNext(endpoint, sequence, arrivals, i);
      await arrivals.until(i + 1);
    }
    const { failure, sent } = await sequence.end();
    const findings = failure === null ? [] : [`it says that it failed: ${failure}`];
    if (sent !== MESSAGES) findings.push(`it says that it sent ${sent} of ${MESSAGES}`);
    return [...findings, ...contentFindings(arrivals.messages, spec)];
  } finally {
    arrivals.close();
  }
}

async function askForNext(
  endpoint: Endpoint,
  sequence: PlainSequence,
  arrivals: Arrivals,
  i: number,
): Promise<void> {
  if (arrivals.socket !== null) arrivals.socket.socket.send('next');
  // A poll is a request for one message by itself.
  else if (endpoint !== 'long-polling') {
    const number = await sequence.next();
    if (number !== i + 1)
      throw new Error(`/sequence/next answered ${number} for message ${i}, the ${i + 1}th`);
  }
}

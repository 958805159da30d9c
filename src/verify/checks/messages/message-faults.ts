// Messages that do not arrive as they should: the target finds each of them at the end, and finds nothing in
// faultless ones.

import { openDepartures } from '../../messages/departures.ts';
import {
  caughtAs,
  type MessageLook,
  messageCheck,
  randomContent,
  randomSpec,
  referenceMessages,
} from '../../messages/message-check.ts';
import { makeSequence } from '../../messages/plain-sequence.ts';

const ENDPOINTS = ['post', 'websocket'] as const;
type Upward = (typeof ENDPOINTS)[number];

const MESSAGES = 30;

export const messageFaults = messageCheck({
  name: 'message-faults',
  must: 'a message to the server that is lost, doubled, changed, cut or out of order is found when the sequence ends, and nothing where all is well',
  endpoints: ENDPOINTS,
  once: 'fast',
  look: async (look) => {
    const findings: string[] = [];
    for (const endpoint of ENDPOINTS.filter(look.has)) {
      for (const [what, harm] of FAULTS)
        findings.push(...(await caughtAs(`${endpoint}, ${what}`, () => ending(look, endpoint, what, harm))));
    }
    return findings;
  },
});

type Harm = (messages: Uint8Array[]) => Uint8Array[];

const FAULTS: readonly (readonly [string, Harm])[] = [
  ['faultless', (messages) => messages],
  ['one lost', (messages) => messages.toSpliced(11, 1)],
  ['the last lost', (messages) => messages.slice(0, -1)],
  ['one doubled', (messages) => messages.toSpliced(11, 0, messages[11]!)],
  ['one in the place of another', (messages) => messages.with(11, messages[10]!)],
  ['one changed in its last bit', (messages) => messages.with(11, flipped(messages[11]!, -1, 1))],
  ['a wrong digest', (messages) => messages.with(11, flipped(messages[11]!, 15, 1))],
  ['one cut', (messages) => messages.with(11, messages[11]!.subarray(0, -1))],
  ['one without a head', (messages) => messages.with(11, messages[11]!.subarray(16))],
  ['two out of order', (messages) => messages.with(11, messages[12]!).with(12, messages[11]!)],
];

async function ending(
  { client }: MessageLook,
  endpoint: Upward,
  what: string,
  harm: Harm,
): Promise<string[]> {
  const content = randomContent(9, { policy: 'fixed', bytes: 64 });
  const spec = randomSpec('client-to-server', 'throughput', MESSAGES, content);
  const sequence = await makeSequence(client, spec);
  const departures = await openDepartures(client, sequence, endpoint);
  try {
    await sequence.begin();
    const sent = harm(referenceMessages(spec));
    for (const message of sent) await departures.send(message);
    // Acknowledged where the last one was not lost; else there is nothing to wait for but that they are read.
    if (sent.length >= MESSAGES) await departures.until(MESSAGES);
    else await arrived(sequence, sent.length);
    const { failure, reordered, received } = await sequence.end();
    if (what === 'faultless')
      return failure === null && reordered === 0 ? [] : [`found ${failure ?? reordered}`];
    // Requests that beacons make have no order: they are counted, and no fault.
    const isFound = failure !== null || (what === 'two out of order' && endpoint === 'post' && reordered > 0);
    return isFound
      ? []
      : [`not found: failure null, reordered ${reordered}, received ${received} of ${sent.length} sent`];
  } finally {
    departures.close();
  }
}

async function arrived(sequence: Awaited<ReturnType<typeof makeSequence>>, count: number): Promise<void> {
  for (let i = 0; i < 200; i++) {
    const { received } = await sequence.state();
    if (received >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function flipped(message: Uint8Array, at: number, bit: number): Uint8Array {
  const changed = Uint8Array.from(message);
  const place = at < 0 ? changed.length + at : at;
  changed[place]! ^= bit;
  return changed;
}

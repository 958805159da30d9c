// What the target makes of a seed is what the contract says, byte for byte: else both ends would find faults
// in each other. Over every way to the client and every protocol, from the head of the first message to those
// that begin again.

import { plural } from '../../../base/figures/plurals.ts';
import type { Endpoint, RandomContent, SequenceSpec } from '../../../wire/sequence.ts';
import { DOWNWARD, openArrivals } from '../../messages/arrivals.ts';
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

export const messageContents = messageCheck({
  name: 'message-contents',
  must: 'messages of random content have the sizes, bytes, numbers and digests that the seed gives, by every way to the client',
  endpoints: DOWNWARD,
  look: async (look) => {
    const findings: string[] = [];
    for (const endpoint of DOWNWARD.filter(look.has)) {
      for (const spec of specs(endpoint, look)) {
        findings.push(...(await caughtAs(said(endpoint, spec), () => differences(look, endpoint, spec))));
      }
    }
    return findings;
  },
});

function* specs(endpoint: Endpoint, { client, context }: MessageLook): Generator<SequenceSpec> {
  const down = (messages: number, content: RandomContent) =>
    randomSpec('server-to-client', 'throughput', messages, content);
  const isThorough = context.mode === 'full' && client.place.protocol === 'http1';
  const seed = Math.floor(context.random() * 2 ** 32);
  yield down(300, randomContent(seed, { policy: 'random', least: 16, most: 3_000 }));
  if (!isThorough) return;
  // Seed 0 stands for another one; 2³² − 1 has the highest bit of every shift.
  yield down(20, randomContent(0, { policy: 'fixed', bytes: 100 }));
  yield down(1, randomContent(2 ** 32 - 1, { policy: 'fixed', bytes: 16 }));
  yield down(150, randomContent(seed, { policy: 'growing', bytes: 97 }));
  // Heads alone: no digest of anything.
  yield down(2_000, randomContent(seed, { policy: 'fixed', bytes: 16 }));
  // 80 of them are 32 MB.
  if (endpoint === 'long-polling' || endpoint === 'websocket')
    yield down(90, randomContent(seed, { policy: 'fixed', bytes: 400_000 }));
  if (endpoint !== 'sse')
    yield down(300, randomContent(seed, { policy: 'random', least: 16, most: 3_000 }, 'binary'));
}

async function differences(
  { client, context }: MessageLook,
  endpoint: Endpoint,
  spec: SequenceSpec,
): Promise<string[]> {
  const reference = referenceMessages(spec);
  const sequence = await makeSequence(client, spec);
  const findings =
    sequence.cycle === reference.length ? [] : [`the cycle is ${sequence.cycle}, not ${reference.length}`];
  const arrivals = await openArrivals(client, sequence, endpoint, () => context.clock.nowMs());
  try {
    await sequence.begin();
    await arrivals.until(spec.messages);
    const { failure, sent } = await sequence.end();
    findings.push(...contentFindings(arrivals.messages, spec, reference));
    if (failure !== null) findings.push(`it says that it failed: ${failure}`);
    if (sent !== spec.messages)
      findings.push(`it says that it sent ${sent} ${plural(sent, 'message')} of ${spec.messages}`);
    return findings;
  } finally {
    arrivals.close();
  }
}

function said(endpoint: Endpoint, { content, messages }: SequenceSpec): string {
  if (content.kind !== 'random') return endpoint;
  const { policy, ...bytes } = content.size;
  return `${endpoint}, ${messages} × ${policy} ${Object.values(bytes).join('-')} B of ${content.body}, seed ${content.seed}`;
}

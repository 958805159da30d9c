// Messages of data: each is a record in the format asked for, encoded when it is sent and decoded when it
// came.

import { firstDifference } from '../../../data/equal.ts';
import type { DataValue } from '../../../data/schema.ts';
import { formatNamed } from '../../../formats/catalogue.ts';
import { withHead } from '../../../messages/head.ts';
import type { DataContent, SequenceSpec } from '../../../wire/sequence.ts';
import { decode } from '../../clients/decode.ts';
import { counts, formatsAndEncoders, plainQuery } from '../../clients/queries.ts';
import { openArrivals } from '../../messages/arrivals.ts';
import { openDepartures } from '../../messages/departures.ts';
import { caughtAs, type MessageLook, messageCheck } from '../../messages/message-check.ts';
import { makeSequence } from '../../messages/plain-sequence.ts';

/** The head of each message. */
const HEAD_BYTES = 16;

export const messageData = messageCheck({
  name: 'message-data',
  must: 'messages of data are the records one by one, in the format asked for, encoded and decoded within the sequence',
  endpoints: ['websocket'],
  once: 'always',
  without: ({ contents }) => (contents.includes('data') ? null : 'messages of data: it has none'),
  look: async (look) => {
    const { about, mode } = look.context;
    const findings: string[] = [];
    const datasets = about.features.datasets.slice(0, mode === 'full' ? undefined : 1);
    for (const dataset of datasets) {
      for (const { format, codec: encoder } of formatsAndEncoders(about)) {
        const codec = codecHere(format);
        if (codec === null) continue;
        const content: DataContent = { kind: 'data', dataset, format, encoder, codec };
        findings.push(...(await caughtAs(`${dataset} as ${format}/${encoder}`, () => down(look, content))));
        findings.push(
          ...(await caughtAs(`${dataset} as ${format}/${encoder} to the server`, () => up(look, content))),
        );
      }
    }
    return findings;
  },
});

function codecHere(format: string): string | null {
  return formatNamed(format).codecs.find(({ needs }) => !needs.includes('dom'))?.name ?? null;
}

/** More than there are different ones where that is few, so that they begin again. */
function dataSpec(
  direction: SequenceSpec['direction'],
  content: DataContent,
  messages: number,
): SequenceSpec {
  return { direction, mode: 'throughput', ratePerSecond: null, messages, content, compression: 'none' };
}

function expectedRecords({ context }: MessageLook, { dataset, format }: DataContent): readonly DataValue[] {
  const n = counts(context.about, [20])[0] ?? 1;
  return context.expected(plainQuery(context.about, dataset, n, format)) as readonly DataValue[];
}

async function down(look: MessageLook, content: DataContent): Promise<string[]> {
  const { client, context } = look;
  const records = expectedRecords(look, content);
  const sequence = await makeSequence(client, dataSpec('server-to-client', content, records.length));
  const arrivals = await openArrivals(client, sequence, 'websocket', () => 0);
  try {
    await sequence.begin();
    await arrivals.until(records.length);
    const { encodeMs, failure } = await sequence.end();
    const findings = failure === null ? [] : [`it says that it failed: ${failure}`];
    if (!(encodeMs > 0)) findings.push(`encodeMs is ${encodeMs}`);
    const schema = context.schemaOf(content.dataset);
    for (const [i, message] of arrivals.messages.entries()) {
      const body = message.subarray(HEAD_BYTES);
      const isWhole = Buffer.compare(message, withHead(i % sequence.cycle, body)) === 0;
      const difference = isWhole
        ? firstDifference(decode(content.format, schema, body), [records[i]!])
        : 'its head is not that of its place and bytes';
      if (difference !== null) return [...findings, `message ${i}: ${difference}`];
    }
    return findings;
  } finally {
    arrivals.close();
  }
}

/** Then the same with one that cannot be decoded, under a right head. */
async function up(look: MessageLook, content: DataContent): Promise<string[]> {
  const good = await sent(look, content, (bodies) => bodies);
  const findings = good.failure === null ? [] : [`it says that it failed: ${good.failure}`];
  if (!(good.decodeMs > 0)) findings.push(`decodeMs is ${good.decodeMs}`);
  if (content.format !== 'json') return findings;
  const bad = await sent(look, content, (bodies) => bodies.with(3, Buffer.from('{"broken":')));
  return bad.failure === null ? [...findings, 'a message that is no JSON was taken for one'] : findings;
}

async function sent(look: MessageLook, content: DataContent, change: (bodies: Uint8Array[]) => Uint8Array[]) {
  const { client, context } = look;
  const encoder = formatNamed(content.format).encoders.find(({ name }) => name === content.encoder)!;
  const encode = encoder.bind(context.schemaOf(content.dataset));
  const bodies = change(expectedRecords(look, content).map((record) => encode([record])));
  const sequence = await makeSequence(client, dataSpec('client-to-server', content, bodies.length));
  const departures = await openDepartures(client, sequence, 'websocket');
  try {
    await sequence.begin();
    for (const [i, body] of bodies.entries()) await departures.send(withHead(i % sequence.cycle, body));
    await departures.until(bodies.length).catch(() => {});
    return await sequence.end();
  } finally {
    departures.close();
  }
}

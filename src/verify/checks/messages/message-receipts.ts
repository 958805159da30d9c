// Messages to the server: acknowledged when they are there, in the contract's steps, and never before.

import { Readable } from 'node:stream';
import type { ModeName } from '../../../factors/mode.ts';
import { ACKNOWLEDGE } from '../../../wire/sequence.ts';
import { openDepartures } from '../../messages/departures.ts';
import {
  caughtAs,
  type MessageLook,
  messageCheck,
  randomContent,
  randomSpec,
  referenceMessages,
} from '../../messages/message-check.ts';
import { within } from '../../messages/plain-client.ts';
import { makeSequence } from '../../messages/plain-sequence.ts';
import { clientFrame, openSocket } from '../../messages/plain-socket.ts';

const ENDPOINTS = ['post', 'websocket'] as const;

/** A target that acknowledges too early does it at once. */
const LISTEN_MS = 60;

export const messageReceipts = messageCheck({
  name: 'message-receipts',
  must: 'messages to the server are acknowledged when its application has them whole: throughput by WebSocket every 100 or 1 000 000 bytes and the last, else each',
  endpoints: ENDPOINTS,
  once: 'fast',
  look: async (look) => {
    const findings: string[] = [];
    for (const endpoint of ENDPOINTS.filter(look.has)) {
      for (const [mode, messages, bytes] of LOADS) {
        const what = `${endpoint}, ${mode}, ${messages} × ${bytes} B`;
        findings.push(...(await caughtAs(what, () => steps(look, endpoint, mode, messages, bytes))));
      }
    }
    if (look.has('post')) findings.push(...(await caughtAs('post', () => beforeTheEnd(look))));
    if (look.has('websocket')) {
      for (const mode of ['throughput', 'ping-pong'] as const)
        findings.push(...(await caughtAs(`websocket, ${mode}`, () => tooEarly(look, mode))));
    }
    return findings;
  },
});

const LOADS: readonly (readonly [ModeName, number, number])[] = [
  ['throughput', 250, 100],
  ['throughput', 25, 150_000],
  ['ping-pong', 20, 100],
];

async function steps(
  { client }: MessageLook,
  endpoint: (typeof ENDPOINTS)[number],
  mode: ModeName,
  messages: number,
  bytes: number,
): Promise<string[]> {
  const spec = randomSpec('client-to-server', mode, messages, randomContent(7, { policy: 'fixed', bytes }));
  const sequence = await makeSequence(client, spec);
  const departures = await openDepartures(client, sequence, endpoint);
  try {
    await sequence.begin();
    for (const [i, message] of referenceMessages(spec).entries()) {
      await departures.send(message);
      if (mode === 'ping-pong') await departures.until(i + 1);
    }
    await departures.until(messages);
    const { failure, received } = await sequence.end();
    const findings = failure === null ? [] : [`a faultless sequence failed: ${failure}`];
    if (received !== messages) findings.push(`it says that it received ${received}`);
    const each = endpoint === 'post' || mode !== 'throughput';
    const should = each ? Array.from({ length: messages }, (_, i) => i + 1) : receiptSteps(messages, bytes);
    const is = departures.acknowledged;
    if (String(is) === String(should)) return findings;
    return [...findings, `acknowledged ${shown(is)}, not ${shown(should)}`];
  } finally {
    departures.close();
  }
}

/** Of messages of one size, in throughput over WebSocket. */
function receiptSteps(messages: number, bytes: number): number[] {
  const step = Math.min(ACKNOWLEDGE.everyMessages, Math.ceil(ACKNOWLEDGE.everyBytes / bytes));
  const steps = Array.from({ length: Math.floor(messages / step) }, (_, i) => (i + 1) * step);
  return messages % step === 0 ? steps : [...steps, messages];
}

/** All but the last byte of a message that is to be acknowledged, then silence, then that byte. */
async function tooEarly({ client }: MessageLook, mode: ModeName): Promise<string[]> {
  const due = mode === 'throughput' ? ACKNOWLEDGE.everyMessages : 1;
  const spec = randomSpec(
    'client-to-server',
    mode,
    due + 1,
    randomContent(8, { policy: 'fixed', bytes: 5_000 }),
  );
  const sequence = await makeSequence(client, spec);
  const { socket, raw } = await openSocket(client, `/socket?sequence=${sequence.id}`);
  try {
    await sequence.begin();
    const early: string[] = [];
    socket.on('message', (data) => early.push(String(data)));
    const frames = Buffer.concat(referenceMessages(spec).slice(0, due).map(clientFrame));
    raw.write(frames.subarray(0, -1));
    await new Promise((resolve) => setTimeout(resolve, LISTEN_MS));
    if (early.length > 0)
      return [`acknowledged ${early[0]} when a byte of message ${due} had not been sent yet`];
    const acknowledged = new Promise((resolve) => socket.once('message', resolve));
    raw.write(frames.subarray(-1));
    await within(client.timeoutMs, `the acknowledgement of message ${due}`, acknowledged);
    return early[0] === String(due) ? [] : [`acknowledged ${early[0]}, not ${due}`];
  } finally {
    socket.terminate();
  }
}

/** All but the last byte of a body, then silence, then that byte. */
async function beforeTheEnd({ client }: MessageLook): Promise<string[]> {
  const spec = randomSpec(
    'client-to-server',
    'throughput',
    1,
    randomContent(25, { policy: 'fixed', bytes: 5_000 }),
  );
  const sequence = await makeSequence(client, spec);
  await sequence.begin();
  const message = referenceMessages(spec)[0]!;
  let isWhole = false;
  const pieces = Readable.from(
    (async function* () {
      yield message.subarray(0, -1);
      await new Promise((resolve) => setTimeout(resolve, LISTEN_MS));
      isWhole = true;
      yield message.subarray(-1);
    })(),
  );
  const path = `/message?sequence=${sequence.id}`;
  const { status, body } = await client.open('POST', path, { pieces, length: message.length });
  const wasWhole = isWhole;
  body.on('error', () => {}).resume();
  const findings = wasWhole ? [] : ['answered when a byte of the message had not been sent yet'];
  return status === 200 ? findings : [...findings, `answered ${status}`];
}

function shown(numbers: readonly number[]): string {
  return numbers.length <= 8 ? numbers.join(' ') : `${numbers.slice(0, 7).join(' ')} … ${numbers.at(-1)}`;
}

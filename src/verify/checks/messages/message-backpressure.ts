// A client that stops reading: the target stops sending, so that its memory stays bounded, and goes on where
// it stopped. Both ways it then stops reading too. Its memory is seen where the lab started it, on Linux.

import type { Socket } from 'node:net';
import { sayBytes } from '../../../base/figures/bytes.ts';
import { plural } from '../../../base/figures/plurals.ts';
import type { Endpoint } from '../../../wire/sequence.ts';
import { DOWNWARD, openArrivals } from '../../messages/arrivals.ts';
import { kernelBytes, residentBytes } from '../../messages/held-bytes.ts';
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
import { openSocket } from '../../messages/plain-socket.ts';

const BYTES = 10_000;
const MESSAGES = { fast: 4_000, full: 6_000 } as const;

/**
 * What the target may hold itself: GlassFish's 8 MB twice. What the kernel holds is read from the system,
 * because no bound that 40 MB could pass holds for it: a receive buffer of Linux alone grows to 33.5 MB where
 * the target reads late on a busy machine.
 */
const HELD_MOST_BYTES = 16_000_000;

/** The target's and the kernel's together, where the system does not show what the kernel holds. */
const UNREAD_MOST_BYTES = 32_000_000;

/** The contract's bound and what a collector may let lie. */
const GROWTH_MOST_BYTES = 48_000_000;

const PAUSE_MS = { fast: 150, full: 400 } as const;

/** Between two looks at what the kernel holds, and how many looks it has to come to rest. */
const LOOK_MS = 100;
const LOOKS = 20;

/**
 * Nothing has gone for so long: shorter stalls are the machine's, or a collector's, and would pass for a
 * target that stopped.
 */
const STOPPED_MS = 500;

export const messageBackpressure = messageCheck({
  name: 'message-backpressure',
  must: 'it sends no further than the client reads and reads no further than it can send back; nothing is lost when the client goes on',
  endpoints: ['sse', 'stream', 'websocket'],
  once: 'fast',
  look: async (look) => {
    const findings: string[] = [];
    const ways = DOWNWARD.filter((way) => way !== 'long-polling' && look.has(way));
    for (const endpoint of look.context.mode === 'full' ? ways : ways.slice(-1))
      findings.push(...(await caughtAs(endpoint, () => notReading(look, endpoint))));
    if (look.has('websocket'))
      findings.push(...(await caughtAs('websocket, both ways', () => notReadingEchoes(look))));
    return findings;
  },
});

async function notReading({ client, context }: MessageLook, endpoint: Endpoint): Promise<string[]> {
  const messages = MESSAGES[context.mode];
  const spec = randomSpec(
    'server-to-client',
    'throughput',
    messages,
    randomContent(15, { policy: 'fixed', bytes: BYTES }),
  );
  const sequence = await makeSequence(client, spec);
  const arrivals = await openArrivals(client, sequence, endpoint, () => 0);
  try {
    const before = residentBytes(context.pid);
    arrivals.pause();
    await sequence.begin();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS[context.mode]));
    const { sent } = await sequence.state();
    const after = residentBytes(context.pid);
    const findings: string[] = [];
    const unread = (sent - arrivals.messages.length) * BYTES;
    if (isTooMuch(unread, arrivals.socket === null ? null : kernelBytes(arrivals.socket.raw)))
      findings.push(`it sent ${sayBytes(unread, 3)} that the client did not read`);
    if (before !== null && after !== null && after - before > GROWTH_MOST_BYTES)
      findings.push(`its memory grew by ${sayBytes(after - before, 3)} while the client did not read`);
    arrivals.resume();
    await arrivals.until(messages);
    const { failure } = await sequence.end();
    if (failure !== null) findings.push(`it says that it failed: ${failure}`);
    return [...findings, ...contentFindings(arrivals.messages, spec)];
  } finally {
    arrivals.close();
  }
}

/** Sends until nothing goes any more: the target must leave what it cannot send back where it is. */
async function notReadingEchoes({ client, context }: MessageLook): Promise<string[]> {
  const messages = MESSAGES[context.mode];
  const spec = randomSpec(
    'both-ways',
    'throughput',
    messages,
    randomContent(16, { policy: 'fixed', bytes: BYTES }),
  );
  const sequence = await makeSequence(client, spec);
  const { socket, raw } = await openSocket(client, `/socket?sequence=${sequence.id}`);
  try {
    const came: Buffer[] = [];
    socket.binaryType = 'nodebuffer';
    const all = new Promise<void>((resolve, reject) => {
      socket.on('message', (data: Buffer) => {
        if (came.push(data) === messages) resolve();
      });
      socket.on('close', (code) =>
        reject(new Error(`closed with ${code} after ${came.length} ${plural(came.length, 'message')}`)),
      );
    });
    all.catch(() => {});
    await sequence.begin();
    raw.pause();
    const reference = referenceMessages(spec);
    let sent = 0;
    while (sent < messages && (raw.writableLength < 1_000_000 || (await drains(raw, STOPPED_MS)))) {
      socket.send(reference[sent % reference.length]!);
      sent++;
    }
    // On a busy machine some may still be on its way into the target's memory.
    const inKernel = await restingKernelBytes(raw);
    const taken = sent * BYTES - raw.writableLength;
    const findings = isTooMuch(taken, inKernel)
      ? [`it took ${sayBytes(taken, 3)} while nothing was read of what came back`]
      : [];
    raw.resume();
    for (; sent < messages; sent++) {
      socket.send(reference[sent % reference.length]!);
      if (raw.writableLength > 1_000_000) await drains(raw, client.timeoutMs);
    }
    await Promise.race([all, late(client.timeoutMs, () => came.length)]);
    const { failure } = await sequence.end();
    if (failure !== null) findings.push(`it says that it failed: ${failure}`);
    return [...findings, ...contentFindings(came, spec, reference)];
  } finally {
    socket.terminate();
  }
}

function isTooMuch(bytes: number, inKernel: number | null): boolean {
  return inKernel === null ? bytes > UNREAD_MOST_BYTES : bytes - inKernel > HELD_MOST_BYTES;
}

/** Once two looks show the same, or after the last one. */
async function restingKernelBytes(connection: Socket): Promise<number | null> {
  let bytes = kernelBytes(connection);
  for (let look = 1; look < LOOKS && bytes !== null; look++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const before = bytes;
    bytes = kernelBytes(connection);
    if (bytes === before) break;
  }
  return bytes;
}

/** false where nothing went for so long. */
function drains(raw: NodeJS.WritableStream, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (is: boolean) => {
      clearTimeout(timer);
      raw.removeListener('drain', yes);
      resolve(is);
    };
    const yes = () => done(true);
    const timer = setTimeout(() => done(false), withinMs);
    raw.once('drain', yes);
  });
}

function late(timeoutMs: number, count: () => number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(
      () => reject(new Error(`only ${count()} ${plural(count(), 'message')} came back`)),
      timeoutMs,
    ).unref();
  });
}

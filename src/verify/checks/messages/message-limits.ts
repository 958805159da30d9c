// A message longer than the target takes: the WebSocket is closed with 1009, the request gets 413, and the
// target goes on.

import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import {
  caughtAs,
  type MessageLook,
  messageCheck,
  randomContent,
  randomSpec,
} from '../../messages/message-check.ts';
import { within } from '../../messages/plain-client.ts';
import { makeSequence } from '../../messages/plain-sequence.ts';
import { clientFrameHead, openSocket } from '../../messages/plain-socket.ts';

/** RFC 6455, 7.4.1: message too big. */
const TOO_BIG = 1009;

const LOOK_MS = 300;

const PIECE = Buffer.alloc(1_000_000, 'x');

export const messageLimits = messageCheck({
  name: 'message-limits',
  must: 'a longer message than largestBytes closes a WebSocket with 1009 and is answered 413 where it is posted',
  endpoints: ['post', 'websocket'],
  once: 'fast',
  look: async (look) => {
    const findings: string[] = [];
    if (look.has('websocket')) findings.push(...(await caughtAs('websocket', () => longFrame(look))));
    if (look.has('post')) findings.push(...(await caughtAs('post', () => longBody(look))));
    return findings;
  },
});

function smallSequence({ client }: MessageLook) {
  return makeSequence(
    client,
    randomSpec('client-to-server', 'throughput', 10, randomContent(17, { policy: 'fixed', bytes: 100 })),
  );
}

/** Sends it as it would be sent: the target may say no at its head, or when it has had too much. */
async function longFrame(look: MessageLook): Promise<string[]> {
  const { client, features } = look;
  const { id } = await smallSequence(look);
  const { socket, raw } = await openSocket(client, `/socket?sequence=${id}`);
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const length = features.largestBytes + 1;
  raw.write(clientFrameHead(length));
  pour(raw, length);
  const code = await within(client.timeoutMs, 'the end of the WebSocket', closed);
  socket.terminate();
  return code === TOO_BIG ? [] : [`closed with ${code}, not ${TOO_BIG}`];
}

function pour(raw: Socket, length: number): void {
  let left = length;
  const more = () => {
    while (left > 0 && raw.writable) {
      const piece = PIECE.subarray(0, Math.min(left, PIECE.length));
      left -= piece.length;
      if (!raw.write(piece)) return void raw.once('drain', more);
    }
  };
  // What is written after it was closed is nobody's trouble.
  raw.on('error', () => {});
  more();
}

/**
 * Whoever refuses it at its head has the time to say so before more is written to a connection that closes.
 */
async function* slowlyThenAll(length: number): AsyncGenerator<Buffer> {
  yield PIECE.subarray(0, 1_000);
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  for (let left = length - 1_000; left > 0; left -= PIECE.length)
    yield PIECE.subarray(0, Math.min(left, PIECE.length));
}

async function longBody(look: MessageLook): Promise<string[]> {
  const { client, features } = look;
  const { id } = await smallSequence(look);
  const length = features.largestBytes + 1;
  const pieces = Readable.from(slowlyThenAll(length));
  const { status, body } = await client.open('POST', `/message?sequence=${id}`, { pieces, length });
  body.on('error', () => {}).destroy();
  const findings = status === 413 ? [] : [`answered ${status}, not 413`];
  const after = await smallSequence(look);
  const { failure } = await after.end();
  // An empty sequence of ten has lost all of them; that it answers is what is asked here.
  return failure === null ? [...findings, 'a sequence without its messages ended well'] : findings;
}

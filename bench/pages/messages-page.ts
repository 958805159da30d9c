// The page of bench/messages.ts: sequences as the agent carries them out, and loops that anyone would write
// by hand.

import { runSequence } from '../../src/exchange/messages/run-sequence.ts';
import type { SequenceOutcome } from '../../src/exchange/messages/sequence-order.ts';
import type { MessageTransport } from '../../src/factors/transport.ts';
import type { SequenceSpec } from '../../src/wire/sequence.ts';

const TIMEOUT_MS = 60_000;

let delivered = 0;

async function ours(
  targetUrl: string,
  transport: MessageTransport,
  spec: SequenceSpec,
): Promise<SequenceOutcome> {
  delivered = 0;
  const order = { targetUrl, secret: null, transport, spec, certificateSha256Base64: null, data: null };
  const onProgress = (count: number) => {
    delivered = count;
  };
  const place = { now: () => performance.now(), timeoutMs: TIMEOUT_MS, onProgress };
  return runSequence(order, place, new AbortController().signal);
}

/** How far the sequence that is under way has come. */
function progress(): number {
  return delivered;
}

function opened(url: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.onopen = () => resolve(socket);
    socket.onerror = () => reject(new Error(`no WebSocket at ${url}`));
  });
}

/** One message there and back after the other, each stamped; ms for all. */
async function barePingPong(url: string, message: string, times: number): Promise<number> {
  const socket = await opened(url);
  const latencies: number[] = [];
  const startMs = performance.now();
  let sentMs = startMs;
  await new Promise<void>((resolve) => {
    socket.onmessage = () => {
      const nowMs = performance.now();
      latencies.push(nowMs - sentMs);
      if (latencies.length === times) resolve();
      else {
        sentMs = nowMs;
        socket.send(message);
      }
    };
    socket.send(message);
  });
  const totalMs = performance.now() - startMs;
  socket.close();
  return totalMs;
}

/** The word to begin → the last of so many messages; `begin` says it. */
function until(
  messages: number,
  listen: (take: (data: string) => void) => void,
  begin: () => void,
): Promise<number> {
  return new Promise((resolve) => {
    const came: string[] = [];
    let startMs = 0;
    listen((data) => {
      came.push(data);
      if (came.length === messages) resolve(performance.now() - startMs);
    });
    startMs = performance.now();
    begin();
  });
}

/** `word`: by the WebSocket itself, or by a request as the target contract has it. */
async function barePushBySocket(url: string, messages: number, word: 'message' | 'request'): Promise<number> {
  const socket = await opened(url.replace(/^http/, 'ws'));
  const totalMs = await until(
    messages,
    (take) => {
      socket.onmessage = ({ data }) => take(data as string);
    },
    () => (word === 'message' ? socket.send('begin') : void fetch(`${url}/begin`, { method: 'POST' })),
  );
  socket.close();
  return totalMs;
}

async function barePushByEvents(url: string, messages: number): Promise<number> {
  const source = new EventSource(`${url}/events`);
  await new Promise((resolve) => source.addEventListener('ready', resolve, { once: true }));
  const totalMs = await until(
    messages,
    (take) => {
      source.onmessage = ({ data }) => take(data as string);
    },
    () => void fetch(`${url}/begin`, { method: 'POST' }),
  );
  source.close();
  return totalMs;
}

Object.assign(globalThis, {
  wirefareBench: { ours, progress, barePingPong, barePushBySocket, barePushByEvents },
});

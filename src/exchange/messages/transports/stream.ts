// Messages to the client in the body of one answer to fetch, which goes on: framed by their length, read as
// they come.

import { FrameReader } from '../../../messages/frames.ts';
import { MESSAGE_LIMITS } from '../../../wire/sequence.ts';
import { type Opening, type Transport, urlOf, wordsOf } from '../channel.ts';
import { NextByPost } from './next-by-post.ts';
import { refusalOf } from './post-answer.ts';

export const STREAM: Transport = {
  isHere: () => typeof fetch === 'function' && typeof ReadableStream === 'function',
  open: async (opening) => {
    const reading = new AbortController();
    const signal = AbortSignal.any([opening.signal, reading.signal]);
    const ready = Promise.withResolvers<void>();
    const done = read(opening, signal, ready);
    // A body that ends before its first frame was never ready.
    await Promise.race([ready.promise, done.then((reason) => Promise.reject(new Error(reason)))]);
    const next = new NextByPost(opening);
    return {
      get isBusy() {
        return next.isBusy;
      },
      mostUnacknowledgedBytes: 0,
      ask: () => next.ask(),
      close: async () => {
        reading.abort();
        await Promise.all([done, next.settled()]);
      },
    };
  },
};

/** Resolves with why it ended. The first frame, of length 0, says that the stream is open. */
async function read(
  opening: Opening,
  signal: AbortSignal,
  ready: PromiseWithResolvers<void>,
): Promise<string> {
  const { events } = opening;
  const reason = await readAll(urlOf(opening, '/stream'), signal, () => {
    ready.resolve();
    return events.message;
  }).catch((thrown: unknown) => `GET /stream failed: ${wordsOf(thrown)}`);
  if (!signal.aborted) events.failed(reason);
  return reason;
}

async function readAll(
  url: string,
  signal: AbortSignal,
  opened: () => (message: Uint8Array) => void,
): Promise<string> {
  const response = await fetch(url, { signal });
  if (response.status !== 200) return refusalOf(response.status, await response.text(), 'GET /stream');
  let take: (message: Uint8Array) => void = () => {
    take = opened();
  };
  const frames = new FrameReader(MESSAGE_LIMITS.mostBytes, (message) => take(message));
  const reader = response.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return 'the answer to GET /stream ended';
    frames.push(value);
  }
}

// Messages by WebTransport (W3C) over HTTP/3: one stream of both directions, in which each message stands
// behind its length. What comes from the target is a message, or, where it only receives, the number that it
// has received.

import { FrameReader } from '../../../messages/frames.ts';
import { MESSAGE_LIMITS } from '../../../wire/sequence.ts';
import {
  type Channel,
  MOST_UNACKNOWLEDGED_BYTES,
  type Opening,
  type Transport,
  urlOf,
  wordsOf,
} from '../channel.ts';
import { FrameWriter } from './frame-writer.ts';

/** A peer that does not answer our closing is left alone. */
const CLOSING_MS = 500;

/** Why a session was closed is given so long to arrive behind the end of its stream. */
const REASON_MS = 100;

/** What asks for the next message. */
const ASKING = Uint8Array.of(0x6e);

export const WEBTRANSPORT: Transport = {
  isHere: () => typeof WebTransport === 'function',
  open: async (opening) => {
    const { signal } = opening;
    const session = new WebTransport(urlOf(opening, '/transport'), optionsOf(opening));
    // Whoever does not wait for it when it fails must not be told of it as of an error that nobody took.
    session.closed.catch(() => undefined);
    const leave = () => session.close();
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await channelOf(session, opening);
    } catch (thrown) {
      signal.throwIfAborted();
      throw new Error(`the WebTransport session could not be opened: ${wordsOf(thrown)}`);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  },
};

/** The certificate is the run's own and known to no authority: the page names it by its hash. */
function optionsOf({ certificateSha256Base64 }: Opening): WebTransportOptions {
  if (certificateSha256Base64 === null) return {};
  const value = Uint8Array.from(atob(certificateSha256Base64), (byte) => byte.charCodeAt(0));
  return { serverCertificateHashes: [{ algorithm: 'sha-256', value }] };
}

async function channelOf(session: WebTransport, { spec, events }: Opening): Promise<Channel> {
  await session.ready;
  const { readable, writable } = await session.createBidirectionalStream();
  let isClosing = false;
  const failed = (why: string) => {
    if (!isClosing) events.failed(`the WebTransport session was closed: ${why}`);
  };
  const out = new FrameWriter(writable.getWriter(), (thrown) => failed(wordsOf(thrown)));
  const opened = Promise.withResolvers<void>();
  const receive =
    spec.direction === 'client-to-server' ? acknowledgement(events.acknowledged) : events.message;
  const ended = readAll(readable, opened.resolve, receive).then((why) => reasonOf(session, why));
  ended.then(failed);
  // A length of 0: the target does not know of a stream before something comes over it, and answers likewise.
  out.send(new Uint8Array(0));
  await Promise.race([opened.promise, ended.then((why) => Promise.reject(new Error(why)))]);
  return {
    isBusy: false,
    mostUnacknowledgedBytes: MOST_UNACKNOWLEDGED_BYTES,
    send: (message) => out.send(message),
    ask: () => out.send(ASKING),
    get heldBytes() {
      return out.heldBytes;
    },
    close: () => {
      isClosing = true;
      return closed(session);
    },
  };
}

function acknowledgement(acknowledged: (received: number) => void): (message: Uint8Array) => void {
  return (message) => acknowledged(Number(String.fromCharCode(...message)));
}

/** Resolves with why no more comes. The first frame says that the stream is open. */
async function readAll(
  readable: ReadableStream<Uint8Array>,
  opened: () => void,
  receive: (message: Uint8Array) => void,
): Promise<string> {
  let isOpen = false;
  const frames = new FrameReader(MESSAGE_LIMITS.mostBytes, (message) => {
    if (isOpen) receive(message);
    else {
      isOpen = true;
      opened();
    }
  });
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'the target has ended the stream';
      frames.push(value);
    }
  } catch (thrown) {
    return wordsOf(thrown);
  }
}

/** What the session says of its end tells more than what its stream says, and may come a moment later. */
async function reasonOf(session: WebTransport, ofStream: string): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, REASON_MS, ofStream);
  });
  const ofSession = session.closed.then(({ reason }) => reason ?? '', wordsOf);
  const said = await Promise.race([ofSession, late]);
  clearTimeout(timer);
  return said === '' ? ofStream : said;
}

function closed(session: WebTransport): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, CLOSING_MS);
    const gone = () => {
      clearTimeout(timer);
      resolve();
    };
    session.closed.then(gone, gone);
    try {
      session.close();
    } catch {
      // It is closed already.
    }
  });
}

// Asks by HTTP/2: all requests are streams of one connection, and another one is opened when it ends.

import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as connectHttp2,
  constants,
} from 'node:http2';
import type { Socket } from 'node:net';
import type { Dial } from './dial.ts';
import { Redialing } from './redialing.ts';
import type { AnswerTaker, OpenUpstream, UpstreamTarget } from './upstream.ts';

/**
 * As Chromium has them. With the 64 kB that Node takes by itself a server at a distance would send no more
 * than that in a round trip, and users of browsers do not wait for it.
 */
const STREAM_WINDOW_BYTES = 6 * 1024 * 1024;
const CONNECTION_WINDOW_BYTES = 15 * 1024 * 1024;

export async function overHttp2(
  { url, path, headers }: UpstreamTarget,
  dial: Dial,
  now: () => number,
): Promise<OpenUpstream> {
  const { origin, host: ofUrl } = new URL(url);
  const { host = ofUrl, ...own } = headers;
  const redialing = new Redialing();
  let isClosed = false;
  let current: ClientHttp2Session | null = null;
  /** null: given up, until somebody asks. */
  let opening: Promise<ClientHttp2Session> | null = null;
  let isUsed = false;
  let pause: NodeJS.Timeout | undefined;
  const again = (livedMs: number) => {
    if (isClosed) return;
    const pauseMs = isUsed ? 0 : redialing.pauseAfterLosing(livedMs);
    opening = null;
    if (pauseMs === 0) open();
    else if (pauseMs !== null) pause = setTimeout(open, pauseMs).unref();
  };
  const open = () => {
    clearTimeout(pause);
    isUsed = false;
    const own = dial().then((socket) => {
      // A session on it would never say that it is over.
      if (socket.destroyed) throw socket.errored ?? closedTooSoon();
      const openMs = now();
      const session = connectHttp2(origin, {
        createConnection: () => socket as Socket,
        settings: { initialWindowSize: STREAM_WINDOW_BYTES, enablePush: false },
      });
      session.once('connect', () => session.setLocalWindowSize(CONNECTION_WINDOW_BYTES));
      current = session;
      session.on('error', () => {});
      // Whoever closes it, the next request must not wait for another one.
      const over = () => {
        if (current !== session) return;
        current = null;
        again(now() - openMs);
      };
      session.once('goaway', over);
      session.once('close', over);
      return session;
    });
    opening = own;
    own.catch(() => {
      if (opening === own) opening = null;
    });
    return own;
  };
  /** One that dies may say so later. */
  const alive = () => {
    if (current !== null && (current.destroyed || current.closed)) {
      current = null;
      opening = null;
    }
    return current;
  };
  await open();
  return {
    ask: (sent, taker) => {
      let stream: ClientHttp2Stream | null = null;
      let isStopped = false;
      const ask = (session: ClientHttp2Session) => {
        if (isStopped) return;
        isUsed = true;
        redialing.used();
        const fields = { ':path': path, ':authority': host, ...sent, ...own };
        try {
          stream = session.request(fields, { endStream: true });
        } catch (thrown) {
          taker.failed(thrown);
          return;
        }
        tell(stream, taker, now(), now);
      };
      const session = alive();
      if (session !== null) ask(session);
      else (opening?.catch(open) ?? open()).then(ask).catch(taker.failed);
      return {
        resume: () => stream?.resume(),
        stop: () => {
          isStopped = true;
          stream?.destroy();
        },
      };
    },
    close: () => {
      isClosed = true;
      clearTimeout(pause);
      void opening?.then(
        (session) => session.destroy(),
        () => undefined,
      );
    },
  };
}

function tell(stream: ClientHttp2Stream, taker: AnswerTaker, handedMs: number, now: () => number): void {
  let isOver = false;
  const over = (act: () => void) => {
    if (isOver) return;
    isOver = true;
    act();
  };
  stream.once('error', (error) => over(() => taker.failed(error)));
  const gone = () => over(() => taker.failed(closedTooSoon()));
  stream.once('close', gone);
  let hasHead = false;
  stream.once('response', (head) => {
    hasHead = true;
    const told = { status: Number(head[':status']), headers: joined(head), httpVersion: '2.0' };
    taker.head({ ...told, handedMs, headMs: now() });
  });
  stream.on('data', (bytes: Buffer) => {
    if (!taker.piece(bytes, false)) stream.pause();
  });
  // Node ends a stream also where its connection was closed, with a code that is no error to it.
  stream.once('end', () =>
    hasHead && stream.rstCode === constants.NGHTTP2_NO_ERROR ? over(taker.end) : gone(),
  );
}

function closedTooSoon(): Error {
  const gone = new Error('the connection was closed before the answer was complete');
  return Object.assign(gone, { code: 'ECONNRESET' });
}

function joined(headers: Readonly<Record<string, unknown>>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !name.startsWith(':'))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value?.toString()]),
  );
}

// Messages by WebSocket (RFC 6455): text messages as text frames, all else as binary ones. What comes from
// the target is a message, or, where it only receives, the number that it has received.

import { type Channel, MOST_UNACKNOWLEDGED_BYTES, type Opening, type Transport, urlOf } from '../channel.ts';

/** A peer that does not answer our closing is left alone. */
const CLOSING_MS = 500;

export const WEBSOCKET: Transport = {
  isHere: () => typeof WebSocket === 'function',
  open: (opening) =>
    new Promise((resolve, reject) => {
      const { signal } = opening;
      const socket = new WebSocket(urlOf(opening, '/socket').replace(/^http/, 'ws'));
      socket.binaryType = 'arraybuffer';
      const leave = () => {
        socket.onclose = null;
        socket.close();
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      socket.onclose = ({ code, reason }) => {
        signal.removeEventListener('abort', leave);
        reject(new Error(`the WebSocket could not be opened: ${inWords(code, reason)}`));
      };
      socket.onopen = () => {
        signal.removeEventListener('abort', leave);
        try {
          resolve(channelOf(socket, opening));
        } catch (thrown) {
          socket.onclose = null;
          socket.close();
          reject(thrown);
        }
      };
    }),
};

function channelOf(socket: WebSocket, { spec, events }: Opening): Channel {
  refuseOtherCompression(socket, spec.compression);
  const { message, acknowledged, failed } = events;
  socket.onmessage =
    spec.direction === 'client-to-server'
      ? ({ data }) => acknowledged(Number(data))
      : ({ data }) => message(data as string | ArrayBuffer);
  socket.onclose = ({ code, reason }) => failed(`the WebSocket was closed: ${inWords(code, reason)}`);
  return {
    isBusy: false,
    mostUnacknowledgedBytes: MOST_UNACKNOWLEDGED_BYTES,
    send: (message) => socket.send(message),
    ask: () => socket.send('next'),
    get heldBytes() {
      return socket.bufferedAmount;
    },
    close: () => closed(socket),
  };
}

/**
 * A sequence that was to be deflated and is not would be timed under a wrong name, and the other way round.
 */
function refuseOtherCompression({ extensions }: WebSocket, asked: string): void {
  const isDeflated = extensions.includes('permessage-deflate');
  if (isDeflated === (asked === 'permessage-deflate')) return;
  throw new Error(
    `the WebSocket came with the extensions "${extensions}", the compression asked for was ${asked}`,
  );
}

function closed(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    socket.onmessage = null;
    if (socket.readyState === socket.CLOSED) resolve();
    const timer = setTimeout(resolve, CLOSING_MS);
    socket.onclose = () => {
      clearTimeout(timer);
      resolve();
    };
    socket.close(1000);
  });
}

/** Codes of RFC 6455, 7.4.1. */
const CODES: Readonly<Record<number, string>> = {
  1000: 'as if all were done',
  1001: 'the other side goes away',
  1002: 'protocol error',
  1006: 'without a word',
  1009: 'a message is too long for it',
  1011: 'it met with an error',
};

function inWords(code: number, reason: string): string {
  const words = [CODES[code], reason].filter(Boolean).join(', ');
  return words === '' ? `code ${code}` : `code ${code}, ${words}`;
}

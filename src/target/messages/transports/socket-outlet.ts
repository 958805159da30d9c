// Messages to the client over a WebSocket.

import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { type Outlet, whenWritten } from '../outlet.ts';

const NORMAL = 1000;
const INTERNAL_ERROR = 1011;

/** The longest reason that fits into a close frame. */
const LONGEST_REASON = 120;

/** `socket` is the connection under `webSocket`. */
export function socketOutlet(webSocket: WebSocket, socket: Duplex, isText: boolean): Outlet {
  const options = { binary: !isText };
  return {
    send: (message, onWritten) => {
      if (onWritten === null) webSocket.send(message, options);
      else webSocket.send(message, options, whenWritten(onWritten));
    },
    cork: () => socket.cork(),
    uncork: () => socket.uncork(),
    refuses: null,
    close: (failure) => {
      if (failure === null) webSocket.close(NORMAL);
      else webSocket.close(INTERNAL_ERROR, shortened(failure));
    },
    destroy: () => webSocket.terminate(),
  };
}

function shortened(reason: string): string {
  return reason.replaceAll(/[^ -~]/g, '?').slice(0, LONGEST_REASON);
}

/**
 * Returns a function to call before each write. Everything that is written in one turn of the event loop then
 * leaves together, in one system call.
 */
export function corkedTurn(socket: Duplex): () => void {
  let isCorked = false;
  return () => {
    if (isCorked) return;
    isCorked = true;
    socket.cork();
    queueMicrotask(() => {
      isCorked = false;
      socket.uncork();
    });
  };
}

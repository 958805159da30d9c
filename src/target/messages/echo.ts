// GET /socket alone: a WebSocket that sends back whatever it gets, as it came.

import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { MOST_UNWRITTEN_BYTES } from './outlet.ts';
import { corkedTurn } from './socket-outlet.ts';

export function echo(webSocket: WebSocket, socket: Duplex): void {
  const cork = corkedTurn(socket);
  const resume = () => {
    if (webSocket.isPaused && webSocket.bufferedAmount < MOST_UNWRITTEN_BYTES) webSocket.resume();
  };
  webSocket.on('message', (message: Buffer, isBinary) => {
    cork();
    webSocket.send(message, { binary: isBinary }, resume);
    if (webSocket.bufferedAmount >= MOST_UNWRITTEN_BYTES) webSocket.pause();
  });
}

// A WebSocket of the checks: the library ws as a client, with its options bare, on a connection whose bytes
// are counted and that can be written to by hand.

import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { WebSocket } from 'ws';
import { requestUrl } from '../../wire/target-contract.ts';
import { type PlainClient, within } from './plain-client.ts';

export interface PlainSocket {
  readonly socket: WebSocket;
  /** What lies below. */
  readonly raw: Socket;
}

/**
 * Resolves when it is open; rejects with the reason. `offersDeflate`: says that it knows permessage-deflate.
 */
export function openSocket(
  { place, timeoutMs }: PlainClient,
  path: string,
  offersDeflate = false,
): Promise<PlainSocket> {
  const { hostname: host, port } = new URL(place.origin);
  const targetUrl = place.origin.replace(/^http/, 'ws');
  let raw: Socket | null = null;
  const socket = new WebSocket(requestUrl({ targetUrl, secret: place.secret }, path), {
    perMessageDeflate: offersDeflate,
    maxPayload: 0,
    createConnection: () => {
      const ca = place.certificate;
      raw =
        ca === null
          ? connect({ host, port: Number(port) })
          : connectTls({ host, port: Number(port), ca, ALPNProtocols: ['http/1.1'] });
      raw.setNoDelay(true);
      return raw;
    },
  });
  const opened = new Promise<PlainSocket>((resolve, reject) => {
    socket.once('open', () => resolve({ socket, raw: raw! }));
    socket.on('error', ({ message }) => reject(new Error(`WebSocket ${path}: ${message}`)));
  });
  return within(timeoutMs, `WebSocket ${path}`, opened);
}

/** A whole message to the server, masked with zeros as RFC 6455 lets a client; cut it to send a part. */
export function clientFrame(payload: Uint8Array): Buffer {
  return Buffer.concat([clientFrameHead(payload.length), payload]);
}

/** What stands before the payload of a binary message of that length. */
export function clientFrameHead(length: number): Buffer {
  const head = Buffer.alloc(length < 126 ? 6 : length < 65_536 ? 8 : 14);
  head[0] = 0x82;
  if (length < 126) head[1] = 0x80 | length;
  else if (length < 65_536) {
    head[1] = 0x80 | 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 0x80 | 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return head;
}

// The TCP connections of the target's servers, with their bytes on the wire. Under TLS a request's own socket
// counts decrypted bytes only.

import type { Server } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { Socket } from 'node:net';

type Ends = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localPort'>;

/** The connections of all servers of the process, by both of their ends. */
const open = new Map<string, Socket>();

/** The connections that the server has open at the moment, handshakes included. */
export function openConnections(server: Server | Http2SecureServer): ReadonlySet<Socket> {
  const ours = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    // A socket forgets its ends when it closes.
    const key = connectionKey(socket);
    ours.add(socket);
    open.set(key, socket);
    socket.once('close', () => {
      ours.delete(socket);
      if (open.get(key) === socket) open.delete(key);
    });
  });
  return ours;
}

/**
 * The connection under a socket of a request, whose `bytesRead` and `bytesWritten` are those on the wire;
 * null if it is closed.
 */
export function rawSocket(socket: Ends): Socket | null {
  return open.get(connectionKey(socket)) ?? null;
}

function connectionKey({ remoteAddress, remotePort, localPort }: Ends): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}

// The TCP connections of the target's servers as they are on the wire: under TLS too, where what a request
// calls its socket counts decrypted bytes alone.

import type { Server } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { Socket } from 'node:net';

type Ends = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localPort'>;

/** Of all servers of the process, by both ends of the connection. */
const open = new Map<string, Socket>();

/** Those that the server has open at the moment, handshakes included. */
export function openConnections(server: Server | Http2SecureServer): ReadonlySet<Socket> {
  const ours = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    // Afterwards a closed socket has forgotten its ends.
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
 * null once closed.
 */
export function rawSocket(socket: Ends): Socket | null {
  return open.get(connectionKey(socket)) ?? null;
}

function connectionKey({ remoteAddress, remotePort, localPort }: Ends): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}

// A server that pushes messages, as one would write it by hand: `ws` and node:http with nothing around them.
// One client at a time. A process of its own, as the target is: prints its port, ends with its stdin.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

const [messages = 1_000, bytes = 1_000] = process.argv.slice(2).map(Number);

const texts = Array.from({ length: messages }, (_, i) =>
  String(i).padStart(16, '0').padEnd(bytes, 'Wirefare-'),
);

let socket: WebSocket | null = null;
let events: ServerResponse | null = null;

function push(): void {
  for (const text of texts) {
    if (socket !== null) socket.send(text);
    else events?.write(`data: ${text}\n\n`);
  }
}

const server = createServer({ noDelay: true }, (request, response) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  if (request.url === '/events') {
    response.setHeader('Content-Type', 'text/event-stream');
    response.write('event: ready\ndata:\n\n');
    // The former client may still be closing its connection.
    socket = null;
    events = response;
    return;
  }
  response.end('begun');
  push();
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (opened) => {
  socket = opened;
  opened.on('message', push);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.stdin.once('close', () => process.exit(0)).resume();

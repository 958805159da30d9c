// A server for bench/model.ts: as many bytes over a bare TCP connection as a request of 100 bytes asks for.
//   node bench/parts/tcp-answers.ts HOST

import { createServer, type Socket } from 'node:net';

const REQUEST_BYTES = 100;

const server = createServer({ noDelay: true }, answer);
server.listen(0, process.argv[2], () => {
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  console.log(JSON.stringify({ ready: true, port }));
});

function answer(socket: Socket): void {
  let request = '';
  socket.setEncoding('latin1');
  socket.on('error', () => {});
  socket.on('data', (text: string) => {
    request += text;
    if (request.length < REQUEST_BYTES) return;
    socket.write(Buffer.alloc(Number(request), 97));
    request = '';
  });
}

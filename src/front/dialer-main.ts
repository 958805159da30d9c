// The process of a dialer: where a front stands in a network namespace, from which nobody reaches the
// server, this one stands outside. It listens on a socket with a path, which no namespace of networks hides,
// and joins each of its connections with one to the server: bytes alone, nothing is looked at.

import { connect, createServer } from 'node:net';
import { messageOf } from '../base/errors.ts';

const { WIREFARE_DIALER_PATH: path, WIREFARE_DIALER_HOST: host, WIREFARE_DIALER_PORT: port } = process.env;

const server = createServer({ allowHalfOpen: true }, (inner) => {
  const outer = connect({ host: host!, port: Number(port), allowHalfOpen: true, noDelay: true });
  const end = () => {
    inner.destroy();
    outer.destroy();
  };
  inner.on('error', end);
  outer.on('error', end);
  inner.pipe(outer).pipe(inner);
});
server.once('error', (error) => {
  console.error(`dialer: ${messageOf(error)}`);
  process.exit(2);
});
const end = () => process.exit(0);
process.once('SIGTERM', end);
process.once('SIGINT', end);
process.stdin.once('close', end).resume();
server.listen(path, () => process.stdout.write(`${JSON.stringify({ ready: true })}\n`));

// A little API to try Wirefare on: the orders beside it, at /api/orders. It knows nothing of Wirefare.
//   node docs/examples/server.mjs PORT [gzip] [history]

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { argv } from 'node:process';
import { gzipSync } from 'node:zlib';

// Node 20 imports no JSON before 20.10.
const orders = JSON.parse(readFileSync(new URL('orders.json', import.meta.url), 'utf8'));
const [port, ...options] = argv.slice(2);

/** What a change may bring along: every order tells where it has been. */
const withHistory = orders.map((order) => ({ ...order, history: ['placed', 'paid', order.status] }));

createServer((request, response) => {
  if (request.url !== '/api/orders') return response.writeHead(404).end();
  const body = Buffer.from(JSON.stringify(options.includes('history') ? withHistory : orders));
  response.setHeader('content-type', 'application/json');
  if (!options.includes('gzip')) return response.end(body);
  return response.setHeader('content-encoding', 'gzip').end(gzipSync(body));
}).listen(Number(port), '127.0.0.1');

// A page as anyone would write it with Node alone, for bench/frameworks/plain-pages.ts: Books as JSON.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { datasetNamed, generateRecords } from '../../src/data/catalogue.ts';

const books = generateRecords(datasetNamed('book'), 1_000);
const server = createServer((request, response) => {
  const n = Number(new URL(request.url!, 'http://localhost').searchParams.get('n'));
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(books.slice(0, n)));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

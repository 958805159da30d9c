// A page as anyone would write it in Fastify, for bench/frameworks/plain-pages.ts: Books as JSON. It runs beside the
// packages and the datasets of target fastify.

import fastify from 'fastify';
import { DATASETS, generated } from './contract/datasets.js';

const books = generated(DATASETS.book, 1_000);
const app = fastify();
app.get('/plain', (request, reply) => {
  reply.send(books.slice(0, Number(request.query.n)));
});
await app.listen({ host: '127.0.0.1', port: 0 });
console.log(app.server.address().port);

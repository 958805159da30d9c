// A page as anyone would write it in Express, for bench/frameworks/plain-pages.ts: Books as JSON. It runs beside the
// packages and the datasets of target express.

import express from 'express';
import { DATASETS, generated } from './contract/datasets.js';

const books = generated(DATASETS.book, 1_000);
const app = express();
app.get('/plain', (req, res) => {
  res.json(books.slice(0, Number(req.query.n)));
});
const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));

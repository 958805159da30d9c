// The target contract on Express 5, as its users write a service: middleware, routes, res.json. What has
// nothing to do with Express stands in ../contract.

import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import express from 'express';
import {
  CALL_PHASES,
  contentHeaders,
  describe,
  NO_PHASES,
  noiseOf,
  openHeaders,
  PHASES,
  preflightHeaders,
  serverTiming,
} from '../contract/answers.js';
import { BINARY_ENCODERS, CONTENT_TYPES } from '../contract/binary-formats.js';
import { compress } from '../contract/compression.js';
import { compute } from '../contract/computations.js';
import { guard, isTurnedAway } from '../contract/guard.js';
import { readBytes, readCall, readExchange } from '../contract/query.js';
import { PROBLEM_TYPE, Refused } from '../contract/refused.js';
import { endWithStdin, KEPT_ALIVE_MS, sayReady, sendHeadFirst, tlsOptions } from '../contract/serve.js';
import { readSettings } from '../contract/settings.js';
import { loadData } from '../contract/stored-data.js';

const MOST_REQUEST_BYTES = 1_000_000;

const {
  name,
  version,
  encoders: formats,
} = JSON.parse(readFileSync(new URL('target.json', import.meta.url), 'utf8'));
const settings = readSettings();
const data = loadData(settings);
const about = describe({
  ...{ name, version, data, formats, settings },
  versions: { express: createRequire(import.meta.url)('express/package.json').version },
  callFormats: { json: formats.json },
  protocols: settings.tls === null ? ['http1'] : ['http1', 'https1'],
});

const app = express();
app.disable('x-powered-by').disable('etag');
// Express answers 304 by itself, also where it has told no validator.
Object.defineProperty(app.request, 'fresh', { value: false });

const mayRead = guard(settings);
const open = openHeaders(settings);
app.use((req, res, next) => {
  const { method, path, query } = req;
  mayRead({ method, path, authority: req.headers.host, given: query.secret });
  if (req.secure) sendHeadFirst(res);
  res.set(open);
  next();
});

route('/about', 'get', (req, res) => {
  res.json({ ...about, request: { acceptEncoding: req.get('Accept-Encoding') ?? '' } });
});

route('/exchange', 'get', (req, res) => {
  const asked = readExchange(req.query, { data, formats });
  const { stored, n, message } = asked;
  const encode = encoderFor(asked, stored, res);
  const list = stored.body(n, message);
  const stamps = [performance.now()];
  compute(asked.compute, stored.name, list);
  stamps.push(performance.now());
  answer(res, asked, PHASES, stamps, () => encode(list));
});

route('/bytes', 'get', (req, res) => {
  const { n, close } = readBytes(req.query);
  if (close) res.set('Connection', 'close');
  res.set({ 'Server-Timing': NO_PHASES, 'Content-Type': 'application/octet-stream' }).send(noiseOf(n));
});

route('/call/:operation', 'post', async (req, res) => {
  const stored = data.get(req.params.operation.replace(/s$/, ''));
  if (stored === undefined || stored.isOwn)
    throw new Refused(404, `no operation ${req.params.operation} here`);
  if (!req.is('application/json'))
    throw new Refused(415, 'calls are JSON here', { allowed: ['application/json'] });
  const asked = readCall(req.query, 'json', formats);
  const encode = encoderFor(asked, stored, res);
  const body = await wholeBody(req);
  const stamps = [performance.now()];
  const request = readRequest(body, stored.maxN);
  stamps.push(performance.now());
  const list = stored.body(request.n).map((record) => ({ ...record }));
  stamps.push(performance.now());
  answer(res, asked, CALL_PHASES, stamps, () => encode(list));
});

app.use((req) => {
  throw new Refused(404, `no ${req.path} here`);
});

app.use((error, _req, res, _next) => {
  const refused = error instanceof Refused ? error : new Refused(error.status ?? 500, error.message);
  if (refused.status === 500) console.error(error);
  if (isTurnedAway(refused)) for (const header of Object.keys(open)) res.removeHeader(header);
  // What is left of a body that is too long is not read.
  if (refused.status === 413) res.set('Connection', 'close');
  res.status(refused.status).type(PROBLEM_TYPE).json(refused.document);
});

/** A path with its one method (and, of `get`, HEAD); another is refused, and OPTIONS answered. */
function route(path, method, handler) {
  const methods = method === 'get' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
  app
    .route(path)
    [method](handler)
    .options((_req, res) => res.set(preflightHeaders(methods)).sendStatus(204))
    .all((req, res) => {
      res.set('Allow', methods);
      throw new Refused(405, `${req.path} does not take ${req.method}`);
    });
}

/** What only the schema decides is made here, before anything is timed. */
function encoderFor({ format, codec }, stored, res) {
  return format === 'json' ? (value) => jsonBytes(res, value) : BINARY_ENCODERS[format][codec](stored);
}

/** res.json writes the text and hands it to res.send: what comes before that is what encoding takes. */
function jsonBytes(res, value) {
  const { send } = res;
  let bytes;
  res.send = (text) => {
    bytes = Buffer.from(text);
  };
  res.json(value);
  res.send = send;
  return bytes;
}

/** `stamps`: those of the phases that are over. */
function answer(res, asked, phases, stamps, encode) {
  const encoded = encode();
  stamps.push(performance.now());
  const body = compress(encoded, asked);
  stamps.push(performance.now());
  if (asked.close) res.set('Connection', 'close');
  res.set('Server-Timing', serverTiming(phases, stamps));
  // Not by res.set, which adds a charset to types that it knows.
  res.setHeaders(new Map(Object.entries(contentHeaders(asked, CONTENT_TYPES[asked.format]))));
  res.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}

async function wholeBody(req) {
  if (Number(req.get('Content-Length')) > MOST_REQUEST_BYTES) throw tooLong();
  const chunks = [];
  let length = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > MOST_REQUEST_BYTES) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLong() {
  return new Refused(413, `a request has at most ${MOST_REQUEST_BYTES} bytes`);
}

function readRequest(body, maxN) {
  let request;
  try {
    request = JSON.parse(body.toString('utf8'));
  } catch ({ message }) {
    throw new Refused(400, message);
  }
  const { n } = request ?? {};
  if (Number.isInteger(n) && n >= 1 && n <= maxN) return request;
  throw new Refused(400, `n is no whole number from 1 to ${maxN}`);
}

const servers = { http1: http.createServer(app) };
if (settings.tls !== null) servers.https1 = https.createServer(tlsOptions(settings.tls, 'http/1.1'), app);
for (const [protocol, server] of Object.entries(servers)) {
  server.keepAliveTimeout = KEPT_ALIVE_MS;
  server.listen({ host: settings.host, port: protocol === 'http1' ? settings.port : 0 });
  await new Promise((resolve) => server.once('listening', resolve));
}
endWithStdin();
sayReady(servers);

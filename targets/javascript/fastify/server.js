// The target contract on Fastify 5, as its users write a service: routes with schemas, hooks, reply.send.
// What has nothing to do with Fastify stands in ../contract.

import { readFileSync } from 'node:fs';
import fastify from 'fastify';
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
import {
  endWithStdin,
  KEPT_ALIVE_MS,
  sayReady,
  sendGoAway,
  sendHeadFirst,
  tlsOptions,
} from '../contract/serve.js';
import { readSettings } from '../contract/settings.js';
import { calledData, loadData } from '../contract/stored-data.js';
import { answerSchema } from './json-schema.js';

const {
  name,
  version,
  encoders: formats,
} = JSON.parse(readFileSync(new URL('target.json', import.meta.url), 'utf8'));
const settings = readSettings();
const data = loadData(settings);
const mayRead = guard(settings);
const open = openHeaders(settings);
const about = describe({
  ...{ name, version, data, formats, settings },
  versions: { fastify: fastify().version },
  callFormats: { json: formats.json },
  protocols: settings.tls === null ? ['http1'] : ['http1', 'https1', 'h2'],
});

// Fastify hands its text to Node, which sends it from memory of its own. The contract wants the bytes before
// they are sent: from a larger pool they cost the collector of garbage next to nothing.
Buffer.poolSize = 2 ** 20;

const OPTIONS = {
  bodyLimit: 1_000_000,
  keepAliveTimeout: KEPT_ALIVE_MS,
  http2SessionTimeout: KEPT_ALIVE_MS,
  // "5" is not 5.
  ajv: { customOptions: { coerceTypes: false } },
};

const CALL_SCHEMA = {
  body: {
    type: 'object',
    required: ['n'],
    properties: { n: { type: 'integer', minimum: 1, maximum: settings.largestN } },
  },
};

function build(options) {
  const app = fastify({ ...OPTIONS, ...options });

  app.decorateRequest('work', null);
  app.decorateRequest('stamps', null);

  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, query } = request;
    const [path] = request.url.split('?', 1);
    mayRead({ method, path, authority: headers[':authority'] ?? headers.host, given: query.secret });
    if (request.protocol === 'https') sendHeadFirst(reply.raw);
    reply.headers(open);
    done();
  });

  // reply.send has written the text: what the handler began is encoded now.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.work === null) return done(null, payload);
    const { asked, phases } = request.work;
    const encoded = Buffer.from(payload);
    request.stamps.push(performance.now());
    const body = compress(encoded, asked);
    request.stamps.push(performance.now());
    reply.header('server-timing', serverTiming(phases, request.stamps));
    reply.headers(contentHeaders(asked, CONTENT_TYPES[asked.format]));
    return done(null, body);
  });

  route('/about', 'GET', {}, (request, reply) => {
    reply.send({ ...about, request: { acceptEncoding: request.headers['accept-encoding'] ?? '' } });
  });

  route('/exchange', 'GET', {}, (request, reply) => {
    const asked = readExchange(request.query, { data, formats });
    const { stored, n, message } = asked;
    prepare(reply, asked, stored);
    const list = stored.body(n, message);
    request.stamps = [performance.now()];
    compute(asked.compute, stored.name, list);
    request.stamps.push(performance.now());
    send(request, reply, { asked, phases: PHASES }, list);
  });

  route('/bytes', 'GET', {}, (request, reply) => {
    const { n, close } = readBytes(request.query);
    if (close) closeAfter(reply);
    reply.headers({ 'server-timing': NO_PHASES, 'content-type': 'application/octet-stream' });
    reply.send(noiseOf(n));
  });

  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.stamps = [performance.now()];
    parse(request, body, done);
  });

  route('/call/:operation', 'POST', { schema: CALL_SCHEMA }, (request, reply) => {
    request.stamps.push(performance.now());
    const stored = calledData(data, request.params.operation);
    const asked = readCall(request.query, 'json', formats);
    prepare(reply, asked, stored);
    const list = stored.body(request.body.n).map((record) => ({ ...record }));
    request.stamps.push(performance.now());
    send(request, reply, { asked, phases: CALL_PHASES }, list);
  });

  app.setNotFoundHandler((request) => {
    throw new Refused(404, `no ${request.url} here`);
  });

  app.setErrorHandler((error, request, reply) => {
    const refused = error instanceof Refused ? error : new Refused(error.statusCode ?? 500, error.message);
    if (refused.status === 500) console.error(error);
    request.work = null;
    if (isTurnedAway(refused)) for (const header of Object.keys(open)) reply.removeHeader(header);
    // What is left of a body that is too long is not read.
    if (refused.status === 413) closeAfter(reply);
    reply.code(refused.status).type(PROBLEM_TYPE).serializer(JSON.stringify).send(refused.document);
  });

  return app;

  /** A path with its one method (and, of GET, HEAD); another is refused, and OPTIONS answered. */
  function route(url, method, options, handler) {
    const own = method === 'GET' ? ['GET', 'HEAD'] : [method];
    const methods = [...own, 'OPTIONS'].join(', ');
    app.route({ url, method: own, handler, ...options });
    app.options(url, (_request, reply) => reply.code(204).headers(preflightHeaders(methods)).send());
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !own.includes(each));
    app.route({
      url,
      method: others,
      handler: (request, reply) => {
        reply.header('allow', methods);
        throw new Refused(405, `${url} does not take ${request.method}`);
      },
    });
  }
}

/** What only the schema decides is made here, before anything is timed. */
function prepare(reply, { format, codec }, stored) {
  if (format !== 'json') reply.serializer(BINARY_ENCODERS[format][codec](stored));
  else if (codec === 'fast-json-stringify') {
    reply.serializer(reply.compileSerializationSchema(answerSchema(stored)));
  }
}

function send(request, reply, work, value) {
  request.work = work;
  if (work.asked.close) closeAfter(reply);
  reply.send(value);
}

function closeAfter(reply) {
  if (reply.request.raw.httpVersionMajor === 2) sendGoAway(reply.raw);
  else reply.header('connection', 'close');
}

const apps = { http1: build({}) };
if (settings.tls !== null) {
  apps.https1 = build({ https: tlsOptions(settings.tls, 'http/1.1') });
  apps.h2 = build({ http2: true, https: tlsOptions(settings.tls, 'h2') });
}
for (const [protocol, app] of Object.entries(apps)) {
  await app.listen({ host: settings.host, port: protocol === 'http1' ? settings.port : 0 });
}
endWithStdin();
sayReady(Object.fromEntries(Object.entries(apps).map(([protocol, { server }]) => [protocol, server])));

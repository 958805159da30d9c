import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, request } from 'node:http';
import { after, before, test } from 'node:test';
import { FakeClock } from '../base/clock.ts';
import { DATASETS, generateRecords } from '../data/catalogue.ts';
import { storedRecords } from '../data/store/stored-data.ts';
import { admit, type Gate, OPEN_GATE } from './gate.ts';
import { targetHandler } from './handler.ts';
import { socketUpgrades } from './messages/transports/socket.ts';
import { makeParts } from './parts.ts';
import { type ListeningServer, listen } from './server.ts';

const SECRET = '0123456789abcdef0123456789abcdef';
const ORIGIN = 'http://127.0.0.1:40001';
const GATE: Gate = { origin: ORIGIN, guard: { secret: SECRET, hosts: new Set(['127.0.0.1', '[::1]']) } };
const EXCHANGE = '/exchange?dataset=book&n=3&format=json';

let server: ListeningServer;

before(async () => {
  const datasets = DATASETS.map(({ name, schema, ...rest }) =>
    storedRecords(name, schema, generateRecords({ name, schema, ...rest }, 5)),
  );
  const onFailure = (thrown: unknown) => {
    throw thrown;
  };
  const versions = {};
  const protocols = ['http1'] as const;
  const clock = new FakeClock();
  const parts = makeParts({ datasets, version: '1', versions, protocols, clock, onFailure, gate: GATE });
  server = await listen(targetHandler(parts), '127.0.0.1', 0, socketUpgrades(parts));
});
after(() => server.close());

interface Seen {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function ask(path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, method, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: Buffer.concat(chunks).toString(),
      });
    });
    sent.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: '' });
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? '{}' : undefined);
  });
}

const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

function isShownToNobody({ headers }: Seen): boolean {
  const shown = Object.keys(headers).filter((name) =>
    /^(access-control|timing-allow|cross-origin)/.test(name),
  );
  return shown.length === 0;
}

test('whoever does not know the secret gets nothing but 403, from every path, and no page may read that', async () => {
  const paths = [
    EXCHANGE,
    `${EXCHANGE}&secret=`,
    `${EXCHANGE}&secret=${SECRET.replace('0', '1')}`,
    `${EXCHANGE}&secret=${SECRET}&secret=${SECRET}`,
    `${EXCHANGE}&secret=${SECRET}0`,
    '/bytes?n=0',
    '/dictionary?dataset=book&format=json',
    '/events?messages=3',
    '/soap?wsdl',
    '/nothing',
  ];
  for (const path of paths) {
    const seen = await ask(path);
    assert.equal(seen.status, 403, path);
    assert.equal(JSON.parse(seen.body).parameter, 'secret', path);
    assert.ok(isShownToNobody(seen), path);
  }
  for (const path of ['/sequence', '/call/books', '/soap'])
    assert.equal((await ask(path, 'POST')).status, 403);
  assert.equal((await ask('/socket', 'GET', UPGRADE)).status, 403);
});

test('whoever knows it is answered, and pages of the one origin may read it', async () => {
  const seen = await ask(`${EXCHANGE}&secret=${SECRET}`);
  assert.equal(seen.status, 200);
  assert.equal(JSON.parse(seen.body).length, 3);
  assert.equal(seen.headers['access-control-allow-origin'], ORIGIN);
  assert.equal((await ask(`/bytes?secret=${SECRET}&n=10&serial=1`)).body.length, 10);
  assert.equal((await ask(`/soap?wsdl&secret=${SECRET}`)).status, 200);
  assert.equal((await ask(`/socket?secret=${SECRET}`, 'GET', UPGRADE)).status, 101);
  const refused = await ask(`/exchange?secret=${SECRET}`);
  assert.equal(refused.status, 400, 'its own refusals are as ever');
  assert.equal(refused.headers['access-control-allow-origin'], ORIGIN);
});

test('what the target is, and what may be asked of it, needs no secret', async () => {
  const about = await ask('/about');
  assert.equal(about.status, 200);
  assert.equal(about.headers['access-control-allow-origin'], ORIGIN);
  const preflight = await ask('/call/books', 'OPTIONS', { Origin: 'http://elsewhere.example' });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers['access-control-allow-origin'], ORIGIN);
});

test('a name that it was not given leads to nothing, whatever is asked and known', async () => {
  for (const [method, path] of [
    ['GET', '/about'],
    ['GET', `${EXCHANGE}&secret=${SECRET}`],
    ['OPTIONS', '/call/books'],
  ] as const) {
    const seen = await ask(path, method, { Host: `rebound.example:${server.port}` });
    assert.equal(seen.status, 421, path);
    assert.ok(isShownToNobody(seen), path);
  }
  const foreign = { ...UPGRADE, Host: 'rebound.example' };
  assert.equal((await ask(`/socket?secret=${SECRET}`, 'GET', foreign)).status, 421);
  assert.equal((await ask('/about', 'GET', { Host: `[::1]:${server.port}` })).status, 200);
  assert.equal((await ask('/about', 'GET', { Host: '127.0.0.1' })).status, 200);
});

test('started by hand it answers anybody and passes a secret over', () => {
  const headers = { host: 'anything.example' };
  assert.deepEqual(admit(OPEN_GATE, { method: 'GET', url: '/bytes?n=1&secret=x&serial=2', headers }), {
    path: '/bytes',
    search: 'n=1&serial=2',
  });
});

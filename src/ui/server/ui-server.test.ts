import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { Hono } from 'hono';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import type { LabFacts } from '../lab-facts.ts';
import { openUiServer, type UiServer } from './ui-server.ts';

const FACTS: Parameters<UiServer['show']>[0] = {
  wirefare: '0.1.0',
  target: { name: 'node', version: '0.1.0' },
  ports: { http1: 40_001, https1: 40_002 },
  secret: '0123456789abcdef0123456789abcdef',
  messages: { endpoints: {}, permessageDeflate: true, largestBytes: 1_000, contents: ['random'] },
  certificateSha256Base64: 'hash',
};
const FILE = { html: '<p>page</p>', script: 'script', style: 'style' };
const FILES = { ask: FILE, studies: FILE, records: FILE, messages: FILE };

/** What a section brings: an order that changes something, and something that goes wrong. */
function someRoutes() {
  const routes = new Hono();
  routes.post('/start', (context) => context.json({ started: true }));
  routes.get('/wrong', () => {
    throw new UserError([{ file: 'a.json', path: 'b', what: 'is wrong' }]);
  });
  return { routes: { some: routes }, documents: new Hono() };
}

let local: UiServer;
let open: UiServer;
before(async () => {
  local = await openUiServer({ host: '127.0.0.1', port: 0, addresses: [], files: FILES, ...someRoutes() });
  open = await openUiServer({
    host: '0.0.0.0',
    port: 0,
    addresses: ['192.168.1.5'],
    files: FILES,
    ...someRoutes(),
  });
  assert.equal((await get(local.port, '/')).status, 503, 'without a target there is no page');
  local.show(FACTS);
  open.show(FACTS);
});
after(() => Promise.all([local.close(), open.close()]));

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** fetch sets the Host header itself. */
function get(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }));
    })
      .on('error', reject)
      .end();
  });
}

test('the page is isolated, kept by nobody, framed by nobody, and speaks with its lab alone', async () => {
  for (const path of ['/', '/records']) {
    const { status, headers, body } = await get(local.port, path);
    assert.deepEqual([status, body], [200, '<p>page</p>']);
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(headers['cross-origin-embedder-policy'], 'require-corp');
    assert.equal(headers['cache-control'], 'no-store');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.match(policy, /connect-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'/);
  }
});

test('the section that measures speaks with the target too', async () => {
  const policy = String((await get(local.port, '/messages')).headers['content-security-policy']);
  const connect = /connect-src ([^;]*);/.exec(policy)![1]!.split(' ');
  assert.deepEqual(connect, [
    "'self'",
    'http://127.0.0.1:40001',
    'ws://127.0.0.1:40001',
    'https://127.0.0.1:40002',
    'wss://127.0.0.1:40002',
  ]);
});

test('script and style have their types, and whatever else is asked for is not there', async () => {
  assert.match(String((await get(local.port, '/records.js')).headers['content-type']), /^text\/javascript/);
  assert.match(String((await get(local.port, '/records.css')).headers['content-type']), /^text\/css/);
  assert.equal((await get(local.port, '/../package.json')).status, 404);
});

test('whoever has no token, or a page of another origin, starts and learns nothing', async () => {
  const post = (headers: Record<string, string>) => get(local.port, '/api/some/start', headers, 'POST');
  const Authorization = `Bearer ${local.token}`;
  assert.equal((await post({})).status, 403);
  assert.equal((await post({ Authorization: `Bearer ${'0'.repeat(32)}` })).status, 403);
  assert.equal((await post({ Authorization, Origin: 'https://evil.example' })).status, 403);
  assert.equal((await post({ Authorization, Origin: 'null' })).status, 403);
  assert.deepEqual(JSON.parse((await post({ Authorization })).body), { started: true });
  const Origin = `http://127.0.0.1:${local.port}`;
  assert.equal((await post({ Authorization, Origin })).status, 200);
});

test('what goes wrong is told as it is, each mistake with its place', async () => {
  const answer = await get(local.port, '/api/some/wrong', { Authorization: `Bearer ${local.token}` });
  assert.equal(answer.status, 400);
  assert.deepEqual(JSON.parse(answer.body).problems, [{ file: 'a.json', path: 'b', what: 'is wrong' }]);
});

test('on loopback no name but loopback is answered: a site cannot reach the page through a name of its own', async () => {
  assert.equal((await get(local.port, '/api/lab', { Host: `evil.example:${local.port}` })).status, 421);
  assert.equal((await get(local.port, '/', { Host: 'evil.example' })).status, 421);
  const answer = await get(local.port, '/api/lab', {
    Host: `127.0.0.1:${local.port}`,
    Authorization: `Bearer ${local.token}`,
  });
  assert.equal((JSON.parse(answer.body) as LabFacts).targetHost, '127.0.0.1');
});

test('the page has one origin on loopback, the one that the target lets read', async () => {
  const { status, headers } = await get(local.port, '/?a=1', { Host: `localhost:${local.port}` });
  assert.deepEqual([status, headers.location], [307, `http://127.0.0.1:${local.port}/?a=1`]);
});

test('where other devices may come, no name is answered but the addresses that they were given', async () => {
  for (const name of ['evil.example', '192.168.1.6', '0.0.0.0'])
    assert.equal((await get(open.port, '/', { Host: `${name}:${open.port}` })).status, 421, name);
});

test('where other devices may come, only the token opens the lab, and the target is where the lab was found', async () => {
  assert.match(open.token, /^[0-9a-f]{32}$/);
  const ask = (authorization: string) =>
    get(open.port, '/api/lab', { Host: `192.168.1.5:${open.port}`, Authorization: authorization });
  for (const wrong of ['', 'Bearer ', `Bearer ${'0'.repeat(32)}`, open.token]) {
    const { status, body, headers } = await ask(wrong);
    assert.equal(status, 403, wrong);
    assert.ok(!body.includes('40001'));
    assert.ok(!JSON.stringify(headers).includes('40001'), 'the policy tells no ports either');
  }
  const { status, body, headers } = await ask(`Bearer ${open.token}`);
  assert.equal(status, 200);
  assert.equal((JSON.parse(body) as LabFacts).targetHost, '192.168.1.5');
  assert.ok(!JSON.stringify(headers).includes('40001'));
  const page = await get(open.port, '/messages', { Host: `192.168.1.5:${open.port}` });
  assert.match(String(page.headers['content-security-policy']), /ws:\/\/192\.168\.1\.5:\*/);
});

test('a port that is taken is told with what was tried', async () => {
  const again = openUiServer({
    host: '127.0.0.1',
    port: local.port,
    addresses: [],
    files: FILES,
    ...someRoutes(),
  });
  await assert.rejects(
    again,
    (error) => error instanceof EnvironmentError && /EADDRINUSE/.test(error.tried[0]!),
  );
});

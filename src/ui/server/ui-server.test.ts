import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { EnvironmentError } from '../../base/errors.ts';
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
const FILES = { html: '<p>page</p>', script: 'script', style: 'style' };

let local: UiServer;
let open: UiServer;
before(async () => {
  local = await openUiServer({ host: '127.0.0.1', port: 0, addresses: [], files: FILES });
  open = await openUiServer({ host: '0.0.0.0', port: 0, addresses: ['192.168.1.5'], files: FILES });
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
function get(port: number, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
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

test('the page is isolated, kept by nobody, framed by nobody, and speaks with lab and target alone', async () => {
  const { status, headers, body } = await get(local.port, '/');
  assert.deepEqual([status, body], [200, '<p>page</p>']);
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
  assert.equal(headers['cross-origin-embedder-policy'], 'require-corp');
  assert.equal(headers['cache-control'], 'no-store');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
  assert.match(policy, /frame-ancestors 'none'/);
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
  assert.match(String((await get(local.port, '/page.js')).headers['content-type']), /^text\/javascript/);
  assert.match(String((await get(local.port, '/page.css')).headers['content-type']), /^text\/css/);
  assert.equal((await get(local.port, '/../package.json')).status, 404);
});

test('on loopback no name but loopback is answered: a site cannot reach the page through a name of its own', async () => {
  assert.equal(local.token, null);
  assert.equal((await get(local.port, '/lab.json', { Host: `evil.example:${local.port}` })).status, 421);
  assert.equal((await get(local.port, '/', { Host: 'evil.example' })).status, 421);
  const answer = await get(local.port, '/lab.json', { Host: `127.0.0.1:${local.port}` });
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
  assert.match(open.token!, /^[0-9a-f]{32}$/);
  const ask = (authorization: string) =>
    get(open.port, '/lab.json', { Host: `192.168.1.5:${open.port}`, Authorization: authorization });
  for (const wrong of ['', 'Bearer ', `Bearer ${'0'.repeat(32)}`, open.token!]) {
    const { status, body, headers } = await ask(wrong);
    assert.equal(status, 403, wrong);
    assert.ok(!body.includes('40001'));
    assert.ok(!JSON.stringify(headers).includes('40001'), 'the policy tells no ports either');
  }
  const { status, body, headers } = await ask(`Bearer ${open.token}`);
  assert.equal(status, 200);
  assert.equal((JSON.parse(body) as LabFacts).targetHost, '192.168.1.5');
  assert.match(String(headers['content-security-policy']), /ws:\/\/192\.168\.1\.5:\*/);
});

test('a port that is taken is told with what was tried', async () => {
  const again = openUiServer({ host: '127.0.0.1', port: local.port, addresses: [], files: FILES });
  await assert.rejects(
    again,
    (error) => error instanceof EnvironmentError && /EADDRINUSE/.test(error.tried[0]!),
  );
});

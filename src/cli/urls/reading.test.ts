import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { untrustedIdentity } from '../../../test/support/targets/untrusted-identity.ts';
import { DEFAULT_LIMITS } from '../../payload/source.ts';
import { measureSettings } from '../measure/flags.ts';
import { readServer } from './reading.ts';
import { findServer, nameServers } from './server.ts';

test('a port that speaks TLS, or nothing like HTTP, is told as that', async () => {
  const { key, cert } = await untrustedIdentity();
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const cases = [
    [createHttpsServer({ key, cert }), /speaks TLS there; is it https:/],
    [
      createTcpServer((socket) => socket.once('data', () => socket.end('SSH-2.0-x\r\n'))),
      /what answers there is not HTTP/,
    ],
  ] as const;
  for (const [server, says] of cases) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const settings = measureSettings(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {}, host);
    const [named] = await nameServers(settings.urls);
    await assert.rejects(readServer(await findServer(named!), DEFAULT_LIMITS, host), says);
    await new Promise((resolve) => server.close(resolve));
  }
});

test('an answer that a proxy collected is told of, and one of a slow server is not', async () => {
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const body = JSON.stringify([{ id: 1 }]);
  const LATE_MS = 60;
  const server = createHttpServer(({ url = '' }, response) => {
    const isSized = url === '/sized';
    const via = url === '/itself' ? {} : { via: '1.1 cache' };
    const length = isSized ? { 'content-length': body.length } : {};
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json', ...via, ...length });
      response.write(body.slice(0, 5));
      response.end(body.slice(5));
    }, LATE_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const told = async (path: string) => {
    const { urls, limits } = measureSettings(`http://127.0.0.1:${port}${path}`, {}, host);
    const [named] = await nameServers(urls);
    const { warnings } = await readServer(await findServer(named!), limits, host);
    return warnings.map(({ kind, what }) => [kind, what] as const);
  };
  const [[kind, what] = []] = await told('/collected');
  assert.equal(kind, 'held-back');
  assert.match(what!, /its first byte after \d+\S* ms and all 10 bytes within .*\(Via: 1\.1 cache\)$/);
  assert.deepEqual(await told('/itself'), []);
  assert.deepEqual(await told('/sized'), []);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

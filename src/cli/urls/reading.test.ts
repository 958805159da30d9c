import assert from 'node:assert/strict';
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

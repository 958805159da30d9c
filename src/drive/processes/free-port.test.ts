import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { freePort } from './free-port.ts';

const RANGE = '/proc/sys/net/ipv4/ip_local_port_range';

test('a free port is one that can be listened at, and none that the system gives away meanwhile', async () => {
  const [first, last] = readFileSync(RANGE, 'utf8').trim().split(/\s+/).map(Number);
  for (let i = 0; i < 20; i++) {
    const port = await freePort('127.0.0.1');
    assert.ok(port < first! || port > last!, `${port} is in ${first}–${last}`);
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    await new Promise((resolve) => server.close(resolve));
  }
});

test('where nobody can listen, the error is the system’s', async () => {
  // An address of documentation: no machine has it.
  await assert.rejects(freePort('192.0.2.1'), { code: 'EADDRNOTAVAIL' });
});

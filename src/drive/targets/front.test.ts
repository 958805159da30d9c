import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { createGuardian } from '../processes/guardian.ts';
import { frontDriver } from './front.ts';
import { RequestTotal } from './request-total.ts';

const closers: (() => unknown)[] = [];
after(() => Promise.all(closers.map((close) => close())));

test('a front sends the headers that it was told, which nobody reads from its process, and no more than is left', async () => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'wirefare-front-'));
  closers.push(() => rm(scratch, { recursive: true, force: true }));
  let sent: string | undefined;
  const server = createServer((request, response) => {
    sent = request.headers.authorization;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const upstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    headers: { authorization: 'Bearer hidden-1' },
    address: '127.0.0.1',
    protocol: 'http1',
    insecure: false,
  } as const;
  const around = { nodePath: process.execPath, dataDir: scratch, env: {}, host: '127.0.0.1' };
  const total = new RequestTotal(3, null);
  const driver = frontDriver(
    { name: 'it', upstream, dataset: 'answer', perSecond: null, total, holdsSpare: true },
    around,
    createGuardian(scratch),
  );
  const front = await driver.start({ largestN: 1 });
  try {
    assert.equal((await fetch(`${front.url}/exchange?n=1`)).status, 200);
    assert.equal(sent, 'Bearer hidden-1');
    const told = ['environ', 'cmdline'].map((file) => readFileSync(`/proc/${front.pid}/${file}`, 'latin1'));
    assert.match(told[0]!, /WIREFARE_DATA_DIR=/);
    for (const text of told) assert.doesNotMatch(text, /hidden/);
  } finally {
    await front.close();
  }
  const next = await driver.start({ largestN: 1 });
  try {
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await fetch(`${next.url}/exchange?n=1`)).status);
    assert.deepEqual(statuses, [200, 200, 429], 'two are left of the three that were agreed to');
  } finally {
    await next.close();
  }
  assert.equal(total.take(), 0);
  total.giveBack(2, 0);
  const dying = await driver.start({ largestN: 1 });
  process.kill(dying.pid, 'SIGKILL');
  await dying.exited;
  await dying.close();
  const last = await driver.start({ largestN: 1 });
  try {
    const { detail } = (await (await fetch(`${last.url}/exchange?n=1`)).json()) as { detail: string };
    assert.match(detail, /a front ended without saying how many requests it had sent/);
  } finally {
    await last.close();
  }
});

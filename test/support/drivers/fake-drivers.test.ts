import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EnvironmentError } from '../../../src/base/errors.ts';
import type { About } from '../../../src/wire/target-contract.ts';
import { FakeDrivers } from './fake-drivers.ts';

const untilClosed = (_url: string, closed: AbortSignal) =>
  new Promise<void>((resolve) => closed.addEventListener('abort', () => resolve()));

test('a fake agent runs its script, and closing it ends the script first', async () => {
  const seen: string[] = [];
  const run = async (url: string, closed: AbortSignal) => {
    seen.push(url);
    await untilClosed(url, closed);
    seen.push('ended');
  };
  const drivers = new FakeDrivers({ chromium: { run } }, {});
  const agent = await drivers.agent('chromium').open('http://page/');
  await agent.close();
  assert.deepEqual(seen, ['http://page/', 'ended']);
  assert.equal((await agent.exited).signal, 'SIGTERM');
  assert.ok(drivers.agents[0]!.isClosed());
});

test('a test can crash a fake agent, and a script that fails is an exit with code 1', async () => {
  const drivers = new FakeDrivers(
    {
      firefox: { run: untilClosed },
      node: { run: () => Promise.reject(new Error('no page')) },
      webkit: { run: untilClosed, missing: new EnvironmentError('find webkit', [], 'install it') },
    },
    {},
  );
  const agent = await drivers.agent('firefox').open('http://page/');
  drivers.agents[0]!.exit({ code: 139, lastWords: 'segmentation fault' });
  assert.deepEqual(await agent.exited, { code: 139, signal: null, lastWords: 'segmentation fault' });
  await agent.close();
  const failing = await drivers.agent('node').open('http://page/');
  assert.deepEqual(await failing.exited, { code: 1, signal: null, lastWords: 'Error: no page' });
  await assert.rejects(drivers.agent('webkit').open('http://page/'), EnvironmentError);
});

test('a fake target is closed once, by whoever comes first', async () => {
  let closes = 0;
  const about = { name: 'node' } as About;
  const start = async () => ({
    url: 'http://127.0.0.1:1',
    about,
    close: async () => {
      closes += 1;
    },
  });
  const drivers = new FakeDrivers({}, { node: { start } });
  const target = await drivers.target('node').start({ largestN: 10 });
  assert.equal(target.about, about);
  await drivers.targets[0]!.exit({ signal: 'SIGSEGV' });
  await target.close();
  assert.deepEqual([closes, (await target.exited).signal], [1, 'SIGSEGV']);
});

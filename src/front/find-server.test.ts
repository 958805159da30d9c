import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { isLoopback } from '../base/loopback.ts';
import { addressesOf, firstToOpen, isOwnAddress, reachServer } from './find-server.ts';

const server = createServer((_, response) => response.end());
after(() => new Promise((resolve) => server.close(resolve)));

test('of a name with many addresses the first that answers is taken', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://localhost:${(server.address() as AddressInfo).port}/`);
  const found = await reachServer(url, ['127.0.0.2', '::1', '127.0.0.1'], false);
  assert.deepEqual(found, { address: '127.0.0.1', protocol: 'http1' });
  await assert.rejects(reachServer(url, ['127.0.0.2', '127.0.0.3'], false), { code: 'ECONNREFUSED' });
  url.protocol = 'https:';
  const noTls = { code: 'ERR_SSL_WRONG_VERSION_NUMBER' };
  await assert.rejects(reachServer(url, ['127.0.0.2', '127.0.0.1'], false), noTls);
});

test('an address is one, whatever it looks like in a URL', async () => {
  assert.deepEqual(await addressesOf(new URL('http://[::1]:3000/')), ['::1']);
  assert.deepEqual(await addressesOf(new URL('http://192.0.2.1/')), ['192.0.2.1']);
  assert.ok((await addressesOf(new URL('http://localhost/'))).every(isLoopback));
});

test('an address of this machine that others reach is told from its loopback, and from somebody else’s', () => {
  const interfaces = {
    lo: [{ address: '127.0.0.1' }, { address: '::1' }],
    eth0: [{ address: '192.168.7.4' }, { address: '2001:db8::4' }],
  };
  const own = (address: string) => isOwnAddress(address, interfaces);
  assert.deepEqual(['192.168.7.4', '2001:db8::4'].map(own), [true, true]);
  assert.deepEqual(['127.0.0.1', '::1', '192.168.7.5', '192.0.2.1'].map(own), Array(4).fill(false));
  assert.ok(!isOwnAddress('192.0.2.1'));
});

const never = () => new Promise<string>(() => {});
const fails = (why: string) => () => Promise.reject<string>(new Error(why));

test('an address that answers nothing holds nobody up', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const begun: string[] = [];
  const opened = firstToOpen(
    ['dead', 'here'].map((name) => () => {
      begun.push(name);
      return name === 'dead' ? never() : Promise.resolve(name);
    }),
    assert.fail,
  );
  assert.deepEqual(begun, ['dead']);
  t.mock.timers.tick(250);
  assert.equal(await opened, 'here');
});

test('where one fails the next is tried at once, and where all do the first says why', async () => {
  assert.equal(await firstToOpen([fails('one'), () => Promise.resolve('two')], assert.fail), 'two');
  await assert.rejects(firstToOpen([fails('one'), fails('two')], assert.fail), /one/);
});

test('where somebody was at one address, what went wrong there says why', async () => {
  const thrown = (code: string) => () =>
    Promise.reject<string>(Object.assign(new Error(`it is ${code}`), { code }));
  const [refused, selfSigned] = [thrown('ECONNREFUSED'), thrown('DEPTH_ZERO_SELF_SIGNED_CERT')];
  for (const tries of [
    [refused, selfSigned],
    [selfSigned, refused],
  ])
    await assert.rejects(firstToOpen(tries, assert.fail), /SELF_SIGNED/);
  await assert.rejects(firstToOpen([refused, thrown('ENETUNREACH')], assert.fail), /ECONNREFUSED/);
});

test('what opens too late is closed', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const late = Promise.withResolvers<string>();
  const closed: string[] = [];
  const opened = firstToOpen([() => late.promise, () => Promise.resolve('soon')], (one) => closed.push(one));
  t.mock.timers.tick(250);
  assert.equal(await opened, 'soon');
  late.resolve('late');
  await late.promise;
  assert.deepEqual(closed, ['late']);
});

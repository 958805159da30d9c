import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { untrustedIdentity } from '../../../test/support/targets/untrusted-identity.ts';
import type { Drivers, FrontAsk, TargetDriver } from '../../drive/driver.ts';
import type { PayloadRef } from '../../study/study.ts';
import { certificateTaken, notKept, resumedUrls } from './resumed-urls.ts';

test('where nobody is here to agree, what a resumed run has for it is told', async () => {
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const payload = { name: 'answer', source: 'http://192.0.2.1/orders', url: { target: 'it' } };
  const study = { payloads: [payload as unknown as PayloadRef], parts: [] };
  await assert.rejects(
    resumedUrls(study, {}, 60_000, host, {} as Drivers),
    /--yes: nobody is here to agree .*; give --yes, and --budget for fewer of them$/,
  );
});

test('what a record keeps not is what was given by hand, and addresses that it shows in part', () => {
  const payload = (source: string, url: object = {}) =>
    ({ name: 'answer', source, url: { target: 'it', ...url } }) as unknown as PayloadRef;
  const given = { authorization: null, 'x-env': '$' + '{X_ENV}' };
  const asked = 'https://a.example/?key=$' + '{KEY}';
  const all = [
    payload('https://a.example/orders', { headers: given }),
    payload('https://a.example/users?key=…', { headers: given }),
    // The environment has it.
    payload(asked, { asked }),
    { name: 'orders', source: 'orders.json' } as unknown as PayloadRef,
  ];
  const lacking = { headers: ['authorization'], addresses: ['https://a.example/users?key=…'] };
  assert.deepEqual(notKept(all), lacking);
  assert.deepEqual(notKept([payload('https://a.example/')]), { headers: [], addresses: [] });
});

const ELSEWHERE = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

test('a URL that was here without a limit and is elsewhere by now is asked as somebody agrees to', {
  skip: ELSEWHERE === undefined && 'this machine has its loopback alone',
}, async () => {
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end('[1]'),
  );
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const resumed = async (address: string) => {
    const asked: FrontAsk[] = [];
    const drivers = {
      front: (ask: FrontAsk) => {
        asked.push(ask);
        return {} as TargetDriver;
      },
    } as unknown as Drivers;
    const payload = { name: 'answer', source: `http://${address}:${port}/`, url: { target: 'it' } };
    const study = { payloads: [payload as unknown as PayloadRef], parts: [] };
    const { payloads } = await resumedUrls(study, { yes: true }, 60_000, host, drivers);
    return [asked[0]!.perSecond, payloads[0]!.url!.perSecond];
  };
  try {
    assert.deepEqual(await resumed('127.0.0.1'), [null, undefined]);
    assert.deepEqual(await resumed(ELSEWHERE!), [20, 20]);
    assert.match(host.told(), /at most 20 a second/);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('two URLs that a secret alone tells apart are taken in the record’s order, and no other count', async () => {
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end('[1]'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const urlWith = (token: string) => `http://127.0.0.1:${port}/orders?token=${token}`;
  const payloads = ['one', 'other'].map(
    (target) => ({ name: 'answer', source: urlWith('…'), url: { target } }) as unknown as PayloadRef,
  );
  const askedFor = async (url: readonly string[]) => {
    const asked: FrontAsk[] = [];
    const drivers = {
      front: (ask: FrontAsk) => {
        asked.push(ask);
        return {} as TargetDriver;
      },
    } as unknown as Drivers;
    await resumedUrls({ payloads, parts: [] }, { url }, 60_000, host, drivers);
    return asked.map(({ name, upstream }) => [name, upstream.url]);
  };
  try {
    assert.deepEqual(await askedFor([urlWith('A'), urlWith('B')]), [
      ['one', urlWith('A')],
      ['other', urlWith('B')],
    ]);
    await assert.rejects(
      askedFor([urlWith('A')]),
      /--url: 2 URLs of the record look like .*token=…: give all of them, in its order/,
    );
    await assert.rejects(
      askedFor([urlWith('A'), urlWith('B'), urlWith('C')]),
      /--url: .*token=… is given more often than the record has it/,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('a certificate that nobody trusts is taken where it was before, or where somebody says so now', async () => {
  const { key, cert } = await untrustedIdentity();
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const server = createHttpsServer({ key, cert }, (_, response) =>
    response.setHeader('content-type', 'application/json').end('[1]'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const payload = (url: object) =>
    ({
      ...{ name: 'answer', source: `https://127.0.0.1:${port}/` },
      url: { target: 'it', ...url },
    }) as unknown as PayloadRef;
  const drivers = { front: () => ({}) as TargetDriver } as unknown as Drivers;
  const resumed = async (url: object, given: { insecure?: boolean }) => {
    const study = { payloads: [payload(url)], parts: [] };
    return (await resumedUrls(study, given, 60_000, host, drivers)).payloads[0]!.url!.insecure;
  };
  const refused = /certificate.*; --insecure takes any certificate of this machine’s own servers/;
  try {
    await assert.rejects(resumed({}, {}), refused);
    assert.equal(await resumed({}, { insecure: true }), true, 'the record says so from then on');
    assert.equal(await resumed({ insecure: true }, {}), true);
    await assert.rejects(resumed({ insecure: true }, { insecure: false }), refused);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  const none = { payloads: [{ name: 'orders', source: 'orders.json' } as unknown as PayloadRef], parts: [] };
  await assert.rejects(
    resumedUrls(none, { insecure: true }, 60_000, host, drivers),
    /--insecure: the record measures no URL/,
  );
  assert.equal(certificateTaken(none.payloads), null);
  assert.equal(certificateTaken([payload({})]), 'trusted');
  assert.equal(certificateTaken([payload({}), payload({ insecure: true })]), 'any');
  assert.equal(certificateTaken([{ ...payload({}), source: 'http://127.0.0.1/' }]), null);
});

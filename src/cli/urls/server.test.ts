import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { measureSettings } from '../measure/flags.ts';
import { nameServer, nameServers, requireConsent, sayWhere } from './server.ts';

test('the total that somebody agrees to has the readings in it', async () => {
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const { urls } = measureSettings('http://192.0.2.1/', { rate: '1/s' }, host);
  await requireConsent(await nameServers(urls), { yes: true, budgetMs: 60_000 }, '--rate', host);
  assert.match(
    host.told(),
    /GET http:\/\/192\.0\.2\.1\/ \(192\.0\.2\.1\): at most 1 a second, 64 in all \(4 to read it first, then /,
  );
});

test('whoever is stopped instead of agreeing is told of no flag', async () => {
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const { urls } = measureSettings('http://192.0.2.1/', {}, host);
  const named = await nameServers(urls);
  const asked = (stops: boolean) =>
    requireConsent(named, { yes: false, budgetMs: 60_000 }, '--rate', {
      ...host,
      ask: async () => {
        if (stops) host.interrupt();
        return null;
      },
    });
  await assert.rejects(asked(false), /nobody is here to agree/);
  await assert.rejects(asked(true), (thrown) => thrown === host.interrupted.reason);
});

test('whoever names this machine by an address that others reach is told how loopback is asked', () => {
  const isOwn = (address: string) => address === '192.168.7.4';
  assert.equal(
    sayWhere(['192.168.7.4', '192.0.2.1'], isOwn),
    '192.168.7.4, this machine by an address that others reach; 127.0.0.1 in its place would be asked without a limit',
  );
  assert.equal(sayWhere(['192.0.2.1'], isOwn), '192.0.2.1');
  assert.equal(sayWhere(['192.0.2.1', '192.168.7.4'], isOwn), '192.0.2.1 or 1 other address of that name');
  assert.equal(
    sayWhere(['192.0.2.1', '192.0.2.2', '192.0.2.3'], isOwn),
    '192.0.2.1 or 2 other addresses of that name',
  );
});

test('any certificate of this machine is taken on its loopback alone, which somebody may have meant', async () => {
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const { urls } = measureSettings('https://192.0.2.1:3443/', { insecure: true }, host);
  const said = async (isOwn: boolean) =>
    (
      await nameServer(urls[0]!, [], () => isOwn).then(
        () => assert.fail('nothing was wrong'),
        (thrown: Error) => thrown,
      )
    ).message;
  assert.match(await said(false), /this machine’s loopback alone: there nobody stands between$/);
  assert.match(
    await said(true),
    /; 192\.0\.2\.1 is this machine by .*, so ask https:\/\/127\.0\.0\.1 instead$/,
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import type { FrontAsk } from '../../drive/driver.ts';
import { frontsAmong } from './answered-urls.ts';

type Urls = Parameters<typeof frontsAmong>[2];

const SERVER = {
  name: 'it',
  upstream: {
    url: 'http://x/',
    headers: {},
    address: '192.0.2.1',
    protocol: 'http1',
    insecure: false,
  },
  isHere: false,
  isRateAsked: true,
  perSecond: 20,
} as const;

/** What may be sent in all to a server that is asked for a minute. */
function agreedTotal(isHere: boolean, perSecond: number): number | null {
  const drivers = new FakeDrivers({}, {});
  const asks: FrontAsk[] = [];
  const urls = [{ payload: { name: 'answer' } }] as unknown as Urls;
  frontsAmong(drivers, [{ ...SERVER, isHere, perSecond }], urls, 60_000, (_, ask) => {
    asks.push(ask);
    return drivers.front(ask);
  });
  return asks[0]!.total?.take() ?? null;
}

test('beyond this machine fronts are told what was agreed to in all', () => {
  assert.equal(agreedTotal(false, 0.1), 6);
  assert.equal(agreedTotal(false, 20), 1_200);
  assert.equal(agreedTotal(true, 20), null, 'of the own machine nobody was asked');
});

test('no spare connections stand in each other’s way where a server ends them and has two fronts', () => {
  const held = (ports: readonly number[], closes: boolean) => {
    const drivers = new FakeDrivers({}, {});
    const asks: FrontAsk[] = [];
    const servers = ports.map((port, i) => ({
      ...SERVER,
      name: `it${i}`,
      upstream: { ...SERVER.upstream, url: `http://x:${port}/${i}` },
    }));
    const url = { target: 'it', ...(closes && { closes }) };
    const urls = servers.map(() => ({ payload: { name: 'answer', url } })) as unknown as Urls;
    frontsAmong(drivers, servers, urls, 60_000, (_, ask) => {
      asks.push(ask);
      return drivers.front(ask);
    });
    return asks.map(({ holdsSpare }) => holdsSpare);
  };
  assert.deepEqual(held([3000, 3000], true), [false, false]);
  assert.deepEqual(held([3000, 3001], true), [true, true]);
  assert.deepEqual(held([3000, 3000], false), [true, true]);
  assert.deepEqual(held([3000], true), [true]);
});

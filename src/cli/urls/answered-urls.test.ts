import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import type { FrontAsk } from '../../drive/driver.ts';
import { frontsAmong } from './answered-urls.ts';

/** What may be sent in all to a server that is asked for a minute. */
function agreedTotal(isHere: boolean, perSecond: number): number | null {
  const drivers = new FakeDrivers({}, {});
  const asks: FrontAsk[] = [];
  const upstream = {
    url: 'http://x/',
    headers: {},
    address: '192.0.2.1',
    protocol: 'http1',
    insecure: false,
  } as const;
  const server = { name: 'it', upstream, isHere, isRateAsked: true, perSecond };
  const urls = [{ payload: { name: 'answer' } }] as unknown as Parameters<typeof frontsAmong>[2];
  const among = frontsAmong(drivers, [server], urls, 60_000, (_, ask) => {
    asks.push(ask);
    return drivers.front(ask);
  });
  among.target('it');
  return asks[0]!.total?.take() ?? null;
}

test('beyond this machine fronts are told what was agreed to in all', () => {
  assert.equal(agreedTotal(false, 0.1), 6);
  assert.equal(agreedTotal(false, 20), 1_200);
  assert.equal(agreedTotal(true, 20), null, 'of the own machine nobody was asked');
});

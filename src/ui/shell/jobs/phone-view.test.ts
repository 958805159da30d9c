import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import type { OutsideFacts } from '../../jobs/snapshot.ts';
import { PhoneView, sayWatching } from './phone-view.ts';

const CLIENT = {
  engine: 'firefox',
  engineVersion: '140.0',
  device: 'phone',
  userAgent: 'Mozilla/5.0 (Android 14; <b>Mobile</b>; rv:140.0) Gecko/140.0',
  cores: 8,
  clockStepUs: 1_000,
  crossOriginIsolated: false,
  sessions: 2,
  measures: false,
  isThere: null,
  watches: false,
};

test('the code and the address while somebody is wanted, and then who came, as text', () => {
  const { document } = parseHTML('<div></div>');
  const place = document.querySelector('div')! as unknown as HTMLElement;
  const view = new PhoneView(document as unknown as Document, place);
  const url = 'http://192.0.2.7:40001/#key=0123456789abcdef';
  const show = (facts: Omit<OutsideFacts, 'newcomers'> | null, newcomers = 0) =>
    view.show(facts && { ...facts, newcomers });
  show({ url, trust: null, isWanted: true, clients: [] });
  assert.equal(place.querySelector('code')!.textContent, url);
  // Of 41 characters: version 3, 29 modules, and the quiet zone on both sides.
  assert.equal(place.querySelector('svg')!.getAttribute('viewBox'), '0 0 35 35');
  assert.doesNotMatch(place.textContent!, /certificate|other addresses/);
  show({ url, others: ['10.0.0.2', '10.0.0.3'], trust: null, isWanted: true, clients: [] });
  assert.match(place.textContent!, /other addresses, too \(10\.0\.0\.2, 10\.0\.0\.3\)\. If the device/);
  assert.doesNotMatch(place.textContent!, /certificate/);
  assert.match(place.textContent!, /not in this browser, since what watches must not be measured/);
  const trust = { url: 'http://192.0.2.7:40002/', sha256Fingerprint: 'AB:CD' };
  show({ url, trust, isWanted: true, clients: [] });
  assert.match(
    place.textContent!,
    /warn of a certificate .* at http:\/\/192\.0\.2\.7:40002\/\..*must be AB:CD/,
  );
  show({ url, trust: { ...trust, isNeeded: true }, isWanted: true, clients: [] });
  assert.match(place.textContent!, /fails until the device is told to trust it, for this run, at http:/);
  show({ url, trust, isWanted: false, clients: [CLIENT] });
  assert.equal(place.querySelector('svg'), null);
  assert.equal(
    place.textContent,
    'firefox 140.0 Android 14; <b>Mobile</b>; rv:140.0 · 8 cores · its clock steps by 1000 µs, as browsers have it for pages without HTTPS · 2 sessions',
  );
  show({ url, trust, isWanted: true, clients: [CLIENT] });
  assert.match(place.textContent!, /The next session waits: .*: not in this browser\./);
  for (const [where, says] of [
    [{ measures: true, isThere: true }, 'measures now'],
    [{ isThere: true }, 'is there, and waits'],
    [{ isThere: false }, 'is not there now'],
  ] as const) {
    show({ url, trust, isWanted: false, clients: [{ ...CLIENT, ...where }] });
    assert.ok(place.textContent!.endsWith(` · 2 sessions · ${says}`), place.textContent!);
  }
  const items = () => [...place.querySelectorAll('li')].slice(1).map((each) => each.textContent);
  show({ url, trust, isWanted: false, clients: [CLIENT] }, 1);
  assert.deepEqual(items(), ['One more device is there, and waits for its first session']);
  show({ url, trust, isWanted: false, clients: [CLIENT] }, 2);
  assert.deepEqual(items(), ['2 more devices are there, and wait for their first sessions']);
  show(null);
  assert.ok(place.hasAttribute('hidden'));
});

test('a browser that watches and measures is named, each once', () => {
  const outside = (...watches: boolean[]): OutsideFacts => ({
    ...{ url: 'http://192.0.2.7:40001/', trust: null, isWanted: false, newcomers: 0 },
    clients: watches.map((each) => ({ ...CLIENT, watches: each })),
  });
  assert.equal(sayWatching(null), '');
  assert.equal(sayWatching(outside(false)), '');
  assert.match(
    sayWatching(outside(false, true)),
    /^firefox 140\.0 measures, and seems to be the browser that/,
  );
  assert.equal(sayWatching(outside(true, true)), sayWatching(outside(true)));
});

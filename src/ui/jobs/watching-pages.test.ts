import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WatchingPages } from './watching-pages.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const browser = (address: string, userAgent = FIREFOX) => ({ address, userAgent });

test('a browser watches by whichever address of its machine it came, and no other browser does', () => {
  const pages = new WatchingPages({ nowMs: () => 0 }, () => ['192.0.2.7']);
  pages.came(browser('127.0.0.1'));
  for (const address of ['127.0.0.1', '192.0.2.7', '::ffff:192.0.2.7', '::1'])
    assert.ok(pages.has(browser(address)), address);
  assert.ok(!pages.has(browser('192.0.2.8')), 'a phone that calls itself the same');
  assert.ok(!pages.has(browser('127.0.0.1', `${FIREFOX} else`)));
  pages.came(browser('192.0.2.8'));
  assert.ok(pages.has(browser('192.0.2.8')));
});

test('one that let go a little while ago may come back, and one that went long ago watches no more', () => {
  let nowMs = 0;
  const pages = new WatchingPages({ nowMs: () => nowMs }, () => []);
  const [one, other] = [pages.came(browser('127.0.0.1')), pages.came(browser('127.0.0.1'))];
  one();
  nowMs = 3_600_000;
  assert.ok(pages.has(browser('127.0.0.1')), 'its other page follows');
  other();
  nowMs += 600_000;
  assert.ok(pages.has(browser('127.0.0.1')));
  nowMs++;
  assert.ok(!pages.has(browser('127.0.0.1')));
});

test('of whom nobody knows where it asks from, or what it is, nothing is said', () => {
  const pages = new WatchingPages({ nowMs: () => 0 }, () => []);
  for (const unknown of [browser(''), browser('127.0.0.1', '')]) {
    pages.came(unknown);
    assert.ok(!pages.has(unknown));
  }
});

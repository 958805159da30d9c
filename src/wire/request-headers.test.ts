import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHeaderName, isHeaderValue, whyNotSent } from './request-headers.ts';

test('what HTTP cannot carry is no header', () => {
  assert.ok(isHeaderName('X-Tenant') && !isHeaderName('X Tenant') && !isHeaderName(''));
  for (const text of ['Bearer a.b', 'caf\xe9', '']) assert.ok(isHeaderValue(text), text);
  for (const text of ['a\r\nb', 'a\nb', '\u2026', '\0'])
    assert.ok(!isHeaderValue(text), JSON.stringify(text));
});

test('what belongs to a connection is not given, in whatever letters', () => {
  assert.match(whyNotSent('Connection')!, /^Connection belongs to a connection/);
  assert.match(whyNotSent('Transfer-Encoding')!, /leave it out/);
  for (const name of ['Host', 'Accept', 'Cookie', 'Authorization']) assert.equal(whyNotSent(name), null);
});

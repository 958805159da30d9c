import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSecretName, isSecretText, shownUrl, withoutSecretPairs } from './shown-url.ts';

const shown = (typed: string) => shownUrl(new URL(typed));

test('what may be a secret is not shown: name, password, values by their name or their look', () => {
  assert.equal(shown('https://me:pass@x/a'), 'https://x/a');
  assert.equal(
    shown('https://x/a?api_key=1&page=2&Access-Token=abc'),
    'https://x/a?api_key=…&page=2&Access-Token=…',
  );
  assert.equal(shown('https://x/?a=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2ln'), 'https://x/?a=…');
  assert.equal(shown('https://x/?q=d41d8cd98f00b204e9800998ecf8427e'), 'https://x/?q=…');
});

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2ln';

test('short values are hidden by their names, and tokens in a path by their look', () => {
  assert.equal(
    shown('https://x/?sid=ab1&otp=123456&side=left&user-pin=1'),
    'https://x/?sid=…&otp=…&side=left&user-pin=…',
  );
  assert.equal(shown(`https://x/a/${JWT}/b`), 'https://x/a/…/b');
  assert.equal(shown('https://x/d41d8cd98f00b204e9800998ecf8427e/a.json'), 'https://x/…/a.json');
  assert.equal(shown('https://x/bot110201543:AAHdqTcvCH1vGWJxfZeofSAs0K5PALDsaw/me'), 'https://x/…/me');
  assert.equal(
    shown('https://x/orders;jsessionid=1A530637289A03B07199A44E8D531427;v=2'),
    'https://x/orders;jsessionid=…;v=2',
  );
  assert.equal(
    shown('https://x/private-d41d8cd98f00b204e9800998ecf8427e/basic.ics'),
    'https://x/…/basic.ics',
  );
  assert.equal(shown('https://x/feed?d41d8cd98f00b204e9800998ecf8427e'), 'https://x/feed?…');
  assert.equal(shown('https://x/h/Zm9vYmFyMTIzNDU2Nzg5MA-_Zm9vYmFyMTIzNDU2'), 'https://x/h/…');
});

test('a header is secret by its name, or by the look of its value', () => {
  for (const name of ['Authorization', 'X-Auth-Token', 'x-sid', 'OTP']) assert.ok(isSecretName(name), name);
  for (const name of ['X-Tenant', 'Accept', 'x-inside', 'Content-Encoding', 'spinner'])
    assert.ok(!isSecretName(name), name);
  for (const text of [
    `Bearer ${JWT}`,
    'Basic YTpi',
    `of ${JWT}`,
    'd41d8cd98f00b204e980',
    'v=1; k=Zm9vYmFyMTIzNDU2Nzg5MA==',
    '550e8400-e29b-41d4-a716-446655440000',
  ])
    assert.ok(isSecretText(text), text);
  for (const text of [
    'acme-corp-2026-production-eu-1',
    'application/vnd.github.v3+json',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
    'Thu, 26 Nov 2026 08:00:00 GMT',
    'Bearer ',
    'basic plan',
    'token based',
  ])
    assert.ok(!isSecretText(text), text);
});

test('in a text only the queries of its addresses have secrets', () => {
  const next =
    '</orders?page=2&access_token=hidden>; rel="next", <https://x/a?q=d41d8cd98f00b204e9800998ecf8427e>';
  assert.equal(withoutSecretPairs(next), '</orders?page=2&access_token=…>; rel="next", <https://x/a?q=…>');
  for (const text of ['max-age=60, key=5', 'W/"d41d8cd98f00b204e9800998ecf8427e"', '/orders?page=2&size=3'])
    assert.equal(withoutSecretPairs(text), text);
});

test('of another scheme than http(s) nothing else is shown', () => {
  assert.equal(shown('com.shop.app://signed-in?code=hidden'), 'com.shop.app:…');
  assert.equal(shown('mailto:ada@hidden.example'), 'mailto:…');
});

test('all else is shown as it was typed', () => {
  for (const typed of [
    'http://x:3000/api/orders?page=2&sort=-price,name&from=2026-11-23T08:00:00.000Z',
    'http://x/a?flag&empty=&b=c=d',
    'http://x/orders/550e8400-e29b-41d4-a716-446655440000/lines',
    'http://x/how-to-measure-http3-in-2026-and-why-it-matters?token=',
    'http://x/a%20b?q=a%20few%20words%20that%20somebody%20typed%20in',
  ])
    assert.equal(shown(typed), typed);
});

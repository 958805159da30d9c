import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownUrl } from './shown-url.ts';

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

test('all else is shown as it was typed', () => {
  for (const typed of [
    'http://x:3000/api/orders?page=2&sort=-price,name&from=2026-11-23T08:00:00.000Z',
    'http://x/a?flag&empty=&b=c=d',
    'http://x/a%20b?q=a%20few%20words%20that%20somebody%20typed%20in',
  ])
    assert.equal(shown(typed), typed);
});

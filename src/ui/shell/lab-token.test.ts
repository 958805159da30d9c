import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { LabToken, type TokenPlace } from './lab-token.ts';

/** What all tabs of a browser share. */
let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
});

function tab(hash: string, { keepsNothing = false } = {}) {
  const listeners = new Map<string, (event: Event) => void>();
  const refuse = () => {
    throw new DOMException('not here', 'SecurityError');
  };
  const seen = { reloads: 0 };
  const location = { hash, pathname: '/ask', search: '', reload: () => void seen.reloads++ };
  const place: TokenPlace = {
    location,
    history: {
      replaceState: () => {
        location.hash = '';
      },
    },
    localStorage: {
      getItem: keepsNothing ? refuse : (key) => kept.get(key) ?? null,
      setItem: keepsNothing ? refuse : (key, value) => void kept.set(key, value),
    },
    addEventListener: (kind, listener) => void listeners.set(kind, listener),
  };
  const tell = (kind: string, more: object = {}) => listeners.get(kind)!({ ...more } as Event);
  return { token: new LabToken(place), location, seen, tell };
}

const stored = (newValue: string) => ({ key: 'wirefare-token', newValue });

test('a token of an address is kept for all tabs when the lab has answered to it, and not before', () => {
  kept.set('wirefare-token', 'right');
  const { token, location } = tab('#token=anybodys');
  assert.equal(token.current(), 'anybodys');
  token.refused('anybodys');
  assert.equal(tab('').token.current(), 'right', 'another tab has what it had');
  const good = tab('#token=new');
  good.token.worked('new');
  assert.equal(tab('').token.current(), 'new');
  assert.equal(good.location.hash, '', 'nobody reads it over a shoulder');
  assert.equal(location.hash, '#token=anybodys');
});

test('a browser that keeps nothing goes on with the token of the address', () => {
  const { token, location } = tab('#token=right', { keepsNothing: true });
  token.worked('right');
  assert.equal(token.current(), 'right');
  assert.equal(location.hash, '#token=right');
  assert.equal(tab('', { keepsNothing: true }).token.current(), '');
});

test('a page that was refused goes on with the token of another tab', async () => {
  kept.set('wirefare-token', 'old');
  const { token, tell, seen } = tab('');
  token.worked('old');
  token.refused('old');
  const another = token.another();
  kept.set('wirefare-token', 'new');
  tell('storage', { key: 'something else', newValue: 'x' });
  tell('storage', stored('new'));
  await another;
  assert.equal(token.current(), 'new');
  assert.equal(seen.reloads, 0, 'what somebody typed stays');
  token.refused('old');
  await token.another();
});

test('a page that was refused from the start is loaded anew then', () => {
  const { token, tell, seen, location } = tab('#token=wrong');
  token.refused('wrong');
  kept.set('wirefare-token', 'new');
  tell('storage', stored('new'));
  assert.deepEqual([seen.reloads, location.hash, token.current()], [1, '', 'new']);
});

test('an address with a token, opened in the same tab, loads the page anew', () => {
  const { tell, seen, location } = tab('');
  tell('hashchange');
  location.hash = '#token=next';
  tell('hashchange');
  assert.equal(seen.reloads, 1);
});

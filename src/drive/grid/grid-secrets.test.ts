import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutGridSecrets } from './grid-secrets.ts';

const ENV = {
  WIREFARE_GRID_USER: 'anna',
  WIREFARE_GRID_PASSWORD: 'se(cret',
  WIREFARE_GRID_CAPABILITIES: JSON.stringify({
    platformName: 'linux',
    'vendor:options': { userName: 'bert', accessKey: 'a-1-b', build: 'mine', more: { token: 't0k3n' } },
    'goog:chromeOptions': { args: ['--no-sandbox'] },
  }),
};

test('what a Grid repeats of passwords and of a vendor’s keys is told without them', () => {
  const said =
    'anna may not, bert:a-1-b neither: {"accessKey":"a-1-b","token":"t0k3n"}, Basic YW5uYTpzZShjcmV0, se(cret';
  assert.equal(
    withoutGridSecrets(said, ENV),
    '… may not, …:… neither: {"accessKey":"…","token":"…"}, Basic …, …',
  );
});

test('what is no secret, or only a part of a word, stays', () => {
  const said = 'unknown argument --no-sandbox of mine on linux: joanna, t0k3ns';
  assert.equal(withoutGridSecrets(said, ENV), said);
  assert.equal(withoutGridSecrets(said, {}), said);
  assert.equal(withoutGridSecrets(said, { WIREFARE_GRID_CAPABILITIES: '{"accessKey":' }), said);
  assert.equal(withoutGridSecrets('on a node', { WIREFARE_GRID_USER: 'a' }), 'on a node');
});

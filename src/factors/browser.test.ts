import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, engineNamed, gridBrowser } from './browser.ts';
import type { KnownWords } from './factor.ts';

const read = (typed: string) => browser.read(typed, { browsers: ['chromium'] } as unknown as KnownWords);

test('a browser of a remote end is a level, however its URL ends', () => {
  const word = 'grid:chrome@https://host:4444/wd/hub';
  assert.deepEqual(read(word), { word });
  assert.deepEqual(read(`${word}/`), { word });
  assert.deepEqual(gridBrowser(word), { browserName: 'chrome', server: 'https://host:4444/wd/hub' });
  assert.equal(gridBrowser('chromium'), null);
  assert.equal(engineNamed('MicrosoftEdge'), 'chromium');
});

test('what is no such browser is told with how it is written, and no password is repeated', () => {
  const wrong = (typed: string) => (read(typed) as { wrong: string }).wrong;
  assert.match(wrong('grid:chrome'), /names no server: it is written as grid:chrome@https/);
  assert.match(wrong('grid:@http://host'), /names no browser before the @/);
  assert.match(wrong('grid:chrome@host:4444'), /is no http or https URL/);
  assert.match(wrong('grid:chrome@https://host/?a'), /take away what follows/);
  const secret = wrong('grid:chrome@https://anna:cret@host');
  assert.match(secret, /WIREFARE_GRID_USER/);
  assert.doesNotMatch(secret, /cret/);
});

// Browsers that come over a network: what their exchanges go by where nobody says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { allCells } from '../cells/keep-cells.ts';
import { parseStudy } from '../resolve/load-study.ts';
import type { Study } from '../study.ts';
import { withSettings } from './with-settings.ts';

const VOCABULARY = { ...FAKE_VOCABULARY, browsers: [...FAKE_VOCABULARY.browsers, 'outside'] };
const parse = (factors: string) =>
  parseStudy(`study: a\ntitle: A\nquestion: Q\nfactors: {n: 1, format: json, ${factors}}\n`, 'f', VOCABULARY);
const protocols = (study: Study) => [...new Set(allCells(study).map(({ protocol }) => protocol))];

const FAR = 'grid:chrome@https://grid.example:4444';
const NEAR = 'grid:chrome@http://localhost:4444';

test('in a study file they go over TLS unless it names a protocol; a Grid on this machine is near', () => {
  assert.deepEqual(protocols(parse(`browser: ["${FAR}", outside]`)), ['https1']);
  assert.deepEqual(protocols(parse('browser: outside, protocol: http1')), ['http1']);
  assert.deepEqual(protocols(parse(`browser: ["${NEAR}"]`)), ['http1']);
  assert.deepEqual(protocols(parse('browser: [chromium, outside]')), ['http1']);
});

test('in the place of others too, with a note, unless the study is about protocols', () => {
  const moved = withSettings(parse('browser: chromium'), { browser: [`${FAR}/`] }, VOCABULARY);
  assert.deepEqual(protocols(moved.study), ['https1']);
  assert.deepEqual([...new Set(allCells(moved.study).map(({ browser }) => browser))], [FAR]);
  assert.match(moved.notes.join(), /go by https1/);
  const plain = parse('browser: outside, protocol: http1');
  assert.deepEqual(protocols(withSettings(plain, { browser: ['outside'] }, VOCABULARY).study), ['http1']);
  const both = parse('browser: chromium, protocol: [http1, h2]');
  assert.deepEqual(protocols(withSettings(both, { browser: ['outside'] }, VOCABULARY).study), [
    'http1',
    'h2',
  ]);
  assert.deepEqual(withSettings(parse('browser: chromium'), { browser: [NEAR] }, VOCABULARY).notes, []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAbout } from './about-schema.ts';

const RIGHT = {
  contract: 1,
  name: 'x',
  version: '1',
  versions: { go: '1.25' },
  features: {
    datasets: ['book'],
    maxN: 10,
    formats: { json: ['encoding/json'] },
    compressions: { none: [], gzip: [6] },
    computations: ['none'],
  },
};

test('an /about as the contract says is taken, members that it does not know are left out', () => {
  assert.deepEqual(parseAbout({ ...RIGHT, motto: 'fast' }), { about: RIGHT });
});

test('every problem of an /about is told with its place', () => {
  const features = { ...RIGHT.features, maxN: 0.5, formats: { json: [] } };
  const parsed = parseAbout({ ...RIGHT, contract: 3, features });
  assert.ok('problems' in parsed);
  const places = parsed.problems.map((problem) => problem.split(': ')[0]);
  assert.deepEqual(places, ['contract', 'features.maxN', 'features.formats.json']);
  assert.ok('problems' in parseAbout('about'));
});

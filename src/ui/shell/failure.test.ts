import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { clearFailure, failureLines, tellFailure } from './failure.ts';
import { LabError } from './lab-api.ts';

const { document } = parseHTML('<p></p>');
const lines = (thrown: unknown) =>
  failureLines(document, thrown).map((line) => (typeof line === 'string' ? line : line.textContent));

test('every mistake has its line, with its place and what would be right', () => {
  const problems = [
    { file: 'a.csv', path: 'line 3', what: 'has 4 fields', hint: 'say --from tsv' },
    { file: '--network', path: '', what: 'is unknown', nearest: '4g', allowed: ['3g', '4g'] },
  ];
  assert.deepEqual(lines(new LabError({ problem: 'all', problems }, 400)), [
    'a.csv: line 3 has 4 fields · say --from tsv',
    '--network is unknown · did you mean 4g? · allowed: 3g, 4g',
  ]);
});

test('what the machine lacks has what was tried, and what mends it', () => {
  const failure = { problem: 'no browser', tried: ['/usr/bin/chromium'], remedy: 'install one' };
  assert.deepEqual(lines(new LabError(failure, 409)), [
    'no browser',
    'tried: /usr/bin/chromium',
    'install one',
  ]);
  assert.deepEqual(lines(new Error('anything else')), ['anything else']);
});

test('what is told already is not told again, until it is gone or something else is', () => {
  const { document: page } = parseHTML('<main><p id="failure" role="alert" hidden></p></main>');
  const place = page.getElementById('failure')!;
  const tell = (problem: string) => {
    const before = place.firstChild;
    tellFailure(page, new LabError({ problem, tried: ['once'] }, 409));
    return place.firstChild !== before;
  };
  assert.deepEqual([tell('gone'), tell('gone'), tell('full'), tell('full')], [true, false, true, false]);
  assert.equal(place.textContent, 'fulltried: once');
  clearFailure(page);
  assert.equal(tell('full'), true, 'it is heard when it is shown');
  assert.ok(!place.hasAttribute('hidden'));
});

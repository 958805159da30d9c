import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { failureLines } from './failure.ts';
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

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { count, listed, plural } from './plurals.ts';

test('a noun is singular after 1 and plural after every other number', () => {
  assert.equal(count(1, 'object'), '1 object');
  assert.equal(count(0, 'object'), '0 objects');
  assert.equal(count(1000, 'object'), '1 000 objects');
  assert.equal(count(1, 'session'), '1 session');
  assert.equal(plural(1, 'is', 'are'), 'is');
  assert.equal(count(2, 'entry', 'entries'), '2 entries');
});

test('lists have commas, and a word before the last', () => {
  assert.equal(listed(['a', 'b', 'c']), 'a, b and c');
  assert.equal(listed(['a', 'b'], 'or'), 'a or b');
  assert.equal(listed(['a']), 'a');
});

const SOURCES = join(import.meta.dirname, '..', '..');

/** A number in a template, and a plural that does not follow it. */
const FIXED_PLURAL =
  /\$\{[^{}]*\} (?:[a-z]+ )?(?:sessions|cells|blocks|exchanges|records|comparisons|claims|warnings|sequences|cores)\b.*/g;

/** Where the number is never 1, and why. */
const NEVER_ONE: readonly (readonly [text: string, why: string])[] = [
  ['{all} cells', 'more than one leads'],
  ['asked.length} comparisons', 'only long lists are folded'],
  ['wanted)} exchanges', 'hundreds, by the published protocol'],
  ['fewest} sessions', 'one session has words of its own'],
  ['most} sessions only', 'more than those that a cell has'],
  ['FEW_SESSIONS} sessions of', 'a constant'],
  ['this.count} sequences hold', 'one alone may not hold so much'],
  ['all.length} sequences have', 'all of a check'],
  ['n} records of', 'too many for one body'],
  ['cells} cells; at most', 'too many for a study'],
  ['FEWEST_SESSIONS} sessions', 'a constant'],
  ['listed(looks.map(String))} sessions', 'no look comes before four'],
  ['leaders.length} cells of', 'the plural beside a singular'],
  ['cells.length} cells (', 'the plural beside a singular'],
  ['doubles.length} cells', 'the plural beside a singular'],
];

test('no text puts a fixed plural after a number that may be 1', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((path) => !path.endsWith('.test.ts'));
  assert.ok(files.length > 500);
  const wrong = files.flatMap((path) =>
    [...readFileSync(join(SOURCES, path), 'utf8').matchAll(/^(?!\s*(?:\/\/|\*|\/\*)).*$/gm)]
      .map(([line]) => line)
      .filter((line) => (line.match(FIXED_PLURAL) ?? []).length > 0)
      .filter((line) => !NEVER_ONE.some(([text]) => line.includes(text)))
      .map((line) => `${path}: ${line.trim()}`),
  );
  assert.deepEqual(wrong, []);
});

test('an exception that stands nowhere any more is taken out of the list', () => {
  const sources = globSync('**/*.ts', { cwd: SOURCES })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(SOURCES, path), 'utf8'));
  const stale = NEVER_ONE.filter(([text]) => !sources.some((source) => source.includes(text)));
  assert.deepEqual(stale, []);
});

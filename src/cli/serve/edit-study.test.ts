import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../base/errors.ts';
import type { StudyPath } from '../../ui/studies/asked.ts';
import { editedStudy } from './edit-study.ts';

const TEXT = `# Why it is asked.
study: mine
title: A long title that goes on and on, far beyond the width at which a writer of YAML would fold it by itself

factors:
  # Two are enough.
  format: [json, xml]
  n: 100

parts:
  - name: a
    title: A
protocol:
  twin: {n: 100, format: json}
`;
const ORDER = ['study', 'title', 'question', 'factors', 'parts', 'protocol', 'compare'];

function edited(path: StudyPath, value: unknown, text = TEXT): string {
  return editedStudy({ id: 'mine.yaml', text, path, value }, ORDER);
}

test('changes the one line, and every comment, blank and brace stays', () => {
  assert.equal(edited(['factors', 'format'], ['json', 'cbor']), TEXT.replace('[json, xml]', '[json, cbor]'));
  assert.equal(edited(['factors', 'n'], [10, 100]), TEXT.replace('n: 100\n', 'n: [10, 100]\n'));
});

test('a new key at the top stands where the schema has it, and one below at the end of its group', () => {
  assert.match(edited(['question'], 'Which?'), /fold it by itself\n+question: Which\?\n/);
  assert.match(edited(['protocol', 'budget'], '2m'), /protocol:\n {2}twin: .*\n {2}budget: 2m\n$/);
});

test('what is taken away takes the groups with it that would be empty', () => {
  assert.doesNotMatch(edited(['protocol', 'twin'], null), /protocol|twin/);
  assert.doesNotMatch(edited(['parts', 0], null), /parts/);
  assert.match(edited(['factors', 'n'], null), /factors:\n {2}# Two are enough\.\n {2}format/);
});

test('a part more and a comparison more are lists like those that people write', () => {
  assert.match(
    edited(['parts', 1], { name: 'b', title: 'B', factors: { n: [1, 2] } }),
    / {2}- name: b\n {4}title: B\n/,
  );
  assert.match(
    edited(['compare'], [{ factor: 'format', baseline: 'json' }]),
    /compare:\n {2}- \{factor: format, baseline: json\}\n|compare:\n {2}- factor: format\n/,
  );
});

test('an empty text becomes a study, and texts that are none are refused with why', () => {
  assert.equal(edited(['study'], 'mine', ''), 'study: mine\n');
  for (const [path, text] of [
    [['study'], 'a: [1'],
    [['study'], '- a\n- b\n'],
    [['study', 'deeper'], TEXT],
    [[], TEXT],
  ] as const)
    assert.throws(() => edited(path, 'x', text), UserError, text);
});

test('names that programs have a meaning for are keys like any', () => {
  assert.match(edited(['__proto__', 'polluted'], 'yes'), /__proto__:\n {2}polluted: yes\n/);
  assert.equal(({} as { polluted?: string }).polluted, undefined);
});

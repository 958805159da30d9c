import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import { failureFrom } from './say-failure.ts';
import { inWordsOfPage } from './words-of-page.ts';

test('what names a flag names the field, and what to type is left out', () => {
  for (const [said, shown] of [
    ['give it more time (--budget), or other networks (--network)', 'give it more time, or other networks'],
    ['more time (--budget 5m) or a finer precision (--precision 2%)', 'more time or a finer precision'],
    ['--budget: "long" is no duration', 'time it may take: "long" is no duration'],
    ['goes on by --resume', 'goes on by Go on'],
    ['make room, then: wirefare run --resume /runs/a', 'make room, then: Go on, beside it in Records'],
    ['choose others by --only', 'choose others by --only'],
    ['a--budget and --budgets.json are files', 'a--budget and --budgets.json are files'],
  ] as const)
    assert.equal(inWordsOfPage(said), shown);
});

test('a failure is told so in all its parts, and what was tried as it was', () => {
  const problem = { file: '--budget', path: '', what: 'is no duration', hint: 'or leave out --quick' };
  assert.deepEqual(failureFrom(new UserError([problem])), {
    problem: 'time it may take: is no duration (or leave out at most a minute)',
    problems: [{ ...problem, file: 'time it may take', hint: 'or leave out at most a minute' }],
  });
  const gap = new EnvironmentError('nothing can be run', ['tool --path x'], 'more time (--budget)');
  assert.deepEqual(failureFrom(gap), {
    problem: 'nothing can be run',
    tried: ['tool --path x'],
    remedy: 'more time',
  });
});

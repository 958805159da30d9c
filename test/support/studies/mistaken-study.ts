// What tests of mistaken study files share: a study to spoil, and the messages that a text gets.

import assert from 'node:assert/strict';
import { sayProblem, UserError } from '../../../src/base/errors.ts';
import { parseStudy } from '../../../src/study/resolve/load-study.ts';
import { FAKE_VOCABULARY } from './fake-vocabulary.ts';

export const HEAD = 'study: mine\ntitle: Mine\nquestion: Which?\n';
export const GOOD = `${HEAD}factors: {n: [1, 2], format: [json, xml]}\n`;

/** The messages, without the list of allowed words. */
export function problemsOf(text: string): string[] {
  try {
    parseStudy(text, 'f', FAKE_VOCABULARY);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.problems.map((problem) => sayProblem({ ...problem, allowed: [] }));
  }
  return [];
}

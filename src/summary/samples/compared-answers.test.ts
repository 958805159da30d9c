import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionFacts } from '../../record/record.ts';
import { comparedSummary } from './compared-answers.ts';

const session = (compared?: Readonly<Record<string, number>>) => ({ compared }) as SessionFacts;

test('the answers of all sessions and cells count together, and tell what share they may have missed', () => {
  const { answers, shareMissed } = comparedSummary([session({ json: 60, xml: 40 }), session({ json: 19 })])!;
  assert.equal(answers, 119);
  assert.ok(Math.abs(shareMissed - 0.02486) < 0.00001, String(shareMissed));
});

test('where nothing was compared nothing is told', () => {
  assert.equal(comparedSummary([session(), session({})]), null);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { madeUp } from '../../../test/support/reports/made-up.ts';
import { listChecks } from './checks-line.ts';

function shortOf(compared: { readonly answers: number; readonly shareMissed: number } | undefined): string[] {
  const { run, summary } = madeUp();
  const { compared: _, ...rest } = summary;
  return listChecks(run, compared === undefined ? rest : { ...rest, compared })
    .map(({ short }) => short)
    .filter((short) => short.includes('compared'));
}

test('a narrow line says, too, what share of wrong answers the run could have missed', () => {
  assert.deepEqual(shortOf({ answers: 693, shareMissed: 1 - 0.05 ** (1 / 693) }), [
    '693 timed answers compared: at most 0.4 % of all, by their time, were wrong',
  ]);
  assert.deepEqual(shortOf({ answers: 1, shareMissed: 0.95 }), [
    '1 timed answer compared: at most 95.0 % of all, by their time, were wrong',
  ]);
  assert.deepEqual(shortOf(undefined), []);
});

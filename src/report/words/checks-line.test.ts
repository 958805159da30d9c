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

test('the twin that alarms is told, and not the one with the widest interval', () => {
  const { run, summary } = madeUp();
  const twin = { cell: 'a', twin: 'b', ratio: 1.03, interval: [1.01, 1.05] as const, noiseFloor: 0.05 };
  const wide = { ...twin, ratio: 1, interval: [0.92, 1.09] as const, noiseFloor: 0.09 };
  const twinAlarms = [{ twin, cells: ['a'] }];
  const [told] = listChecks(run, { ...summary, twin: wide, twinAlarms }).filter(
    ({ name }) => name === 'Twin',
  );
  assert.match(told!.meaning, /1\.030× \[1\.010, 1\.050\]: it differs from itself/);
});

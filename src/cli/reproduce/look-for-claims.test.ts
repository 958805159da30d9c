import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimResult } from '../../report/results/results.ts';
import { timesToDecide, wantedRatios } from './look-for-claims.ts';

const MIN = 60_000;

/** `J3a`: a ratio that so many minutes decide; null: nobody knows when. */
function ratio(
  id: string,
  minutes: number | null,
  standing: ClaimResult['ratios'][0]['standing'] = 'undecided',
) {
  const words = { says: '', reading: '', published: '1', pairs: '', counts: '', why: '', note: '' };
  const measured = ['1', '[1, 1]'] as const;
  return { id, ...words, measured, standing, decidingMs: minutes === null ? null : minutes * MIN };
}

function claim(
  id: string,
  standing: ClaimResult['standing'],
  minutes: number | null,
  ratios: ClaimResult['ratios'],
): ClaimResult {
  const decidingMs = minutes === null ? null : minutes * MIN;
  return { id, says: '', reading: '', standing, counts: '', decidingMs, ratios };
}

const wanted = (
  claims: readonly ClaimResult[],
  minutesLeft: number,
  isShort = false,
  withheld: string[] = [],
) => [...wantedRatios(claims, { leftMs: minutesLeft * MIN, isShort, withheld: new Set(withheld) })];

test('of a claim the ratios count that decide it first, and none of one that no ratio changes any more', () => {
  const open = claim('A', 'undecided', 4, [ratio('Aa', 50), ratio('Ab', 4), ratio('Ac', null, 'replicated')]);
  const over = claim('B', 'in part', null, [ratio('Ba', 1), ratio('Bb', null, 'replicated')]);
  assert.deepEqual(wanted([open, over], 10), ['Ab']);
});

test('a ratio is given the time that decides its claim: less of it would decide nothing', () => {
  const open = claim('A', 'undecided', 12, [ratio('Aa', 1), ratio('Ab', 12), ratio('Ac', 50)]);
  const unknown = claim('B', 'undecided', null, [ratio('Ba', 3), ratio('Bb', 2, 'replicated')]);
  const over = claim('C', 'in part', null, [ratio('Ca', 1)]);
  const times = timesToDecide([open, unknown, over]);
  assert.deepEqual(
    [...times],
    [
      ['Aa', 12 * MIN],
      ['Ab', 12 * MIN],
      ['Ba', null],
    ],
  );
  // What is given so is gone on with.
  assert.deepEqual(wanted([open], 12), ['Aa', 'Ab']);
  assert.deepEqual(wanted([open], 1), []);
});

test('what takes many times the time that is left, or nobody knows how long, is not gone on for', () => {
  const far = claim('A', 'undecided', 90, [ratio('A', 90)]);
  const unknown = claim('B', 'undecided', null, [ratio('B', null)]);
  const near = claim('C', 'undecided', 12, [ratio('C', 12)]);
  assert.deepEqual(wanted([far, unknown, near], 10), ['C']);
  assert.deepEqual(wanted([far, unknown], 10), []);
  assert.deepEqual(wanted([far, unknown], 45), ['A']);
});

test('before anything can be foreseen all that is open is gone on for', () => {
  const claims = [
    claim('A', 'undecided', 900, [ratio('A', 900)]),
    claim('B', 'undecided', null, [ratio('B', null)]),
  ];
  assert.deepEqual(wanted(claims, 1, true), ['A', 'B']);
});

test('a ratio that was not measured at all is in no session of its record', () => {
  const there = ratio('Aa', 3);
  const missing = { ...ratio('Ab', 9), measured: null };
  assert.deepEqual(wanted([claim('A', 'undecided', 9, [there, missing])], 10), ['Aa']);
});

test('of a claim that a record was asked in part its own ratios count', () => {
  const unasked = { ...ratio('Ab', null), measured: null };
  assert.deepEqual(wanted([claim('A', 'undecided', null, [ratio('Aa', 8), unasked])], 10), ['Aa']);
});

test('what an alarm holds back is gone on for while there is time', () => {
  const held = [claim('A', 'undecided', null, [ratio('A', null)])];
  assert.deepEqual(wanted(held, 10, false, ['A']), ['A']);
  assert.deepEqual(wanted(held, 0, false, ['A']), []);
});

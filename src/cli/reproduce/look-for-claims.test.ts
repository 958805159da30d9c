import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimResult } from '../../report/results/results.ts';
import { wantedRatios } from './look-for-claims.ts';

const MIN = 60_000;

/** `J3a`: a ratio that so many minutes decide; null: nobody knows when. */
function ratio(
  id: string,
  minutes: number | null,
  standing: ClaimResult['ratios'][0]['standing'] = 'undecided',
) {
  const words = { says: '', reading: '', published: '1', pairs: '', counts: '', why: '', note: '' };
  const measured = ['1', '[1, 1]'] as const;
  return {
    id,
    ...words,
    measured,
    standing,
    soFar: null,
    decidingMs: minutes === null ? null : minutes * MIN,
  };
}

function claim(
  id: string,
  standing: ClaimResult['standing'],
  minutes: number | null,
  ratios: ClaimResult['ratios'],
): ClaimResult {
  const decidingMs = minutes === null ? null : minutes * MIN;
  const words = { says: '', reading: '', counts: '', pairs: '' };
  return { id, ...words, standing, soFar: null, decidingMs, ratios };
}

const wanted = (
  claims: readonly ClaimResult[],
  minutesLeft: number,
  isShort = false,
  withheld: string[] = [],
) => [...wantedRatios(claims, { leftMs: minutesLeft * MIN, isShort, withheld: new Set(withheld) })];

test('each open ratio is gone on for by what it takes itself, whatever others of its claim take', () => {
  const open = claim('J', 'undecided', 50, [
    ratio('Ja', 50),
    ratio('Jb', 4),
    ratio('Jc', null),
    ratio('Jd', null, 'replicated'),
  ]);
  assert.deepEqual(wanted([open], 10), ['Jb']);
  assert.deepEqual(wanted([open], 25), ['Ja', 'Jb']);
  assert.deepEqual(wanted([open], 1), []);
});

test('a claim whose other ratios differ already is gone on for, since it is not decided', () => {
  const ratios = [ratio('Ha', null, 'opposite'), ratio('Hb', null, 'replicated'), ratio('Hc', 3)];
  const mixed = { ...claim('H', 'undecided', 3, ratios), soFar: 'in part' as const };
  const over = claim('B', 'in part', null, ratios.slice(0, 2));
  assert.deepEqual(wanted([mixed, over], 10), ['Hc']);
});

test('a question of ours keeps no run going', () => {
  const ours = { ...ratio('Hc', 3), ours: true as const };
  assert.deepEqual(wanted([claim('H', 'replicated', null, [ratio('Ha', null, 'replicated'), ours])], 10), []);
  assert.deepEqual(wanted([claim('H', 'undecided', null, [ratio('Ha', null), ours])], 10, true), ['Ha']);
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

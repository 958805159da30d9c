import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { writeRecord } from '../../../test/support/records/written-record.ts';
import type { ClaimResult } from '../../report/results/results.ts';
import type { Claim } from '../../study/study.ts';
import { summarise } from '../../summary/summarise.ts';
import { lookForClaims, togetherIn, wantedRatios } from './look-for-claims.ts';

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

interface Asked {
  readonly isShort?: boolean;
  readonly withheld?: readonly string[];
  readonly first?: readonly string[];
  /** Each has cells of its own; else all have the same, and are decided on the way of the longest. */
  readonly areApart?: boolean;
}

function wanted(
  claims: readonly ClaimResult[],
  minutesLeft: number,
  { isShort = false, withheld = [], first = [], areApart = false }: Asked = {},
): readonly string[] {
  const ratios = new Map(claims.flatMap((one) => one.ratios.map((each) => [each.id, each])));
  const togetherMs = (ids: readonly string[]) => {
    const times = ids.flatMap((id) => {
      const { measured, decidingMs } = ratios.get(id)!;
      return measured === null || decidingMs === null ? [] : [decidingMs];
    });
    if (times.length < ids.length) return null;
    return areApart ? times.reduce((sum, ms) => sum + ms, 0) : Math.max(...times);
  };
  const left = { leftMs: minutesLeft * MIN, isShort, withheld: new Set(withheld), togetherMs, first };
  return [...wantedRatios(claims, left)];
}

test('each open ratio of a claim that is not decided whole is gone on for by what it takes itself', () => {
  const open = claim('J', 'undecided', 50, [
    ratio('Ja', 50),
    ratio('Jb', 4),
    ratio('Jc', null),
    ratio('Jd', null, 'replicated'),
  ]);
  assert.deepEqual(wanted([open], 10), ['Jb']);
  assert.deepEqual(wanted([open], 1), []);
  const long = claim('K', 'undecided', 50, [ratio('Ka', 50), ratio('Kb', 4)]);
  assert.deepEqual(wanted([long], 10), ['Kb'], 'there is no time for the whole of it');
  assert.deepEqual(wanted([long], 25), ['Ka', 'Kb']);
});

test('a claim that more sessions decide comes before single ratios that take less', () => {
  const single = claim('J', 'undecided', null, [ratio('Ja', 2), ratio('Jb', null)]);
  const whole = claim('K', 'undecided', 6, [ratio('Ka', 5), ratio('Kb', 6)]);
  assert.deepEqual(wanted([single, whole], 7), ['Ka', 'Kb']);
  assert.deepEqual(wanted([single, whole], 9), ['Ka', 'Kb', 'Ja'], 'in the same sessions, with room');
  assert.deepEqual(wanted([single, whole], 2), ['Ja']);
});

test('what takes least has its time to itself, but for what there is time for beside it', () => {
  const claims = [3, 4, 5].map((minutes) =>
    claim(`${minutes}`, 'undecided', minutes, [ratio(`${minutes}`, minutes)]),
  );
  const apart = (minutesLeft: number, first: readonly string[] = []) =>
    wanted(claims, minutesLeft, { areApart: true, first });
  // Each by itself could be decided in twice that.
  assert.deepEqual(apart(4.5), ['3']);
  assert.deepEqual(apart(10.5), ['3', '4']);
  assert.deepEqual(apart(18), ['3', '4', '5']);
  assert.deepEqual(apart(4.5, ['5']), ['5'], 'what the time is given for comes before all others');
  assert.deepEqual(apart(2, ['5']), ['3']);
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
  const open = claim('H', 'undecided', null, [ratio('Ha', null), ours]);
  assert.deepEqual(wanted([open], 10, { isShort: true }), ['Ha']);
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
  assert.deepEqual(wanted(claims, 1, { isShort: true }), ['A', 'B']);
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
  assert.deepEqual(wanted(held, 10, { withheld: ['A'] }), ['A']);
  assert.deepEqual(wanted(held, 0, { withheld: ['A'] }), []);
});

/** XML against JSON, where the interval holds the upper border of a range around 1. */
function openClaims(ids: Readonly<Record<string, number>>, options: { sessions: number; blocks: number }) {
  const { run, rows, probes } = syntheticRecord(options);
  const about = (id: string, n: number, high: number): Claim => ({
    ...{ id, says: 'XML is alike', part: null, standIn: null, published: [0.1, high] },
    where: { n: [n], compression: ['none'] },
    numerator: { format: ['xml'] },
    denominator: { format: ['json'] },
  });
  const asking = (claims: readonly Claim[]) => ({ ...run, study: { ...run.study, claims, comparisons: [] } });
  const summaryOf = (asked: typeof run) => summarise(asked, rows, probes);
  const told = summaryOf(asking(Object.entries(ids).map(([id, n]) => about(id, n, 2)))).claims;
  const claims = told.map(({ id, measured, interval }) =>
    about(id, ids[id]!, Math.sqrt(measured! * interval![1])),
  );
  const asked = asking(claims);
  return { run: asked, summary: summaryOf(asked) };
}

test('a look goes on with the cells of that for which the time is given', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-look-'));
  try {
    const options = { sessions: 4, blocks: 6 };
    const record = openClaims({ A: 10, B: 1_000 }, options);
    const { run } = record;
    writeRecord(dir, { options: { ...options, sessionSd: 0.12 }, run: () => run });
    const togetherMs = togetherIn(record);
    assert.equal(togetherMs(['A', 'no such']), null);
    const cells = async (id: string) => {
      const look = lookForClaims(run.study, () => togetherMs([id])!, [id]);
      const { neededCells } = await look(run, dir);
      return [...neededCells].filter((cell) => cell.includes('xml'));
    };
    assert.deepEqual(await cells('A'), ['book n=10 xml/domparser none']);
    assert.deepEqual(await cells('B'), ['book n=1000 xml/domparser none']);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

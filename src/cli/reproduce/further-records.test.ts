import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { writeRecord } from '../../../test/support/records/written-record.ts';
import { noTimeFor } from '../../plan/sessions/leave-out.ts';
import type { RunFile } from '../../record/record.ts';
import type { Claim } from '../../study/study.ts';
import { measuringTimeMs } from '../../summary/claims/measuring-time.ts';
import { isMeasured, leftOutBy, wholeClaimsMs } from './further-records.ts';

const { run } = syntheticRecord();
const about: Omit<Claim, 'id' | 'where'> = {
  says: 'XML is slower',
  published: [1, null],
  part: null,
  numerator: { format: ['xml'] },
  denominator: { format: ['json'] },
  standIn: null,
};
const none: Claim = { ...about, id: 'here', where: { network: ['none'], n: [1000], compression: ['none'] } };
const lan: Claim = { ...about, id: 'lan', where: { network: ['lan'], n: [1000], compression: ['none'] } };
const both: Claim = { ...about, id: 'both', where: { n: [1000], compression: ['none'] } };
const noLink: Claim = { ...lan, id: 'wan', where: { ...lan.where, network: ['wan'] } };

const over = (network: string, skip: string) =>
  run.plan.cells
    .filter(({ twinOf }) => twinOf === null)
    .map((cell) => ({ ...cell, id: `${cell.id} ${network}`, factors: { ...cell.factors, network }, skip }));
const cells = [...run.plan.cells, ...over('lan', noTimeFor(30_000)), ...over('wan', 'needs the link: none')];
const left: RunFile = {
  ...run,
  status: 'complete',
  study: { ...run.study, claims: [none, both, lan, noLink] },
  plan: { ...run.plan, cells },
};
const unmeasured = (of: RunFile, claim: Claim) => !isMeasured(of, claim);
const NOBODY: ReadonlySet<string> = new Set();

test('what there was no time for is asked again, as much of it as the time holds, unmeasured claims first', () => {
  const lanMs = measuringTimeMs(left, [lan])!;
  assert.deepEqual(leftOutBy(left, NOBODY, lanMs + 1, unmeasured), {
    claims: ['lan'],
    budgetMs: Math.ceil(lanMs),
  });
  assert.equal(leftOutBy(left, NOBODY, lanMs - 1, unmeasured), null);
  assert.deepEqual(leftOutBy(left, NOBODY, 1e9, unmeasured)?.claims, ['lan']);
  assert.deepEqual(leftOutBy(left, NOBODY, 1e9, isMeasured)?.claims, ['both']);
});

test('what the study asks since its record was begun is asked too, and questions of our own are not', () => {
  const later: Claim = { ...none, id: 'later' };
  const file = [none, lan, later, { ...later, id: 'ours', ours: true as const }];
  const isMeant = (of: RunFile, claim: Claim) =>
    unmeasured(of, claim) || of.study.claims.every(({ id }) => id !== claim.id);
  assert.deepEqual(leftOutBy(left, new Set(['lan']), 1e9, isMeant, file)?.claims, ['later']);
});

test('what is asked already, or cut off, or not begun is not asked again', () => {
  assert.deepEqual(leftOutBy(left, new Set(['lan']), 1e9, isMeasured)?.claims, ['both']);
  assert.equal(leftOutBy(left, new Set(['lan', 'both']), 1e9, isMeasured), null);
  assert.equal(leftOutBy({ ...left, status: 'interrupted' }, NOBODY, 1e9, unmeasured), null);
  assert.equal(leftOutBy(null, NOBODY, 1e9, unmeasured), null);
});

test('time is kept for open claims of every pair alone, and as much as measuring them whole takes', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-whole-claims-'));
  // Half of what each is about was measured: of every pair that is "so far", of the mean it is an answer.
  const ofEvery: Claim = { ...both, id: 'every', every: true };
  const kept = (name: string, claims: readonly Claim[]) => {
    writeRecord(join(dir, name), {
      run: (drawn) => ({ ...drawn, study: { ...drawn.study, claims }, plan: { ...drawn.plan, cells } }),
    });
    return [{ typed: name, study: { ...run.study, claims }, dir: join(dir, name) }];
  };
  try {
    const wholeMs = measuringTimeMs(left, [ofEvery])!;
    const folders = kept('every', [both, ofEvery]);
    assert.equal(await wholeClaimsMs(folders, wholeMs + 1), Math.ceil(wholeMs));
    assert.equal(await wholeClaimsMs(folders, wholeMs - 1), 0);
    assert.equal(await wholeClaimsMs(kept('mean', [both]), 1e9), 0);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { Claim } from '../../study/study.ts';
import { summarise } from '../../summary/summarise.ts';
import { cheapestClaim, firstWish, takesMs, type Wish } from './decide-more.ts';
import type { Folder } from './look-ahead.ts';

const wish = (name: string, budgetMs: number, isShort: boolean): Wish => ({
  folder: { dir: name } as Folder,
  budgetMs,
  takesMs: budgetMs,
  claims: [],
  isShort,
});

test('studies with too few sessions for any answer come before cheaper claims of others', () => {
  const [cheap, short, shorter] = [wish('a', 10, false), wish('b', 90, true), wish('c', 60, true)];
  assert.equal(firstWish([cheap, short, shorter]), shorter);
  assert.equal(firstWish([wish('d', 20, false), cheap]), cheap);
  assert.equal(firstWish([]), null);
});

test('a claim that was given time and stayed open comes after those that take less than both together', () => {
  const nearTheBorder = { ms: 5, spentMs: 20 };
  assert.equal(cheapestClaim([nearTheBorder, { ms: 24, spentMs: 0 }])!.ms, 24);
  assert.equal(cheapestClaim([nearTheBorder, { ms: 26, spentMs: 0 }])!.ms, 5);
});

test('a study of which no session was whole takes what its claims were planned to take', () => {
  const { run, rows, probes } = syntheticRecord({ sessions: 1, blocks: 4 });
  const claim: Claim = {
    id: 'A',
    says: 'XML is slower',
    published: [1, null],
    part: null,
    where: { n: [1000], compression: ['none'] },
    numerator: { format: ['xml'] },
    denominator: { format: ['json'] },
    standIn: null,
  };
  const study = { ...run.study, claims: [claim] };
  const sessions = run.sessions.map((facts) => ({ ...facts, status: 'interrupted' as const }));
  const cut = { ...run, study, sessions };
  const found = summarise(cut, rows, probes).claims[0]!;
  assert.ok(takesMs(cut, found)! > 1_000);
  const whole = { ...run, study };
  const told = summarise(whole, rows, probes).claims[0]!;
  assert.ok(takesMs(whole, told)! > 0);
  assert.equal(takesMs({ ...cut, study: { ...study, claims: [] } }, found), null);
});

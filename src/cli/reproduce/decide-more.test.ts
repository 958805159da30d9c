import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { noTimeFor } from '../../plan/sessions/leave-out.ts';
import type { Claim } from '../../study/study.ts';
import { summarise } from '../../summary/summarise.ts';
import { firstWish, takesMs, type Wish } from './decide-more.ts';
import type { Folder } from './look-ahead.ts';

const wish = (name: string, takesMs: number, isShort: boolean, isWhole = true): Wish => ({
  folder: { dir: name } as Folder,
  budgetMs: takesMs,
  takesMs,
  spentMs: 0,
  ratios: [],
  isWhole,
  isShort,
});

test('studies with too few sessions for any answer come before cheaper claims of others', () => {
  const [cheap, short, shorter] = [wish('a', 10, false), wish('b', 90, true), wish('c', 60, true)];
  assert.equal(firstWish([cheap, short, shorter]), shorter);
  assert.equal(firstWish([wish('d', 20, false), cheap]), cheap);
  assert.equal(firstWish([]), null);
});

test('what was given time and stayed open comes after what takes less than both together', () => {
  const nearTheBorder = { ...wish('a', 5, false), spentMs: 20 };
  const [less, more] = [wish('b', 24, false), wish('c', 26, false)];
  assert.equal(firstWish([nearTheBorder, less]), less);
  assert.equal(firstWish([nearTheBorder, more]), nearTheBorder);
});

test('claims that are decided whole come before single ratios, which wait until they are meant', () => {
  const [whole, single, short] = [wish('a', 30, false), wish('b', 2, false, false), wish('c', 50, true)];
  assert.equal(firstWish([single, whole], 'any'), whole);
  assert.equal(firstWish([single], 'any'), single);
  assert.equal(firstWish([single], 'claims'), null);
  assert.equal(firstWish([single, whole, short], 'claims'), short);
  assert.equal(firstWish([single, whole], 'too few sessions'), null);
});

const CLAIM: Claim = {
  id: 'A',
  says: 'XML is slower',
  published: [1, null],
  part: null,
  where: { n: [1000], compression: ['none'] },
  numerator: { format: ['xml'] },
  denominator: { format: ['json'] },
  standIn: null,
};

test('a study of which no session was whole takes what its claims were planned to take', () => {
  const { run, rows, probes } = syntheticRecord({ sessions: 1, blocks: 4 });
  const study = { ...run.study, claims: [CLAIM] };
  const sessions = run.sessions.map((facts) => ({ ...facts, status: 'interrupted' as const }));
  const cut = { ...run, study, sessions };
  const found = summarise(cut, rows, probes).claims[0]!;
  assert.ok(takesMs(cut, found)! > 1_000);
  const whole = { ...run, study };
  const told = summarise(whole, rows, probes).claims[0]!;
  assert.ok(takesMs(whole, told)! > 0);
  assert.equal(takesMs({ ...cut, study: { ...study, claims: [] } }, found), null);
});

test('a claim that is measured on what stands in is not gone on for where its own cells are in no session', () => {
  const { run, rows, probes } = syntheticRecord({ sessions: 6, blocks: 4 });
  const claim: Claim = {
    ...CLAIM,
    where: { ...CLAIM.where, network: ['lan'] },
    standIn: { network: ['none'] },
  };
  const lan = run.plan.cells
    .filter(({ twinOf }) => twinOf === null)
    .map((cell) => ({
      ...cell,
      id: `${cell.id} lan`,
      factors: { ...cell.factors, network: 'lan' },
      skip: noTimeFor(30_000),
    }));
  const plan = { ...run.plan, cells: [...run.plan.cells, ...lan] };
  const open = (asked: Claim) => {
    const own = { ...run, plan, study: { ...run.study, claims: [asked] } };
    const found = {
      ...summarise(own, rows, probes).claims[0]!,
      published: [3.5, 4],
      verdict: 'open',
    } as const;
    return takesMs(own, found);
  };
  assert.ok(open(CLAIM)! > 0);
  assert.equal(open(claim), null);
});

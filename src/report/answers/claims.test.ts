import assert from 'node:assert/strict';
import test from 'node:test';
import { madeUp } from '../../../test/support/reports/made-up.ts';
import type { ClaimSummary } from '../../summary/claims/claim-summary.ts';
import { claimsAnswer, type DecidingMs } from './claims.ts';

function open(id: string, interval: readonly [number, number]): ClaimSummary {
  return {
    ...{ id, says: '', published: [1.1, null], measured: Math.sqrt(interval[0] * interval[1]), interval },
    ...{ verdict: 'open', margin: 0.02, note: '', pairs: [], sessions: 6 },
    answered: { widest: interval[1] - 1, provisional: false, answeredAt: null, openBecause: 'width' },
  };
}

function told(claims: readonly ClaimSummary[], decidingMs?: DecidingMs): string {
  const { summary } = madeUp();
  return claimsAnswer({ ...summary, claims }, decidingMs)[0]!.sentences[0]!.text;
}

test('open claims say how wide their intervals are, and what deciding them takes', () => {
  const one = open('A', [1, 1.44]);
  const both = [one, open('B', [0.9, 1.6])];
  const times = new Map([
    ['A', 230_000],
    ['B', 3_650_000],
  ]);
  const decidingMs: DecidingMs = ({ id }) => times.get(id) ?? null;
  assert.equal(
    told(both, decidingMs),
    '2 of 2 claims open (A and B): their intervals, of up to ±33.3 %, hold both what was published and what was not; deciding takes about 4 to 61 min more',
  );
  assert.equal(
    told([one], decidingMs),
    '1 of 1 claim open (A): 1.20× [1.00, 1.44] holds both what was published and what was not, margin ±2 %; deciding takes about 4 min more',
  );
  assert.match(told([...both, open('C', [0.5, 2])], decidingMs), /about 4 to 61 min more in 2 of 3 cases$/);
  assert.match(
    told([open('C', [0.5, 2])], decidingMs),
    /; what deciding takes nobody can say, or it is more than a day$/,
  );
});

test('a claim of every pair of which some were not measured is told apart from those that are whole', () => {
  const { summary } = madeUp();
  const whole = { ...open('A', [1.2, 1.4]), verdict: 'replicated' } as const;
  const claims = [whole, { ...whole, id: 'B', every: true, pairsWanted: 9 } as const];
  assert.deepEqual(
    claimsAnswer({ ...summary, claims })[0]!.sentences.map(({ text }) => text),
    ['1 of 2 claims replicated (A)', '1 of 2 claims replicated so far (B)'],
  );
});

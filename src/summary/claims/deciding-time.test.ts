import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { Claim } from '../../study/study.ts';
import type { ClaimSummary } from './claim-summary.ts';
import { decidingTimeMs, decidingTogetherMs } from './deciding-time.ts';

/** Six sessions of one kind. */
const { run } = syntheticRecord({ sessions: 6, blocks: 2 });
const ROTATION_MS = run.sessions.reduce((sum, { startMs, wallMs }) => sum + startMs + wallMs, 0) / 6;

/** Above 1 is claimed; the margin of 2 % is the nearest border. `width`: of the interval, over its room. */
function openClaim(width: number): ClaimSummary {
  const ratio = 1.02 ** 2;
  return {
    id: 'A',
    says: 'slower',
    published: [1, null],
    measured: ratio,
    interval: [ratio / 1.02 ** width, ratio * 1.02 ** width],
    verdict: 'open',
    margin: 0.02,
    answered: { widest: 0.08, provisional: false, answeredAt: null, openBecause: 'width' },
    note: '',
    pairs: [],
  };
}

const sessionsFor = (width: number) => 6 + decidingTimeMs(run, openClaim(width))! / ROTATION_MS;

test('an interval narrows with the root of the sessions, and faster while they are few', () => {
  const [twice, fourTimes] = [sessionsFor(2), sessionsFor(4)];
  // Student's t is 2.6 after six sessions and 2 in the end; looks on the way take their share.
  assert.ok(twice > 12 && twice <= 24, `${twice}`);
  assert.ok(fourTimes > 48 && fourTimes < 110, `${fourTimes}`);
  assert.ok(Math.abs(twice - Math.round(twice)) < 1e-9);
});

/** What is asked of these numbers of objects. */
function about(n: readonly number[], id = 'A'): Claim {
  return {
    ...{ id, says: 'slower', part: null, standIn: null, published: [1, null] },
    where: { n: [...n], compression: ['none'], network: ['none'] },
    numerator: { format: ['xml'] },
    denominator: { format: ['json'] },
  };
}

test('where claims alone are asked, sessions to come have the cells of what is open', () => {
  const asking = (claim: Claim, comparisons = run.study.comparisons) =>
    decidingTimeMs({ ...run, study: { ...run.study, claims: [claim], comparisons } }, openClaim(2))!;
  const all = decidingTimeMs(run, openClaim(2))!;
  assert.ok(run.study.comparisons.length > 0);
  assert.equal(asking(about([1_000])), all, 'comparisons need their cells whatever becomes of claims');
  const alone = asking(about([1_000]), []);
  assert.ok(alone < 0.8 * all && alone > 0.02 * all, `${alone} of ${all}`);
});

test('claims that share their sessions take less than one after the other, and those of other cells more than one', () => {
  const claims = [about([10], 'A'), about([1_000], 'B'), about([1_000], 'C')];
  const given = { ...run, study: { ...run.study, claims, comparisons: [] } };
  const open = (id: string, width: number): ClaimSummary => ({ ...openClaim(width), id });
  const [short, long] = [open('A', 2), open('B', 4)];
  const [shortMs, longMs] = [short, long].map((claim) => decidingTimeMs(given, claim)!) as [number, number];
  const bothMs = decidingTogetherMs(given, [long, short])!;
  assert.ok(bothMs > longMs && bothMs < longMs + shortMs, `${bothMs} of ${longMs} and ${shortMs}`);
  const sameMs = decidingTogetherMs(given, [open('C', 2), long])!;
  assert.ok(Math.abs(sameMs - longMs) < 1e-6, 'those of the same cells are decided on the way');
  const decided: ClaimSummary = { ...short, verdict: 'replicated' };
  assert.equal(decidingTogetherMs(given, [long, decided]), null);
});

test('before four sessions an answer so far takes those that are missing, and an open one at least those', () => {
  const few = syntheticRecord({ sessions: 2, blocks: 2 }).run;
  const rotationMs = few.sessions.reduce((sum, { startMs, wallMs }) => sum + startMs + wallMs, 0) / 2;
  const sessions = (claim: ClaimSummary) => 2 + decidingTimeMs(few, claim)! / rotationMs;
  const claim = openClaim(2);
  const provisional = { ...claim.answered!, provisional: true, openBecause: null };
  assert.ok(Math.abs(sessions({ ...claim, verdict: 'replicated', answered: provisional }) - 4) < 1e-6);
  // Two sessions make Student's t so large that two more nearly always tell; here they would not.
  assert.ok(sessions(openClaim(200)) > 50, `${sessions(openClaim(200))}`);
  assert.ok(Math.abs(sessions(openClaim(1.0001)) - 4) < 1e-6, 'what three could tell is open below four');
});

test('a claim whose cells were dropped after four sessions is foreseen by those, whatever the run did since', () => {
  const moreSessions = (given: typeof run, claim: ClaimSummary) => {
    const rotationMs =
      given.sessions.reduce((sum, { startMs, wallMs }) => sum + startMs + wallMs, 0) / given.sessions.length;
    return decidingTimeMs(given, claim)! / rotationMs;
  };
  const dropped = { ...openClaim(2), sessions: 4 };
  const short = moreSessions(syntheticRecord({ sessions: 4, blocks: 2 }).run, dropped);
  const { run: long } = syntheticRecord({ sessions: 26, blocks: 2 });
  const later = moreSessions(long, dropped);
  assert.ok(later > short / 3 && later < 2 * short, `${later}, ${short} at once`);
  assert.ok(moreSessions(long, openClaim(2)) > 4 * later);
});

test('what scatters within sessions is foreseen in longer ones, and what scatters between them is not', () => {
  const given = { ...run, study: { ...run.study, claims: [about([1_000])], comparisons: [] } };
  const open = openClaim(8);
  const [all, half, none] = [1, 0.5, 0].map((share) => {
    // About what an interval of this width comes from.
    const withinVariance = share * ((8 * Math.log(1.02)) / 3.16) ** 2 * 6;
    return decidingTimeMs(given, { ...open, withinVariance })!;
  }) as [number, number, number];
  assert.ok(all < 0.8 * none, `${all} of ${none}`);
  assert.ok(half <= none && half >= all, `${half} between ${all} and ${none}`);
  assert.equal(none, decidingTimeMs(given, open));
});

test('a ratio that seems to lie on a border is taken to lie as far from it as chance usually has it', () => {
  const at = (measured: number, width: number): ClaimSummary => ({
    ...openClaim(1),
    measured,
    interval: [measured / 1.02 ** width, measured * 1.02 ** width],
  });
  const onBorder = decidingTimeMs(run, at(1.0200001, 8))!;
  assert.ok(onBorder > decidingTimeMs(run, at(1.1, 8))!, `${onBorder}`);
  // However wide the interval is, as many more sessions tell: the border is as many standard errors away.
  const wider = decidingTimeMs(run, at(1.0200001, 16))!;
  assert.ok(Math.abs(wider / onBorder - 1) < 0.2, `${wider} and ${onBorder}`);
});

test('nothing is foretold of what is decided, hidden, withheld, unmeasured, or longer than a day', () => {
  const claim = openClaim(2);
  const openBecause = (reason: 'clock' | 'twin'): ClaimSummary => ({
    ...claim,
    answered: { ...claim.answered!, openBecause: reason },
  });
  const decided = { ...claim, verdict: 'replicated' } as const;
  const unmeasured = { ...claim, measured: null, interval: null, answered: null };
  for (const found of [openBecause('clock'), openBecause('twin'), decided, unmeasured])
    assert.equal(decidingTimeMs(run, found), null);
  const slow = { ...run, sessions: run.sessions.map((facts) => ({ ...facts, wallMs: 1e5 * facts.wallMs })) };
  assert.equal(decidingTimeMs(slow, claim), null);
});

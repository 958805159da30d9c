import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { UserError } from '../../base/errors.ts';
import { onlyLevels } from '../../study/change/only-levels.ts';
import { quickened } from '../../study/change/quickened.ts';
import { parseStudy } from '../../study/resolve/load-study.ts';
import type { Study } from '../../study/study.ts';
import { makePlan } from '../make-plan.ts';
import { sayPlan } from '../say/say-plan.ts';
import { heldWhere, makeHeldPlan } from './held-plan.ts';

const LOCAL =
  '{name: local, title: L, factors: {n: [10, 100], format: [json, xml], compression: [none, gzip]}}';
const FAR = 'factors: {n: 100, format: json, compression: gzip, network: [10mbit, lan, 3g]}';
const HEAD = 'study: s\ntitle: S\nquestion: Q\nfactors: {browser: chromium}\nprotocol: {budget: 55s}\n';
const HERE = { noLink: null };

function study(parts: readonly string[]): Study {
  const text = `${HEAD}parts:\n${parts.map((part) => `  - ${part}\n`).join('')}`;
  return parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5);
}

const held = (ms: string) => study([LOCAL, `{name: far, title: F, held: ${ms}, ${FAR}}`]);

function problems(parts: readonly string[]): string {
  try {
    study(parts);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError);
    return thrown.message;
  }
  return assert.fail('nothing was refused');
}

test('what predictions are held beside changes nothing of the plan that it comes after', () => {
  assert.deepEqual(makePlan(held('30s'), HERE), makePlan(study([LOCAL]), HERE));
});

test('it has short sessions of its own, as many as fit and one at least, and no twins', () => {
  const plan = makeHeldPlan(held('30s'), HERE)!;
  assert.deepEqual(
    plan.cells.map(({ id, twinOf, skip }) => [id, twinOf, skip]),
    ['10mbit', 'lan', '3g'].map((network) => [`json gzip-6 n=100 ${network}`, null, null]),
  );
  assert.deepEqual(new Set(plan.sessions.map(({ place }) => place)), new Set(['link']));
  const { panels } = plan.sessions[0]!;
  assert.deepEqual(
    panels.map(({ settlingPerVisit, countedPerVisit, warmupBlocks }) => [
      settlingPerVisit,
      countedPerVisit,
      warmupBlocks,
    ]),
    Array(3).fill([0, 1, 1]),
  );
  const totalMs = plan.sessions.reduce((sum, { durationMs }) => sum + durationMs, 0);
  assert.ok(plan.sessions.length > 1 && totalMs < 22_500, `${plan.sessions.length} in ${totalMs}`);
  assert.equal(makeHeldPlan(held('1s'), HERE)!.sessions.length, 1);
  assert.equal(makeHeldPlan(study([LOCAL]), HERE), null);
});

test('where there is no link its cells are skipped, and no time is planned', () => {
  const plan = makeHeldPlan(held('30s'), { noLink: 'no cargo' })!;
  assert.deepEqual(plan.sessions, []);
  assert.deepEqual(new Set(plan.cells.map(({ skip }) => skip)), new Set(['needs the link: no cargo']));
});

test('what the run goes without is not held either', () => {
  const plan = makeHeldPlan(held('30s'), HERE)!;
  const { cells } = makePlan(held('30s'), HERE);
  assert.deepEqual(heldWhere(plan, cells), plan);
  const without = cells.map((cell) => ({ ...cell, skip: 'no chromium here' }));
  const { cells: left, sessions } = heldWhere(plan, without);
  assert.deepEqual([new Set(left.map(({ skip }) => skip)), sessions], [new Set(['no chromium here']), []]);
});

test('a plan says what comes after it, and in which time', () => {
  const one = held('30s');
  const text = sayPlan(one, makePlan(one, HERE), makeHeldPlan(one, HERE)).replace(/\s+/g, ' ');
  assert.match(text, /Part far: F .* 3 of 3 cells are run:/);
  assert.match(
    text,
    /Then \d+ sessions of [\d.]+ m?s, in 30 s of wall time beside that, to hold predictions/,
  );
});

test('alone it is a part like any other, and --quick leaves it out', () => {
  const { study: alone } = onlyLevels(held('30s'), ['network=3g'], FAKE_VOCABULARY);
  assert.equal(makeHeldPlan(alone, HERE), null);
  assert.deepEqual(new Set(makePlan(alone, HERE).sessions.map(({ place }) => place)), new Set(['link']));
  const { study: quick, notes } = quickened(held('30s'));
  assert.equal(makeHeldPlan(quick, HERE), null);
  assert.match(notes.join(), /3 of 11 cells dropped \(what predictions are held beside\)/);
});

test('something must be left that predicts, and messages are not predicted', () => {
  assert.match(
    problems([`{name: far, title: F, held: 30s, ${FAR}}`]),
    /every part is held, and none is left/,
  );
  assert.match(
    problems([LOCAL, `{name: far, title: F, held: 10ms, ${FAR}}`]),
    /held: must be from 1s to 168h/,
  );
  const messages = 'factors: {n: 10, transport: sse, format: text, size: 100}';
  assert.match(
    problems([LOCAL, `{name: m, title: M, held: 30s, ${messages}}`]),
    /messages are sequences, of which nothing is predicted/,
  );
});

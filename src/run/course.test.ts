import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAKE_VOCABULARY } from '../../test/support/studies/fake-vocabulary.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { Look } from '../record/looks.ts';
import { parseStudy } from '../study/resolve/load-study.ts';
import { Course, type CourseSettings } from './course.ts';

/** Seven comparisons for each number of objects. */
function courseOf(
  n: string,
  sessions: number,
  more: Partial<Pick<CourseSettings, 'plan' | 'looks' | 'areFirstShort'>> = {},
): Course {
  const factors = `{n: ${n}, format: [json, xml, protobuf], compression: [none, gzip], browser: chromium}`;
  const compare = '[{factor: format, baseline: json}, {factor: compression, baseline: none}]';
  const text = `study: s\ntitle: S\nquestion: Q\nfactors: ${factors}\ncompare: ${compare}\nprotocol: {sessions: ${sessions}, budget: 5m}`;
  const study = parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5);
  const plan = makePlan(study, { noLink: null });
  return new Course({ study, plan, endMs: null, sessions: [], looks: [], race: [], ...more });
}

const MANY = '[10, 100]';
const FEW = '10';

test('a short run of many questions is looked at when its plan is over, and not before', () => {
  const course = courseOf(MANY, 6);
  assert.equal(course.isLookedAtOnce, true);
  assert.deepEqual(
    [4, 5, 6].map((rotations) => course.isLook(rotations, rotations)),
    [false, false, true],
  );
  assert.deepEqual(course.looks, [{ rotations: 6, sessions: 6 }]);
  assert.equal(course.plan.lookedAtOnce, true, 'the record has to say how the level is shared');
  assert.equal(courseOf(FEW, 6).isLook(4, 4), true, 'so few may all be answered');
  assert.equal(courseOf(MANY, 8).isLook(4, 4), true, 'there is time for what looks bring');
});

test('how the level is shared stays once a look has used it, and is decided anew as long as none has', () => {
  const { plan } = courseOf(MANY, 6);
  const look: Look = { rotations: 5, sessions: 5 };
  assert.equal(courseOf(MANY, 6, { plan, looks: [look] }).plan.lookedAtOnce, true);
  assert.equal(courseOf(MANY, 6, { looks: [look] }).plan.lookedAtOnce, undefined, 'of an earlier version');
  const long = courseOf(MANY, 20).plan;
  const prolonged = { ...long, lookedAtOnce: true as const };
  assert.equal(courseOf(MANY, 20, { plan: prolonged }).plan.lookedAtOnce, undefined);
  const share = { ...plan, share: { nth: 1, of: 2 } };
  assert.equal(courseOf(MANY, 6, { plan: share }).plan.lookedAtOnce, undefined);
});

test('a run that goes on after its look, and one whose first sessions are short, have looks on the way', () => {
  const looks = [{ rotations: 5, sessions: 5 }];
  assert.equal(courseOf(MANY, 7, { looks }).isLook(6, 6), true);
  const short = courseOf(MANY, 6, { areFirstShort: true });
  assert.equal(short.isLook(4, 4), true);
  assert.equal(short.plan.lookedAtOnce, undefined);
});

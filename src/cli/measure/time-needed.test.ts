import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NETWORKS } from '../../network/profiles.ts';
import { makePlan } from '../../plan/make-plan.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Study } from '../../study/study.ts';
import { sayingWhatItTakes } from './measure.ts';
import { type MeasureQuestion, urlStudy } from './study.ts';

test('a network that there is no time for says with what budget there is', () => {
  const payload = { name: 'orders', shape: 'document', jsonBytes: 300_000, url: { target: 'it' } };
  const urls = [{ name: 'it', payload, format: 'json', codec: 'JSON.parse', protocol: 'http1' }];
  const networks = NETWORKS.filter(({ name }) => ['none', '3g'].includes(name));
  const planned = (budgetMs: number) => {
    const question = { urls, networks, browser: 'chromium', budgetMs, answerWithinMs: 30_000, seed: 1 };
    const asked = question as unknown as MeasureQuestion;
    const planOf = (study: Study) => makePlan(study, { noLink: null });
    const cells = (plan: Plan) => plan.cells.flatMap(({ skip }) => skip ?? []);
    return cells(sayingWhatItTakes(planOf(urlStudy(asked, 2)), asked, planOf));
  };
  const [says, ...others] = planned(20_000);
  assert.deepEqual(others, []);
  const [, value, unit] = /^the budget of 20 s has no time for it; it takes about --budget (\d+)([sm])$/.exec(
    says!,
  )!;
  assert.deepEqual(planned(Number(value) * (unit === 's' ? 1_000 : 60_000)), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAKE_VOCABULARY } from '../../test/support/studies/fake-vocabulary.ts';
import { parseStudy } from '../study/resolve/load-study.ts';
import { foreseenAnswers } from './foreseen-answers.ts';
import { largestFamily, makePlan } from './make-plan.ts';

const COMPRESSION = '{factor: compression, baseline: none}';
const FORMAT = '{factor: format, baseline: json}';

function planned(...rules: readonly string[]) {
  const text = `study: s\ntitle: S\nquestion: Q\nfactors: {n: 10, format: [json, xml, protobuf], compression: [none, gzip], browser: chromium}\ncompare: [${rules.join(', ')}]\nprotocol: {sessions: 6, budget: 2m}`;
  const study = parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5);
  return { study, plan: makePlan(study, { noLink: null }) };
}

test('a comparison that is ranked too is foreseen with the family of its ranking, as reports have it', () => {
  const foreseen = (...rules: readonly string[]) => {
    const { study, plan } = planned(...rules);
    return foreseenAnswers(study, plan).find(({ factor }) => factor === 'compression')!;
  };
  const [few, more] = [foreseen(COMPRESSION), foreseen(COMPRESSION, FORMAT)];
  // Three and seven are asked; six cells are ranked, of which there are fifteen pairs.
  assert.equal(few.budgetMs, more.budgetMs);
  // Hardly wider: where fewer are asked, fewer say how far they scatter.
  assert.ok(few.width! >= more.width! && few.width! < 1.05 * more.width!, `${few.width} ${more.width}`);
  const { study, plan } = planned(COMPRESSION);
  assert.equal(largestFamily(study, plan.cells), 15);
  assert.equal(largestFamily({ ...study, comparisons: [] }, plan.cells), 0);
});

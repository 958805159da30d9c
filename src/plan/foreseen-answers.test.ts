import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAKE_VOCABULARY } from '../../test/support/studies/fake-vocabulary.ts';
import { parseStudy } from '../study/resolve/load-study.ts';
import { foreseenAnswers } from './foreseen-answers.ts';
import { largestFamily, makePlan } from './make-plan.ts';

const COMPRESSION = '{factor: compression, baseline: none}';
const FORMAT = '{factor: format, baseline: json}';

function planned(...rules: readonly string[]) {
  return plannedOf('n: 10', '{sessions: 6, budget: 2m}', rules);
}

function plannedOf(n: string, protocol: string, rules: readonly string[]) {
  const text = `study: s\ntitle: S\nquestion: Q\nfactors: {${n}, format: [json, xml, protobuf], compression: [none, gzip], browser: chromium}\ncompare: [${rules.join(', ')}]\nprotocol: ${protocol}`;
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

test('what is foreseen of looks is what the run does: by the sessions planned, and of shares when all are there', () => {
  const widthOf = (protocol: string, share?: { nth: number; of: number }) => {
    const { study, plan } = plannedOf('n: [10, 100]', protocol, [FORMAT, COMPRESSION]);
    const own = share === undefined ? plan : { ...plan, share };
    return Math.log1p(foreseenAnswers(study, own)[0]!.width!);
  };
  const [once, often] = [widthOf('{sessions: 7, budget: 5m}'), widthOf('{sessions: 8, budget: 5m}')];
  // After 4 and 6 of 8 sessions, so that the end has a twelfth of the level and not four fifths.
  assert.ok(often > 1.2 * once, `${once} ${often}`);
  // A merged record of shares is looked at once, and at the level of a first look.
  const half = { nth: 1, of: 2 };
  assert.ok(widthOf('{sessions: 8, budget: 5m}', half) < once);
  assert.ok(widthOf('{sessions: 7, budget: 5m}', half) > 1.02 * once);
});

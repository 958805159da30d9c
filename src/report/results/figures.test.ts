// The figures of a ratio on the page of results, of a study with tables of its own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { Claim } from '../../study/study.ts';
import { summarise } from '../../summary/summarise.ts';
import { resultsHtml } from './html.ts';
import { resultsMarkdown } from './markdown.ts';
import { results } from './results.ts';
import { studyHead } from './study-head.ts';

const { run, rows, probes } = syntheticRecord();

const about: Omit<Claim, 'id' | 'published'> = {
  says: 'XML against JSON',
  part: null,
  where: { n: [1000], compression: ['none'] },
  numerator: { format: ['xml'] },
  denominator: { format: ['json'] },
  standIn: null,
};
const claims: readonly Claim[] = [
  { ...about, id: 'A', metric: ['decode'], published: [1, null] },
  { ...about, id: 'B', metric: ['decode'], published: [5.5, 6.5] },
  { ...about, id: 'C', metric: ['size'], published: [1.5, 1.5] },
  { ...about, id: 'D', metric: ['encode'], published: [1, null] },
  { ...about, id: 'E', metric: ['size'], published: [1, null], where: { compression: ['none'] } },
];
const study = {
  ...run.study,
  name: 'made-up',
  claims,
  indicators: ['size', 'decode'] as const,
  publishedFigures: [
    {
      title: 'Bytes and decoding',
      metrics: ['size', 'decode'] as const,
      rows: [
        { of: { format: ['json'], n: [1000] }, figures: [225_691, 20] },
        { of: { format: ['xml'], n: [1000] }, figures: [338_536, 24.4] },
      ],
    },
    {
      title: 'Decoding',
      metrics: ['decode'] as const,
      rows: [{ of: { format: ['json'], n: [1000] }, figures: [20] }],
    },
  ],
};
const record = { run: { ...run, study }, summary: summarise({ ...run, study }, rows, probes) };
const page = results([{ head: studyHead(study), record, missing: '' }]);
const [section] = page.studies;
const ratio = (id: string) => section!.claims.find((claim) => claim.id === id)!.ratios[0]!;

test('where the words claim less than the tables have, the tables’ ratio stands first', () => {
  assert.equal(ratio('A').published, '1.22× (claimed: above 1.00×)');
  assert.equal(ratio('B').published, '5.50× to 6.50×', 'that is a figure already');
  assert.equal(ratio('D').published, 'above 1.00×', 'no table has it');
  assert.equal(ratio('E').published, 'above 1.00×', 'the tables lack a pair');
});

test('the bytes of two cells stand there exactly, published and measured', () => {
  assert.equal(ratio('C').published, '1.50×: 338 536 over 225 691 bytes');
  assert.deepEqual(ratio('C').measured, ['1.53×:', '505 060 over 330 060 bytes']);
  assert.match(ratio('E').measured![1], /^\[/, 'of several pairs they stand in the table');
});

test('beneath the claims stand published bytes with ours, and the best of each with ties', () => {
  assert.deepEqual(
    section!.tables.map(({ title }) => title.replace(/ ·.*/, '')),
    ['Published', ...section!.tables.slice(1).map(() => 'The best of each')],
  );
  assert.ok(section!.tables.length > 1);
  for (const text of [resultsMarkdown(page), resultsHtml(page)]) {
    assert.match(text, /Published · Bytes and decoding/);
    assert.match(text, /338 536/);
    assert.match(text, /The best of each/);
    assert.doesNotMatch(text, /Published · Decoding/);
  }
});

test('our own question stands on the page only where the record was asked it', () => {
  const of = { id: 'F', says: 'F' };
  const both: readonly Claim[] = [
    { ...about, of, id: 'Fa', says: 'F: theirs', published: [1, null] },
    { ...about, of, id: 'Fb', says: 'F: ours', published: [1, null], ours: true },
  ];
  const idsOf = (asked: readonly Claim[]) => {
    const own = { ...run, study: { ...study, claims: asked } };
    const head = studyHead({ ...study, claims: both });
    const made = results([
      { head, record: { run: own, summary: summarise(own, rows, probes) }, missing: '' },
    ]);
    return made.studies[0]!.claims[0]!.ratios.map(({ id }) => id);
  };
  assert.deepEqual(idsOf(both), ['Fa', 'Fb']);
  assert.deepEqual(idsOf(both.slice(0, 1)), ['Fa']);
  const untold = results([{ head: studyHead({ ...study, claims: both }), record: null, missing: 'gone' }]);
  assert.equal(untold.studies[0]!.claims[0]!.ratios.length, 1);
});

test('bytes that differ by as much in every pair say so', () => {
  const [claim] = record.summary.claims.filter(({ id }) => id === 'C');
  const again = { ...claim!, verdict: 'not replicated' as const, pairs: [...claim!.pairs, ...claim!.pairs] };
  const summary = { ...record.summary, claims: [again] };
  const head = { ...studyHead(study), claims: studyHead(study).claims.filter(({ id }) => id === 'C') };
  const [made] = results([{ head, record: { ...record, summary }, missing: '' }]).studies;
  assert.match(made!.claims[0]!.ratios[0]!.note, /^xml has 175 000 bytes more in each of 2 pairs/);
});

test('a ratio says what was asked, where its file asks for something else by now', () => {
  const of = { id: 'F', says: 'F' };
  const asked: Claim = { ...about, of, id: 'Fa', says: 'F: of 1 000', published: [1, null] };
  const today = { ...asked, says: 'F: of 10', where: { n: [10] } };
  const own = { ...run, study: { ...study, claims: [asked] } };
  const head = studyHead({ ...study, claims: [today] });
  const saysWith = (record: Parameters<typeof results>[0][number]['record']) =>
    results([{ head, record, missing: '' }]).studies[0]!.claims[0]!.ratios[0]!.says;
  assert.equal(saysWith({ run: own, summary: summarise(own, rows, probes) }), 'of 1 000');
  assert.equal(saysWith(null), 'of 10');
});

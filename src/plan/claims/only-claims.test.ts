// What claims alone leave of a study, and what each of them takes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { parseStudy } from '../../study/resolve/load-study.ts';
import { makePlan } from '../make-plan.ts';
import { claimCosts } from './claim-costs.ts';
import { onlyClaims } from './only-claims.ts';

const STUDY = parseStudy(
  `study: s
title: S
question: Q
factors: {n: [10, 1000], format: [json, xml, protobuf], compression: [none, gzip], network: [none, lan], browser: chromium}
protocol: {budget: 10m}
claims:
  - id: A
    says: XML is slower
    where: {network: lan, compression: none, n: 10}
    standIn: {network: none}
    numerator: {format: xml}
    denominator: {format: json}
    published: [1, null]
  - id: B
    says: gzip costs
    where: {network: lan, n: 1000, format: json}
    numerator: {compression: gzip}
    denominator: {compression: none}
    published: [1, null]
  - id: C
    says: gzip makes JSON small
    where: {network: none, n: 10, format: json}
    metric: size
    numerator: {compression: gzip}
    denominator: {compression: none}
    published: 0.5
`,
  's.yaml',
  FAKE_VOCABULARY,
  5,
);

const measured = (noLink: string | null) => {
  const { study } = onlyClaims(STUDY, makePlan(STUDY, { noLink }).cells);
  const plan = makePlan(study, { noLink });
  const cells = plan.cells.filter(({ skip, twinOf }) => skip === null && twinOf === null);
  return { study, plan, ids: cells.map(({ id }) => id) };
};

test('a study of claims alone has their cells, without what would stand in', () => {
  const { study, ids } = measured(null);
  assert.deepEqual(ids, [
    'json n=10',
    'json n=10 lan',
    'json gzip-6 n=10',
    'xml n=10 lan',
    'json n=1000 lan',
    'json gzip-6 n=1000 lan',
  ]);
  assert.deepEqual([study.comparisons, study.claims], [[], STUDY.claims]);
});

test('what cannot be measured here stays with its reason, and what stands in for it is measured', () => {
  const { study, plan, ids } = measured('no cargo');
  assert.deepEqual(ids, ['json n=10', 'json gzip-6 n=10', 'xml n=10']);
  const skipped = plan.cells.filter(({ skip }) => skip !== null);
  assert.deepEqual(
    skipped.map(({ id, skip }) => `${id}: ${skip}`),
    ['json n=10 lan', 'xml n=10 lan', 'json n=1000 lan', 'json gzip-6 n=1000 lan'].map(
      (id) => `${id}: needs the link: no cargo`,
    ),
  );
  assert.deepEqual(study.claims, STUDY.claims);
});

test('each claim costs what a run of its cells takes; bytes take the fewest sessions', () => {
  const costs = claimCosts(STUDY, makePlan(STUDY, { noLink: null }).cells);
  assert.deepEqual(
    costs.map(({ claim, cells }) => [claim.id, cells.length]),
    [
      ['A', 2],
      ['B', 2],
      ['C', 2],
    ],
  );
  const [a, b, c] = costs.map(({ aloneMs }) => aloneMs!);
  assert.ok(a! < b! && c! < a! && c! > 5_000, `${[a, b, c]}`);
  const finer = { ...STUDY, protocol: { ...STUDY.protocol, precision: 0.03 } };
  const [more, , bytes] = claimCosts(finer, makePlan(STUDY, { noLink: null }).cells);
  assert.ok(more!.aloneMs! > 2 * a!, 'a finer answer takes longer');
  assert.equal(bytes!.aloneMs, c, 'bytes do not');
});

test('a claim that cannot be measured here costs nothing, and one by its stand-in what that takes', () => {
  const costs = claimCosts(STUDY, makePlan(STUDY, { noLink: 'no cargo' }).cells);
  assert.deepEqual(
    costs.map(({ claim, pairs, aloneMs }) => [claim.id, pairs.standsIn, aloneMs !== null]),
    [
      ['A', true, true],
      ['B', false, false],
      ['C', false, true],
    ],
  );
});

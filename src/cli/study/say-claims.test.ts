import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadShipped } from '../../../test/support/studies/shipped-studies.ts';
import { claimCosts } from '../../plan/claims/claim-costs.ts';
import { makePlan } from '../../plan/make-plan.ts';
import type { Protocol } from '../../study/study.ts';
import { claimRows, sayClaims } from './say-claims.ts';

async function claimsOf(name: string, noLink: string | null, changed: Partial<Protocol> = {}) {
  const loaded = await loadShipped(name);
  const study = { ...loaded, protocol: { ...loaded.protocol, ...changed } };
  const plan = makePlan(study, { noLink });
  const costs = claimCosts(study, plan.cells);
  const text = sayClaims(study, plan, costs);
  /** What is said of one claim, on one line. */
  const of = (id: string) =>
    text
      .split('\n\n')
      .find((paragraph) => paragraph.startsWith(`${id} `))!
      .replace(/\s+/g, ' ');
  return { text, of, rows: claimRows(costs) };
}

test('each claim is said with what was published, its pairs and what it takes alone', async () => {
  const { text, of, rows } = await claimsOf('jorgensen-2016', null);
  assert.deepEqual(
    text.split('\n').filter((line) => line.length > 80),
    [],
  );
  assert.match(
    of('J3a'),
    /^J3a published above 1\.00× · 1 pair of 8 cells · about [\d.]+ (s|min) The order of the index: Qt's JSON/,
  );
  assert.match(of('J1a'), /xml-attributes\/QXmlStreamReader@SimpleXML qt5 \/ json\/QJsonDocument qt5/);
  assert.ok(rows.every(({ aloneMs }) => aloneMs! > 5_000 && aloneMs! < 300_000));
});

test('a share is of single cells, and many pairs are counted', async () => {
  const { of, rows } = await claimsOf('dauda-2018', null);
  assert.match(of('D3'), /published 65 % to 75 % · 9 shares of 9 cells/);
  assert.match(of('D3'), /and 5 more \(--json lists all\)$/);
  assert.equal(rows.find(({ id }) => id === 'D3')!.pairs.length, 9);
});

test('what stands in is named, and what cannot be measured here has the reason', async () => {
  const { of, rows } = await claimsOf('opijac-2017', 'no cargo');
  assert.match(of('O5'), /on network none, which stands in for lan/);
  assert.match(of('O1'), /not measured here .* pairs left out: needs the link: no cargo$/);
  const [o1, o5] = ['O1', 'O5'].map((id) => rows.find((row) => row.id === id)!);
  assert.deepEqual([o1!.aloneMs, o1!.cells, o1!.standsIn], [null, [], false]);
  assert.ok(o1!.pairs.every(({ skip }) => skip === 'needs the link: no cargo'));
  assert.deepEqual([o5!.standsIn, o5!.pairs.every(({ skip }) => skip === null)], [true, true]);
});

test('what the design leaves to the model is said to be predicted', async () => {
  const { of, rows } = await claimsOf('opijac-2017', null, { design: 'predicted' });
  assert.match(of('O1'), /^O1 published 1\.18× to 1\.22× · predicted .* 4 pairs predicted$/);
  const [o1] = rows;
  assert.ok(o1!.pairs.every(({ isPredicted }) => isPredicted === true));
});

// A study with several parts, browsers, procedures, skipped cells and claims.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { wordOf } from '../../factors/cell.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import type { Claim } from '../../study/study.ts';
import { summarise } from '../summarise.ts';

const record = syntheticRecord({ kind: 'opijac', blocks: 40, seed: 3 });
const summary = summarise(record.run, record.rows, record.probes);

function claimOf(id: string, change: Partial<Claim> = {}) {
  const claims = record.run.study.claims.map((claim) => (claim.id === id ? { ...claim, ...change } : claim));
  const run = { ...record.run, study: { ...record.run.study, claims } };
  return summarise(run, record.rows, record.probes).claims.find((claim) => claim.id === id)!;
}

test('skipped cells keep their reason, and are one warning', () => {
  const skipped = summary.cells.filter((cell) => cell.status === 'skipped');
  assert.equal(skipped.length, 96);
  assert.ok(skipped.every((cell) => cell.reason === 'needs the link'));
  const warnings = summary.warnings.filter((warning) => warning.kind === 'cell-skipped');
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!.what, /^96 cells were skipped: needs the link/);
});

test('comparisons stay within a part, a browser and a computation', () => {
  const factors = new Map(summary.cells.map((cell) => [cell.id, cell]));
  for (const { a, b, factor } of summary.comparisons.filter((each) => each.asked)) {
    const [one, other] = [factors.get(a)!, factors.get(b)!];
    assert.equal(one.part, other.part);
    assert.equal(one.factors.browser, other.factors.browser);
    assert.equal(recordedCell(one.factors).computation, recordedCell(other.factors).computation);
    assert.notEqual(wordOf(one.factors, factor), wordOf(other.factors, factor));
  }
  const procedures = summary.comparisons.filter((each) => each.asked && each.factor === 'procedure');
  assert.equal(procedures.length, 3 + 2 + 2, 'e3 against e2 three times, e4 and e5 against e2 twice each');
});

test('two requests are billed twice, two computations likewise', () => {
  const bill = (procedure: string, computation: string) =>
    summary.cells.find(
      ({ factors }) =>
        recordedCell(factors).procedure === procedure && recordedCell(factors).computation === computation,
    )!;
  const once = bill('e2', 'cm1');
  const twice = bill('e4', 'cm1');
  assert.ok(Math.abs(twice.phases.network! / once.phases.network! - 2) < 0.2);
  assert.ok(Math.abs(twice.phases.decode! / once.phases.decode! - 2) < 0.2);
  assert.equal(twice.bytes!.encoded, 2 * once.bytes!.encoded);
  const cell = record.run.plan.cells.find(({ factors }) => recordedCell(factors).procedure === 'e5')!;
  const probes = record.probes.map((probe) =>
    probe.cell === cell.id ? { ...probe, clientComputeMs: 0.004 } : probe,
  );
  const coarse = record.run.sessions.map((one) => ({ ...one, agent: { ...one.agent!, clockStepUs: 1e6 } }));
  const found = summarise({ ...record.run, sessions: coarse }, record.rows, probes).cells.find(
    (each) => each.id === cell.id,
  )!;
  assert.equal(found.phases['client.compute'], 0.008);
  assert.ok(found.batched.includes('client.compute'));
});

test('a claim about cells that were skipped is open and says why', () => {
  const claim = claimOf('O1');
  assert.equal(claim.verdict, 'open');
  assert.equal(claim.measured, null);
  assert.equal(claim.note, 'needs the link');
});

test('cells that stand in are named', () => {
  const claim = claimOf('O6');
  assert.equal(claim.note, 'measured on network none, which stands in for lan');
  assert.equal(claim.verdict, 'replicated');
  assert.equal(claim.pairs.length, 8);
});

test('the measured ratio is the geometric mean over the pairs, within its interval', () => {
  const claim = claimOf('O6');
  const logs = claim.pairs.map((pair) => Math.log(pair.ratio));
  const wanted = Math.exp(logs.reduce((a, b) => a + b) / logs.length);
  assert.ok(Math.abs(claim.measured! - wanted) < 1e-9);
  assert.ok(claim.interval![0] < wanted && wanted < claim.interval![1]);
  const truths = claim.pairs.map(
    ({ numerator, denominator }) => record.truthMs.get(numerator)! / record.truthMs.get(denominator)!,
  );
  const truth = Math.exp(truths.reduce((sum, ratio) => sum + Math.log(ratio), 0) / truths.length);
  assert.ok(claim.interval![0] < truth && truth < claim.interval![1]);
});

test('a claim turned round is opposite', () => {
  const claim = claimOf('O6', { numerator: { format: ['protobuf'] }, denominator: { format: ['xml'] } });
  assert.equal(claim.verdict, 'opposite');
});

test('a claim across browsers takes their sessions as independent', () => {
  const claim = claimOf('O6', {
    where: { dataset: ['book'], network: ['none'], n: [1000], compression: ['none'], format: ['json'] },
    numerator: { browser: ['firefox'] },
    denominator: { browser: ['chromium'] },
    standIn: null,
  });
  assert.equal(claim.pairs.length, 1);
  const [low, high] = claim.interval!;
  assert.ok(low < 1 && high > 1, 'the synthetic browsers are alike');
  assert.ok(high / low > 1.2, 'the drift between sessions does not cancel');
});

test('a claim about nothing in this study says so', () => {
  const claim = claimOf('O6', { where: { dataset: ['album'] }, standIn: null });
  assert.equal(claim.note, 'no cells of this run are what the claim is about');
});

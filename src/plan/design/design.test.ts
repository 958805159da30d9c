import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { knownCell, knownTimes } from '../../../test/support/model/known-times.ts';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { loadShipped } from '../../../test/support/studies/shipped-studies.ts';
import type { RequestCell } from '../../factors/cell.ts';
import { makeModel, predictWanted } from '../../model/model.ts';
import { profileNamed } from '../../network/profiles.ts';
import { parseStudy } from '../../study/resolve/load-study.ts';
import type { Study } from '../../study/study.ts';
import { makePlan, planWithout } from '../make-plan.ts';
import type { CellRole, PlannedCell } from '../plan.ts';
import { knots } from './cells-to-measure.ts';
import { LEFT_TO_THE_MODEL, withDesign } from './design.ts';

function byDesign(study: Study, seed = 5): Study {
  return { ...study, protocol: { ...study.protocol, design: 'predicted', seed } };
}

function designed(rest: string): readonly PlannedCell[] {
  const text = `study: s\ntitle: S\nquestion: Q\n${rest}`;
  const study = parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5);
  return makePlan(byDesign(study), { noLink: null }).cells.filter(({ twinOf }) => twinOf === null);
}

function ofKind(cells: readonly PlannedCell[], kind: CellRole['kind']): readonly PlannedCell[] {
  return cells.filter(({ role }) => role?.kind === kind);
}

const reasons = (cells: readonly PlannedCell[]) =>
  new Set(cells.flatMap(({ role }) => (role?.kind === 'measured' ? [role.because] : [])));

describe('the design of opijac-2017', async () => {
  const study = byDesign(await loadShipped('opijac-2017'));
  const { networks } = study;
  const unplanned = study.parts.flatMap(({ name, cells }) =>
    cells.map(
      (factors, i): PlannedCell => ({ id: `${name} ${i}`, part: name, factors, twinOf: null, skip: null }),
    ),
  );
  const cells = withDesign(study, unplanned);
  const [measured, heldOut, predicted] = (['measured', 'held out', 'predicted'] as const).map((kind) =>
    ofKind(cells, kind),
  ) as [PlannedCell[], PlannedCell[], PlannedCell[]];

  it('measures less than a quarter of its 768 cells, 24 of them to check the predictions', () => {
    assert.equal(cells.length, 768);
    assert.equal(heldOut.length, 24);
    assert.equal(measured.length + heldOut.length + predicted.length, 768);
    assert.ok(measured.length + heldOut.length < 768 / 4, `${measured.length} and ${heldOut.length}`);
  });

  it('leaves nothing to the model that it refuses, and all of it is true where the world is as it is modelled', () => {
    const known = measured.map(({ id, factors }) => knownCell(id, factors as RequestCell, networks, 2));
    const model = makeModel(known, networks, { seed: 1, confidence: 0.95 })!;
    for (const { id, factors } of [...heldOut, ...predicted]) {
      const network = networks.find(({ name }) => name === factors.network) ?? profileNamed('none')!;
      const found = predictWanted(model, { factors: factors as RequestCell, network, reuse: 1 });
      if ('reason' in found) assert.fail(`${id}: ${found.reason}`);
      const truthMs = knownTimes(factors as RequestCell, networks).times.totalMs;
      const miss = Math.abs(found.totalMs.value / truthMs - 1);
      assert.ok(miss < 0.02, `${id}: ${found.totalMs.value} ms, in truth ${truthMs}`);
      assert.ok(!found.restsOn.includes('combination'), id);
    }
  });

  it('skips what is predicted by a reason of its own, and holds out others by another seed', () => {
    assert.ok(predicted.every(({ skip }) => skip === LEFT_TO_THE_MODEL));
    assert.ok([...measured, ...heldOut].every(({ skip }) => skip === null));
    const again = (seed: number) =>
      ofKind(withDesign(byDesign(study, seed), unplanned), 'held out').map(({ id }) => id);
    assert.deepEqual(
      again(5),
      heldOut.map(({ id }) => id),
    );
    assert.notDeepEqual(again(6), again(5));
  });
});

describe('a study by design', () => {
  it('measures the ends of n and both ends of each compression, and predicts what lies between', () => {
    const cells = designed(
      'factors: {n: [10, 100, 1000], format: [json, xml, protobuf], compression: [none, gzip], browser: chromium}',
    );
    assert.equal(ofKind(cells, 'measured').length, 12);
    assert.ok(ofKind(cells, 'measured').every(({ factors }) => factors.n !== 100));
    assert.equal(ofKind(cells, 'held out').length, 2);
    assert.equal(ofKind(cells, 'predicted').length, 4);
  });

  it('is made anew where some of its cells turn out to be impossible', () => {
    const text =
      'study: s\ntitle: S\nquestion: Q\nfactors: {n: [10, 100, 1000], format: [json, xml], browser: [chromium, firefox]}';
    const study = byDesign(parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5));
    const isGone = ({ factors }: PlannedCell) => factors.browser === 'firefox';
    const without = planWithout(study, makePlan(study, { noLink: null }), (cell) =>
      isGone(cell) ? 'no firefox' : null,
    ).cells.filter(({ twinOf }) => twinOf === null);
    assert.ok(without.filter(isGone).every(({ skip, role }) => skip === 'no firefox' && role === undefined));
    const here = without.filter((cell) => !isGone(cell));
    assert.deepEqual(
      here.map(({ factors: { n }, role }) => [n, role?.kind === 'measured']),
      [10, 10, 100, 100, 1_000, 1_000].map((n) => [n, n !== 100]),
    );
  });

  it('gives a twin no role', () => {
    const text =
      'study: s\ntitle: S\nquestion: Q\nfactors: {n: [10, 100, 1000], format: [json, xml], browser: chromium}';
    const plan = makePlan(byDesign(parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5)), { noLink: null });
    const twins = plan.cells.filter(({ twinOf }) => twinOf !== null);
    assert.deepEqual(
      twins.map(({ role, skip }) => [role, skip]),
      [[undefined, null]],
    );
  });

  it('measures everything of which there is no model, and says why', () => {
    const messages = designed('factors: {transport: [websocket, sse], n: 100, size: 100, browser: node}');
    assert.deepEqual([...reasons(messages)], ['messages are sequences, which this model says nothing of']);
    assert.equal(ofKind(messages, 'measured').length, messages.length);
    const lossy = designed(
      'factors: {n: [1, 10, 100], format: json, network: [none, {name: train, down: 10mbit, up: 1mbit, rtt: 30ms, loss: 1%}], browser: chromium}',
    );
    const overTrain = lossy.filter(({ factors }) => factors.network === 'train');
    assert.deepEqual(
      [...reasons(overTrain)],
      ['train: packets are lost there, and what TCP then does is chance'],
    );
  });

  it('measures everything that no cell of the study could tell', () => {
    const compressed = designed(
      'factors: {n: [10, 100, 1000], format: [json, xml], compression: gzip, browser: chromium}',
    );
    assert.deepEqual(
      [...reasons(compressed)],
      ['no cell of the study could tell handling or decompress of it'],
    );
  });

  it('measures the cells of claims that are not about the whole time', () => {
    const cells = designed(`factors: {n: [10, 100, 1000], format: [json, xml], browser: chromium}
claims:
  - {id: E, says: encoding, numerator: {format: xml}, denominator: {format: json}, published: 2, metric: encode, where: {n: 100}}`);
    const claimed = cells.filter(({ factors }) => factors.n === 100);
    assert.deepEqual([...reasons(claimed)], ['claim E is not about the whole time']);
  });

  it('leaves to nobody what cannot be run here', () => {
    const text =
      'study: s\ntitle: S\nquestion: Q\nfactors: {n: [10, 100, 1000], format: [json, xml], network: [none, 3g], browser: chromium}';
    const study = parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5);
    const { cells } = makePlan(byDesign(study), { noLink: 'no cargo' });
    const overNetwork = cells.filter(({ factors }) => factors.network === '3g');
    assert.ok(
      overNetwork.every(({ skip, role }) => skip === 'needs the link: no cargo' && role === undefined),
    );
  });
});

describe('knots', () => {
  it('are the ends, and enough between that neighbours are at most a factor of 100 apart', () => {
    assert.deepEqual(knots([10, 100, 1_000]), [10, 1_000]);
    assert.deepEqual(knots([100_000, 10, 100, 1_000, 10_000]), [10, 1_000, 100_000]);
    assert.deepEqual(knots([1, 1_000, 1_000_000]), [1, 1_000, 1_000_000]);
    assert.deepEqual(knots([7]), [7]);
    assert.deepEqual(knots([]), []);
  });
});

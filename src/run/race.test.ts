import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAKE_VOCABULARY } from '../../test/support/studies/fake-vocabulary.ts';
import { makePlan } from '../plan/make-plan.ts';
import { rotationsIn } from '../plan/sessions/rotations.ts';
import { kindTimes } from '../plan/sessions/session-times.ts';
import { parseStudy } from '../study/resolve/load-study.ts';
import { race } from './race.ts';

const text =
  'study: s\ntitle: S\nquestion: Q\nfactors: {n: 1000, format: [json, xml, protobuf], browser: chromium}\nprotocol: {budget: 3m}';
const study = parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5);
const plan = makePlan(study, { noLink: null });
const cells = new Map(plan.cells.map((cell) => [cell.id, cell]));
const STATE = {
  study,
  plan,
  begun: 4,
  droppedBefore: new Set<string>(),
  timesOf: (session: (typeof plan.sessions)[number]) => kindTimes(session, cells, study),
  leftMs: 20_000,
};
const FOUND = {
  asked: 1,
  open: 1,
  neededCells: new Set(cells.keys()),
  withinVariances: new Map(),
  widest: 1,
};

test('the rest of a run has as many sessions as the family of what is open has a use for', () => {
  const rotations = (family: number) => rotationsIn(race(STATE, 4, { ...FOUND, family }).plan.sessions);
  assert.ok(rotations(100) > rotations(1), `${rotations(100)} and ${rotations(1)}`);
  assert.equal(rotationsIn(race(STATE, 4, FOUND).plan.sessions), rotations(1), 'as many as questions');
});

test('where a look drops cells, empty exchanges take no more of the time of those that are left', () => {
  const [before] = plan.sessions[0]!.panels;
  const { sessions } = race(STATE, 4, { ...FOUND, neededCells: new Set(['protobuf']) }).plan;
  const [after] = sessions[4]!.panels;
  assert.deepEqual(after!.cells, ['protobuf']);
  assert.ok(after!.blocksPerEmpties > before!.blocksPerEmpties);
});

/** Two panels, one of which has the twin. */
const twoSizes = parseStudy(
  text.replace('n: 1000', 'n: [10, 1000]').replace('json, xml, protobuf', 'json, protobuf'),
  's.yaml',
  FAKE_VOCABULARY,
  5,
);
const ofTwo = makePlan(twoSizes, { noLink: null });
const inPlan = new Map(ofTwo.cells.map((cell) => [cell.id, cell]));
const twin = ofTwo.cells.find(({ twinOf }) => twinOf !== null)!;
const isBesideTwin = (id: string) => inPlan.get(id)!.factors.n === twin.factors.n;
const away = [...inPlan.keys()].filter((id) => !isBesideTwin(id));

/** The sessions after a look, with what the round of each panel takes. */
function afterLook(found: Partial<typeof FOUND & { readonly askedCells: ReadonlySet<string> }>) {
  const timesOf = (session: (typeof ofTwo.sessions)[number]) => kindTimes(session, inPlan, twoSizes);
  const state = { ...STATE, study: twoSizes, plan: ofTwo, timesOf, leftMs: 60_000 };
  const { sessions } = race(state, 4, { ...FOUND, ...found }).plan;
  const next = sessions[4]!;
  const { blocksMs } = timesOf(next);
  const rounds = next.panels.map((panel) => ({
    panel,
    isBesideTwin: isBesideTwin(panel.cells[0]!),
    ms: panel.blocksPerRound * blocksMs.get(panel.index)!,
  }));
  const [beside, other] = [true, false].map((is) => rounds.find((each) => each.isBesideTwin === is)!);
  return { beside: beside!, other: other! };
}

test('a panel that is there for its twin’s alarm alone does its least', () => {
  const neededCells = new Set([...away, twin.id, twin.twinOf!]);
  const { beside, other } = afterLook({ neededCells, askedCells: new Set(away) });
  assert.deepEqual([beside.panel.blocksPerRound, beside.panel.leastBlocks], [1, 2]);
  assert.deepEqual(new Set(beside.panel.cells), new Set([twin.id, twin.twinOf!]));
  assert.equal(other.panel.leastBlocks, undefined);
  const isAtMost = other.panel.blocksPerRound === 64;
  assert.ok(isAtMost || beside.ms <= 0.1 * (beside.ms + other.ms), `${beside.ms} beside ${other.ms}`);
  // Where nobody says what is asked, all of it is.
  assert.equal(afterLook({ neededCells }).beside.panel.leastBlocks, undefined);
});

test('of what claims ask no variance may be known: its panel has the time that is usual for such a one', () => {
  const all = new Set(inPlan.keys());
  const shareOf = (withinVariances: ReadonlyMap<string, number>) => {
    const { beside, other } = afterLook({
      neededCells: all,
      askedCells: all,
      withinVariances: new Map(withinVariances),
    });
    return beside.ms / (beside.ms + other.ms);
  };
  const little = shareOf(new Map(away.map((id) => [id, 1e-6])));
  const unknown = shareOf(new Map());
  const much = shareOf(new Map(away.map((id) => [id, 1])));
  assert.ok(little >= unknown && unknown >= much && little > much, `${little}, ${unknown}, ${much}`);
  assert.ok(unknown > 0.2, `${unknown}`);
});

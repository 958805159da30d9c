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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import { parseStudy } from '../../study/resolve/load-study.ts';
import { makePlan } from '../make-plan.ts';
import type { Panel, Plan } from '../plan.ts';
import { endOfRotation, placesInRotations, sessionsOfRotations, withRest } from './rotations.ts';
import { roughlyEmptyMs, roughlyMs } from './rough-times.ts';

const panel = (cell: string): Panel =>
  ({ index: 0, cells: [cell], empties: [], blocksPerRound: 1, countedPerVisit: 3 }) as unknown as Panel;
const kind = (browser: string) =>
  ({ browser, target: 'node', place: 'loopback', panels: [panel(browser)], durationMs: 1 }) as const;
const plan = {
  seed: 1,
  cells: [],
  sessions: sessionsOfRotations([kind('chromium'), kind('firefox')] as never, 2, 1),
} as unknown as Plan;
const without = (cell: string, begun: Plan, rotations: number) =>
  withRest(begun, begun.sessions.length, {
    rotations,
    dropped: new Set([cell]),
    blocksPerRound: null,
    sent: null,
  });

test('a rotation ends where a kind comes again', () => {
  assert.deepEqual(placesInRotations(plan.sessions), [1, 1, 2, 2]);
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((begun) => endOfRotation(plan.sessions, begun)),
    [0, 2, 2, 4, 4],
  );
});

test('a rotation that has no kind in common with the one before is told apart from it', () => {
  const alone = without('chromium', plan, 4);
  const other = without('firefox', alone, 6);
  assert.deepEqual(placesInRotations(other.sessions), [1, 1, 2, 2, 3, 4, 5, 6]);
  assert.deepEqual(other.sessions.map(({ beginsRotation }) => beginsRotation === true).indexOf(true), 6);
});

test('a panel that has lost cells has its empty exchanges less often, of the connections that are left', () => {
  const text =
    'study: s\ntitle: S\nquestion: Q\nfactors: {n: 10, format: [json, xml, protobuf], connection: [warm, cold], browser: chromium}';
  const study = parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5);
  const whole = makePlan(study, { noLink: null });
  const [before] = whole.sessions[0]!.panels;
  const factorsOf = (id: string) => whole.cells.find((cell) => cell.id === id)!.factors;
  const left = before!.cells.filter((id) => {
    const { format, connection } = recordedCell(factorsOf(id));
    return format === 'protobuf' && connection === 'warm';
  });
  const dropped = new Set(before!.cells.filter((id) => !left.includes(id)));
  const rest = { rotations: 2, dropped, blocksPerRound: null };
  const panelThen = (sent: typeof study | null) =>
    withRest(whole, 1, { ...rest, sent }).sessions[1]!.panels[0]!;
  const after = panelThen(study);
  assert.deepEqual([before!.empties.length, after.empties.length, left.length], [2, 1, 1]);
  assert.equal(panelThen(null).blocksPerEmpties, before!.blocksPerEmpties);
  const { settlingPerVisit, countedPerVisit } = before!;
  assert.deepEqual([after.settlingPerVisit, after.countedPerVisit], [settlingPerVisit, countedPerVisit]);
  const emptyMs = (settlingPerVisit + 2) * roughlyEmptyMs(factorsOf(left[0]!), study);
  const cellMs = (settlingPerVisit + countedPerVisit) * roughlyMs(factorsOf(left[0]!), study);
  const share = (every: number) => emptyMs / (emptyMs + every * cellMs);
  assert.ok(share(1) > 0.1, `${share(1)}`);
  assert.ok(share(after.blocksPerEmpties) <= 0.1, `${share(after.blocksPerEmpties)}`);
});

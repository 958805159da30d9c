import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAKE_VOCABULARY } from '../../test/support/studies/fake-vocabulary.ts';
import { parseStudy } from '../study/resolve/load-study.ts';
import type { Study } from '../study/study.ts';
import { blocksOfRound, warmupRounds } from './blocks/blocks.ts';
import { foreseenAnswers } from './foreseen-answers.ts';
import { makePlan } from './make-plan.ts';
import type { PlannedSession } from './plan.ts';
import { saySessions } from './say/say-sessions.ts';
import { makeHeldPlan } from './sessions/held-plan.ts';
import { kindsAtFirst, withRest } from './sessions/rotations.ts';

const SETTINGS = { noLink: null };
const FACTORS =
  'n: [10, 1000], format: [json, xml], connection: [warm, cold], network: [none, 3g], target: [node, dropwizard]';

function study(protocol: string, rest = ''): Study {
  const text = `study: s\ntitle: S\nquestion: Q\nfactors: {${FACTORS}}\nprotocol: {${protocol}}\n${rest}`;
  return parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5);
}

const APART = study('budget: 10m');
const INTERLEAVED = study('budget: 10m, interleave: target');
const plan = makePlan(INTERLEAVED, SETTINGS);
const cells = new Map(plan.cells.map((cell) => [cell.id, cell.factors]));
const [onLoopback, overLink] = (['loopback', 'link'] as const).map(
  (place) => plan.sessions.find((session) => session.place === place)!,
) as [PlannedSession, PlannedSession];

const targetOf = (ids: readonly string[]) => {
  const targets = new Set(ids.map((id) => cells.get(id)!.target));
  assert.equal(targets.size, 1, 'a panel is of one target');
  return [...targets][0]!;
};

describe('targets that are interleaved', () => {
  it('share their sessions, one for each browser and place', () => {
    assert.deepEqual(
      new Set(makePlan(APART, SETTINGS).sessions.map(({ targets }) => targets)),
      new Set([undefined]),
    );
    assert.equal(kindsAtFirst(makePlan(APART, SETTINGS)).length, 4);
    assert.equal(kindsAtFirst(plan).length, 2);
    for (const { target, targets } of plan.sessions)
      assert.deepEqual([target, targets], ['node', ['node', 'dropwizard']]);
  });

  it('have panels that visit alike and stand beside one another', () => {
    for (const { panels } of [onLoopback, overLink]) {
      assert.deepEqual(
        panels.map(({ index }) => index),
        [...panels.keys()],
      );
      const turns = Map.groupBy(panels, ({ beside }) => beside);
      for (const [first, alike] of turns) {
        assert.equal(first, alike[0]!.index);
        assert.deepEqual(
          alike.map((panel) => targetOf(panel.cells)),
          ['node', 'dropwizard'],
        );
        const counts = alike.map(({ countedPerVisit, warmupBlocks, blocksPerRound, empties }) => ({
          countedPerVisit,
          warmupBlocks,
          blocksPerRound,
          empties,
        }));
        assert.deepEqual(counts[0], counts[1]);
        assert.deepEqual(counts[0]!.empties, ['empty', 'empty cold']);
      }
    }
  });

  it('have their blocks one right after the other, either first about as often', () => {
    const first = new Map<string, number>();
    let turns = 0;
    let last = -1;
    for (let round = 0; round < warmupRounds(onLoopback.panels) + 60; round++) {
      const blocks = blocksOfRound(onLoopback, round);
      for (let at = 0; at < blocks.length; at += 2) {
        const [a, b] = [blocks[at]!, blocks[at + 1]!];
        assert.equal(a.panel.beside, b.panel.beside);
        const [x, y] = [targetOf(a.panel.cells), targetOf(b.panel.cells)];
        assert.notEqual(x, y);
        first.set(x, (first.get(x) ?? 0) + 1);
        turns++;
        assert.deepEqual([a.block, b.block], [last + 1, last + 2]);
        last = b.block;
        assert.equal(a.firstMessage, b.firstMessage, 'both take the same messages');
      }
    }
    assert.ok(turns > 100);
    const share = first.get('node')! / turns;
    assert.ok(share > 0.4 && share < 0.6, String(share));
  });

  it('are compared with the first of them unless the study says otherwise, within their sessions', () => {
    assert.deepEqual(INTERLEAVED.comparisons.at(-1), { factor: 'target', baseline: 'node' });
    assert.ok(APART.comparisons.every((rule) => 'factor' in rule && rule.factor !== 'target'));
    const asked = study('budget: 10m', 'compare: [{factor: target, baseline: node}]');
    const width = (of: Study) =>
      Math.max(...foreseenAnswers(of, makePlan(of, SETTINGS)).map((one) => one.width!));
    const alone = study('budget: 10m, interleave: target', 'compare: [{factor: target, baseline: node}]');
    assert.ok(width(alone) < 0.95 * width(asked), `${width(alone)} and ${width(asked)}`);
  });

  it('each have a twin', () => {
    const twins = plan.cells.filter(({ twinOf, factors }) => twinOf !== null && factors.network === 'none');
    assert.deepEqual(twins.map(({ factors }) => factors.target).sort(), ['dropwizard', 'node']);
  });

  it('keep their sessions where a look drops all cells of one', () => {
    const dropped = new Set(
      plan.cells.filter(({ factors }) => factors.target === 'node').map(({ id }) => id),
    );
    const rest = { rotations: 3, dropped, blocksPerRound: null, sent: null };
    const after = withRest(plan, 2, rest).sessions.slice(2);
    assert.equal(after.length, 4);
    for (const session of after) {
      const own = session.panels.flatMap((panel) => targetOf(panel.cells));
      assert.deepEqual([...new Set(own)], ['dropwizard']);
      assert.ok(blocksOfRound(session, 0).length > 0);
    }
  });

  it('are named together in the text of a plan', () => {
    const text = saySessions(INTERLEAVED, plan).join('\n');
    assert.match(text, /chromium · targets node and dropwizard in turn · over the link ·/);
  });

  it('stay apart where nothing but predictions is held beside them', () => {
    const text = `study: s\ntitle: S\nquestion: Q\nparts:
  - {name: a, title: A, factors: {n: 10, format: json, target: [node, dropwizard]}}
  - {name: b, title: B, held: 1m, factors: {n: 10, format: json, network: 3g, target: [node, dropwizard]}}
protocol: {interleave: target}\n`;
    const held = makeHeldPlan(parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5), SETTINGS)!;
    assert.ok(held.sessions.length > 0);
    assert.ok(held.sessions.every(({ targets }) => targets === undefined));
  });
});

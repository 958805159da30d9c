import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAKE_VOCABULARY } from '../../test/support/studies/fake-vocabulary.ts';
import { CONNECTIONS, QUICK, SETTINGS, study } from '../../test/support/studies/planned-studies.ts';
import type { Cell } from '../factors/cell.ts';
import { unableReason } from '../study/vocabulary.ts';
import { EMPTY_CELLS } from '../wire/sample.ts';
import { makePlan } from './make-plan.ts';
import { slowdownOf } from './plan.ts';

describe('makePlan', () => {
  it('interleaves warm and cold cells in one panel, with an empty exchange of each kind, and protocols in their own', () => {
    const { panels } = makePlan(CONNECTIONS, SETTINGS).sessions[0]!;
    assert.deepEqual(
      panels.map(({ cells, empties }) => [cells.filter((id) => !id.includes('twin')).length, empties]),
      [
        [4, [EMPTY_CELLS.warm, EMPTY_CELLS.cold]],
        [4, [EMPTY_CELLS.warm, EMPTY_CELLS.cold]],
      ],
    );
    for (const { cells } of panels) {
      assert.equal(new Set(cells.map((id) => id.includes('h2'))).size, 1);
      assert.equal(new Set(cells.map((id) => id.includes('cold'))).size, 2);
    }
  });

  it('visits empty exchanges only of the connections that a panel has', () => {
    const emptiesOf = (connection: string) =>
      makePlan(study(`factors: {n: 1, format: json, connection: ${connection}}`), SETTINGS).sessions[0]!
        .panels[0]!.empties;
    assert.deepEqual(emptiesOf('warm'), [EMPTY_CELLS.warm]);
    assert.deepEqual(emptiesOf('cold'), [EMPTY_CELLS.cold]);
  });

  it('gives the same plan for the same study, and another order for another seed', () => {
    assert.deepEqual(makePlan(QUICK, SETTINGS), makePlan(QUICK, SETTINGS));
    const reseeded = { ...QUICK, protocol: { ...QUICK.protocol, seed: 6 } };
    assert.notDeepEqual(makePlan(reseeded, SETTINGS).sessions, makePlan(QUICK, SETTINGS).sessions);
  });

  it('adds a twin of the first cell of the middle n, in the same panel', () => {
    const plan = makePlan(QUICK, SETTINGS);
    const twins = plan.cells.filter(({ twinOf }) => twinOf !== null);
    assert.deepEqual(
      twins.map(({ id, twinOf }) => [id, twinOf]),
      [['json n=100 (twin)', 'json n=100']],
    );
    const panel = plan.sessions[0]!.panels.find(({ cells }) => cells.includes('json n=100 (twin)'));
    assert.ok(panel!.cells.includes('json n=100'));
  });

  it('adds one to the sessions of each pace of the client', () => {
    const slow = study('factors: {n: 10, format: [json, xml], browser: chromium, cpu: [1, 4]}');
    const { cells, sessions } = makePlan(slow, SETTINGS);
    const twins = cells.filter(({ twinOf }) => twinOf !== null);
    assert.deepEqual(
      twins.map(({ factors }) => slowdownOf(factors)),
      [null, 4],
    );
    for (const { cpu, panels } of sessions) {
      const own = twins.filter(({ id }) => panels.some((panel) => panel.cells.includes(id)));
      assert.deepEqual(
        own.map(({ factors }) => slowdownOf(factors)),
        [cpu ?? null],
      );
    }
  });

  it('adds none to a cell that is the only one, unless the study names it', () => {
    const twinsOf = (rest: string) =>
      makePlan(study(`factors: {n: 10, format: json, browser: chromium}\n${rest}`), SETTINGS).cells.flatMap(
        ({ twinOf }) => twinOf ?? [],
      );
    assert.deepEqual(twinsOf(''), []);
    assert.deepEqual(twinsOf('protocol: {twin: {n: 10}}'), ['json']);
  });

  it('takes the twin that the study names, for each browser and target', () => {
    const named = study(
      'factors: {n: [1, 2], format: [json, xml], browser: [chromium, firefox]}\nprotocol: {twin: {n: 2, format: xml}}',
    );
    const twins = makePlan(named, SETTINGS).cells.flatMap(({ twinOf }) => twinOf ?? []);
    assert.deepEqual(twins, ['xml n=2 chromium', 'xml n=2 firefox']);
  });

  it('plans cells of networks that it cannot give, and skips them', () => {
    const plan = makePlan(study('factors: {n: 1, format: [json, xml], network: [none, lan]}'), SETTINGS);
    const skipped = plan.cells.filter(({ skip }) => skip !== null);
    assert.deepEqual(
      skipped.map(({ id, skip }) => `${id}: ${skip}`),
      ['json lan: needs the link: no cargo', 'xml lan: needs the link: no cargo'],
    );
    const planned = plan.sessions.flatMap(({ panels }) => panels.flatMap(({ cells }) => cells));
    assert.ok(!planned.some((id) => id.includes('lan')));
  });

  it('skips a cell whose codec cannot run on its client', () => {
    const onNode = study('factors: {n: 1, format: [json, xml/domparser], browser: node}');
    const plan = makePlan(onNode, {
      ...SETTINGS,
      unableReason: (factors) => unableReason(factors, FAKE_VOCABULARY),
    });
    assert.equal(plan.cells.find(({ id }) => id === 'xml')!.skip, 'domparser needs a DOM');
  });

  it('gives slow clients sessions of their own, and refuses them of browsers that the lab does not start', () => {
    const grid = 'grid:chrome@http://there:4444';
    const slow = study(`factors: {n: 1, format: [json, xml], cpu: [1, 4], browser: [chromium, '${grid}']}`);
    const unable = { ...SETTINGS, unableReason: (factors: Cell) => unableReason(factors, FAKE_VOCABULARY) };
    const { cells, sessions } = makePlan(slow, unable);
    const kinds = new Set(sessions.map(({ browser, cpu }) => `${browser} ${cpu}`));
    assert.deepEqual([...kinds].toSorted(), ['chromium 4', 'chromium undefined', `${grid} undefined`]);
    for (const { cpu, panels } of sessions) {
      const own = panels.flatMap((panel) => panel.cells);
      assert.ok(own.every((id) => id.includes('cpu=4') === (cpu === 4)));
    }
    const skipped = cells.filter(({ skip }) => skip !== null);
    assert.deepEqual(
      skipped.map(({ id }) => id),
      [`json cpu=4 ${grid}`, `xml cpu=4 ${grid}`],
    );
    assert.match(skipped[0]!.skip!, /a browser of a Grid is none of them: cpu 1$/);
  });

  it('plans no session where nothing can be run', () => {
    const plan = makePlan(study('factors: {n: 1, format: json, network: lan}'), SETTINGS);
    assert.deepEqual(plan.sessions, []);
    assert.equal(plan.cells.length, 1);
  });

  it('rotates through browsers and targets, each once a rotation, and shares the budget', () => {
    const wide = study(
      'factors: {n: 1, format: [json, xml], browser: [chromium, firefox], target: [node, dropwizard]}\nprotocol: {sessions: 3, budget: 60s}',
    );
    const { sessions } = makePlan(wide, SETTINGS);
    assert.equal(sessions.length, 12);
    for (let rotation = 0; rotation < 3; rotation++) {
      const kinds = sessions
        .slice(rotation * 4, rotation * 4 + 4)
        .map(({ browser, target }) => `${browser} ${target}`);
      assert.equal(new Set(kinds).size, 4);
    }
    assert.equal(new Set(sessions.map(({ durationMs }) => durationMs)).size, 1);
    const blocksMs = sessions.reduce((sum, { durationMs }) => sum + durationMs, 0);
    assert.ok(blocksMs > 15_000 && blocksMs < 50_000, `the rest is for starts and reports: ${blocksMs}`);
    assert.equal(new Set(sessions.map(({ seed }) => seed)).size, 12);
    assert.deepEqual(
      sessions.map(({ index }) => index),
      sessions.map((_, index) => index),
    );
  });

  it('puts cells of the same part, n and network into one panel, and visits cheap panels more often', () => {
    const { panels } = makePlan(QUICK, SETTINGS).sessions[0]!;
    assert.deepEqual(
      panels.map(({ cells }) => cells.length),
      [4, 5, 4],
    );
    const blocks = panels.map(({ blocksPerRound }) => blocksPerRound);
    assert.deepEqual(
      blocks,
      blocks.toSorted((a, b) => b - a),
    );
    assert.equal(blocks.at(-1), 1);
    assert.ok(blocks[0]! > 1 && blocks[0]! <= 16);
  });

  it('counts heavy computation as cost', () => {
    const heavy = study(`parts:
  - {name: plain, title: P, factors: {n: 1000, format: json}}
  - {name: sorted, title: S, factors: {n: 1000, format: json, procedure: e4, computation: cm5}}
protocol: {budget: 1h}`);
    const { panels } = makePlan(heavy, SETTINGS).sessions[0]!;
    assert.deepEqual(
      panels.map(({ blocksPerRound }) => blocksPerRound),
      [16, 1],
    );
  });
});

describe('networks', () => {
  const both = study(
    'factors: {n: 10, format: [json, xml], network: [none, lan, 3g]}\nprotocol: {sessions: 2, budget: 60s}',
  );
  const plan = makePlan(both, { noLink: null });

  it('are measured over one link: sessions on loopback and sessions with every emulated network', () => {
    assert.deepEqual(plan.sessions.map(({ place }) => place).toSorted(), [
      'link',
      'link',
      'loopback',
      'loopback',
    ]);
    const rotations = [plan.sessions.slice(0, 2), plan.sessions.slice(2)];
    for (const rotation of rotations) assert.equal(new Set(rotation.map(({ place }) => place)).size, 2);
    for (const { place, panels, durationMs } of plan.sessions) {
      const networks = panels.map(
        ({ cells }) => new Set(cells.map((id) => /lan|3g/.exec(id)?.[0] ?? 'none')),
      );
      assert.ok(
        networks.every(({ size }) => size === 1),
        'a panel is of one network',
      );
      const seen = networks.flatMap((names) => [...names]).toSorted();
      assert.deepEqual(seen, place === 'link' ? ['3g', 'lan'] : ['none']);
      assert.ok(durationMs > 5_000 && durationMs < 15_000, `${durationMs}`);
    }
  });

  it('have a twin each, since what is noise on a fast one is none on a slow one', () => {
    const twins = plan.cells.flatMap(({ twinOf }) => twinOf ?? []);
    assert.deepEqual(twins, ['json', 'json lan', 'json 3g']);
  });

  it('that are slow are visited less often than fast ones', () => {
    const slow = {
      name: 'slow',
      source: 's',
      downKbits: 100,
      upKbits: 100,
      rttMs: 800,
      jitterMs: 0,
      lossShare: 0,
    };
    const networks = both.networks.map((one) => (one.name === '3g' ? { ...one, ...slow, name: '3g' } : one));
    const protocol = { ...both.protocol, budgetMs: 600_000 };
    const { panels } = makePlan({ ...both, networks, protocol }, { noLink: null }).sessions.find(
      ({ place }) => place === 'link',
    )!;
    const blocksOf = (name: string) => panels.find(({ cells }) => cells[0]!.includes(name))!.blocksPerRound;
    assert.equal(blocksOf('3g'), 1);
    assert.ok(blocksOf('lan') > 4, String(blocksOf('lan')));
  });
});

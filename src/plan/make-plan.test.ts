import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAKE_VOCABULARY } from '../../test/support/studies/fake-vocabulary.ts';
import type { Cell } from '../factors/cell.ts';
import { VISITS } from '../stats/proofs/quick-sessions.ts';
import { minuteOf, RACE } from '../stats/proofs/wall-time.ts';
import { parseStudy } from '../study/resolve/load-study.ts';
import type { Study } from '../study/study.ts';
import { unableReason } from '../study/vocabulary.ts';
import { EMPTY_CELLS } from '../wire/sample.ts';
import { warmupExchanges } from './blocks/visit-exchanges.ts';
import { leastBlocks } from './blocks/visits.ts';
import { makePlan, planWithout } from './make-plan.ts';
import { slowdownOf } from './plan.ts';
import { kindTimes } from './sessions/session-times.ts';
import { aroundMs } from './sessions/wall-costs.ts';

const SETTINGS = { noLink: 'no cargo' };

function study(rest: string): Study {
  return parseStudy(`study: s\ntitle: S\nquestion: Q\n${rest}`, 's.yaml', FAKE_VOCABULARY, 5);
}

const QUICK = study(
  'factors: {n: [10, 100, 1000], format: [json, xml], compression: [none, gzip]}\nprotocol: {sessions: 6, budget: 42s}',
);

const CONNECTIONS = study(
  'factors: {n: 10, format: [json, xml], connection: [warm, cold], protocol: [http1, h2], browser: chromium}',
);

describe('a minute of many questions', () => {
  const asked = study(
    'factors: {n: [10, 100, 1000], format: [json, xml, protobuf], compression: [none, gzip], browser: chromium}\n' +
      'compare: [{factor: format, baseline: json}, {factor: compression, baseline: none}]\nprotocol: {budget: 58s}',
  );

  it('has the visits and about the sessions with which its proof simulates it', () => {
    const { sessions } = makePlan(asked, SETTINGS);
    for (const panel of sessions[0]!.panels) {
      const least = leastBlocks(panel);
      const warmups = panel.cells.map((cell) => warmupExchanges(panel, cell));
      assert.deepEqual(
        [panel.settlingPerVisit, panel.countedPerVisit, least, Math.max(...warmups)],
        [VISITS.settling, VISITS.counted, VISITS.leastBlocks, VISITS.warmup],
      );
      assert.equal(panel.countedOnce, undefined);
    }
    assert.ok(sessions.length >= 5 && sessions.length <= 7, `${sessions.length}`);
    const simulated = minuteOf(sessions.length).blocksMs;
    assert.ok(Math.abs(sessions[0]!.durationMs / simulated - 1) < 0.15, `${sessions[0]!.durationMs}`);
  });

  it('that has four of them is about as long runs are simulated', () => {
    const { sessions } = makePlan({ ...asked, protocol: { ...asked.protocol, budgetMs: 240_000 } }, SETTINGS);
    assert.ok(sessions.length >= 24 && sessions.length <= 28, `${sessions.length}`);
    assert.ok(Math.abs(sessions[0]!.durationMs / RACE.blocksMs - 1) < 0.1, `${sessions[0]!.durationMs}`);
  });
});

describe('cell ids', () => {
  it('name only what varies, and leave ordinary levels out', () => {
    const { cells } = makePlan(QUICK, SETTINGS);
    assert.deepEqual(
      cells.slice(0, 5).map(({ id }) => id),
      ['json n=10', 'json gzip-6 n=10', 'xml n=10', 'xml gzip-6 n=10', 'json n=100'],
    );
  });

  it('name codecs and encoders where a format has several', () => {
    const both = study(
      'factors: {n: 1, format: [json, xml/saxes, xml/domparser], encoder: [writer, other-writer]}',
    );
    assert.deepEqual(
      makePlan(both, SETTINGS)
        .cells.slice(0, 5)
        .map(({ id }) => id),
      [
        'json',
        'xml/saxes@writer',
        'xml/saxes@other-writer',
        'xml/domparser@writer',
        'xml/domparser@other-writer',
      ],
    );
  });

  it('name a connection and a protocol only where they are not the ordinary ones', () => {
    const cells = makePlan(CONNECTIONS, SETTINGS).cells.filter(({ twinOf }) => twinOf === null);
    const ids = cells.filter(({ factors }) => factors.format === 'json').map(({ id }) => id);
    assert.deepEqual(ids, ['json', 'json h2', 'json cold', 'json h2 cold']);
  });

  it('are unique in a study where everything varies', () => {
    const wide = study(`factors:
  dataset: [book, video]
  n: [1, 2]
  format: [json/response.json, json/JSON.parse, xml/domparser, xml/saxes]
  compression: [none, gzip-1, gzip-9]
  procedure: [e1, e2, e3]
  computation: [none, cm1, cm2]
  network: [none, lan]
  browser: [chromium, node]
  target: [node, dropwizard]`);
    const { cells } = makePlan(wide, SETTINGS);
    assert.ok(cells.length > 1_900);
    assert.equal(new Set(cells.map(({ id }) => id)).size, cells.length);
  });
});

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

describe('a budget', () => {
  const wide = (budget: string, rest = '') =>
    study(
      `factors: {n: [10, 1000, 10000], format: [json, xml, protobuf], compression: [none, gzip, br-4]}\nprotocol: {budget: ${budget}}\n${rest}`,
    );
  const wallMs = (plan: ReturnType<typeof makePlan>, of: Study) => {
    const cells = new Map(plan.cells.map((cell) => [cell.id, cell]));
    const overheadMs = plan.sessions.map((session) => kindTimes(session, cells, of).overheadMs);
    const blocksMs = plan.sessions.map(({ durationMs }) => durationMs);
    return aroundMs(plan.cells) + [...overheadMs, ...blocksMs].reduce((sum, ms) => sum + ms, 0);
  };

  it('is wall time: starts, checks, verification and reports are counted, and little is left over', () => {
    for (const budget of ['30s', '1m', '10m', '2h']) {
      const of = wide(budget);
      const plan = makePlan(of, SETTINGS);
      const share = wallMs(plan, of) / of.protocol.budgetMs;
      assert.ok(share > 0.95 && share <= 1.001, `${budget}: ${share}`);
      assert.ok(plan.sessions.length >= 4 && plan.sessions.length <= 30, `${plan.sessions.length} sessions`);
    }
  });

  it('that is too short leaves out the panel that takes longest first, and says so', () => {
    const plan = makePlan(wide('45s'), SETTINGS);
    const out = plan.cells.filter(({ skip }) => skip !== null);
    assert.deepEqual([...new Set(out.map(({ factors }) => factors.n))], [10_000]);
    assert.equal(out[0]!.skip, 'the budget of 45 s has no time for it');
    assert.equal(plan.sessions.length >= 4, true);
  });

  it('that is too short keeps the cells of claims to the last', () => {
    const claims =
      'claims: [{id: C, says: c, where: {n: 10000, compression: none}, numerator: {format: xml}, denominator: {format: json}, published: [1, null]}]';
    const kept = makePlan(wide('9s', claims), SETTINGS).cells.filter(({ skip }) => skip === null);
    const claimed = kept.filter(({ factors }) => factors.n === 10_000).map(({ id }) => id);
    assert.deepEqual(
      claimed.filter((id) => !id.includes('twin')),
      ['json n=10000', 'xml n=10000'],
    );
  });

  it('that is too short for all pairs of a claim keeps one of each claim, the one that takes least', () => {
    const ratio = 'numerator: {format: xml}, denominator: {format: json}, published: [1, null]';
    const claims = `claims:
  - {id: A, says: many, where: {compression: gzip}, ${ratio}}
  - {id: B, says: one, where: {n: 1000, compression: none}, ${ratio}}`;
    const kept = makePlan(wide('18s', claims), SETTINGS).cells.filter(({ skip }) => skip === null);
    const ids = kept.map(({ id }) => id);
    for (const id of ['json gzip-6 n=10', 'xml gzip-6 n=10', 'json n=1000', 'xml n=1000'])
      assert.ok(ids.includes(id), `${id} among ${ids.join(', ')}`);
    assert.ok(!ids.includes('xml gzip-6 n=1000'));
  });

  it('goes to the others where some turn out to be impossible, also to those that it left out', () => {
    const of = wide('50s');
    const before = makePlan(of, SETTINGS);
    const isOut = ({ format }: Cell) => format !== 'json';
    const plan = planWithout(of, before, ({ factors }) => (isOut(factors) ? 'json alone' : null));
    const run = (cells: typeof plan.cells) =>
      cells.filter(({ skip, twinOf }) => skip === null && twinOf === null);
    assert.ok(run(plan.cells).every(({ factors }) => !isOut(factors)));
    assert.ok(run(before.cells).every(({ factors }) => factors.n < 10_000));
    assert.ok(
      run(plan.cells).some(({ factors }) => factors.n === 10_000),
      'the largest n came back',
    );
    assert.deepEqual(
      new Set(plan.cells.filter(({ factors }) => isOut(factors)).map(({ skip }) => skip)),
      new Set(['json alone']),
    );
    const share = wallMs(plan, of) / of.protocol.budgetMs;
    assert.ok(share > 0.95 && share <= 1.001, `${share}`);
  });

  it('that not even four sessions of two cells fit into has fewer', () => {
    const plan = makePlan(wide('4s'), SETTINGS);
    assert.equal(plan.cells.filter(({ skip, twinOf }) => skip === null && twinOf === null).length, 2);
    assert.ok(plan.sessions.length >= 1 && plan.sessions.length < 4);
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

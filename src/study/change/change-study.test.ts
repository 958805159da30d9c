// --only, --quick, --browser and the other settings of the command line; --target is in
// other-targets.test.ts.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { UserError } from '../../base/errors.ts';
import { computationOf, wordOf } from '../../factors/cell.ts';
import { allCells } from '../cells/keep-cells.ts';
import { parseStudy } from '../resolve/load-study.ts';
import type { Study } from '../study.ts';
import { onlyLevels } from './only-levels.ts';
import { quickened } from './quickened.ts';
import { type Settings, withSettings } from './with-settings.ts';

const STUDY = parseStudy(
  `study: wide
title: Wide
question: Which?
parts:
  - name: formats
    title: Formats
    factors: {n: [10, 1000, 10000], format: [json, xml], compression: [none, gzip], network: [none, lan]}
  - name: place
    title: Place
    factors: {n: 10, format: json, procedure: [e2, e3], computation: [cm1, cm5]}
protocol: {sessions: 8, budget: 1h, warmup: 20s, twin: {n: 1000, format: json}}
compare: [{factor: format, baseline: json}, {factor: procedure, baseline: e2}]
claims:
  - {id: F, says: f, part: formats, where: {network: lan}, standIn: {network: none}, numerator: {format: xml}, denominator: {format: json}, published: [1, null]}
  - {id: P, says: p, part: place, where: {computation: cm5}, numerator: {procedure: e3}, denominator: {procedure: e2}, published: [1, null]}
`,
  'wide.yaml',
  FAKE_VOCABULARY,
);

function only(...entries: string[]): Study {
  return onlyLevels(STUDY, entries, FAKE_VOCABULARY).study;
}

function message(act: () => unknown): string {
  try {
    act();
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.message;
  }
  throw new Error('nothing was thrown');
}

describe('--only', () => {
  it('keeps the cells that have the levels, in any way of joining them', () => {
    const cells = allCells(only('n=10', 'format=json,xml', 'compression=gzip'));
    assert.deepEqual(allCells(only('n=10,format=json,xml,compression=gzip')), cells);
    assert.equal(cells.length, 4);
    assert.ok(cells.every((cell) => cell.n === 10 && wordOf(cell, 'compression') === 'gzip-6'));
  });

  it('keeps the index as long as its baseline is there, and what is claimed of it', () => {
    const typed = `study: weighed
title: Weighed
question: Which?
factors: {n: 10, format: [json, xml], compression: [none, gzip]}
index: {weights: {size: 1}, baseline: {format: json}}
claims: [{id: I, says: i, metric: index, numerator: {compression: gzip}, denominator: {compression: none}, published: [null, 1]}]
`;
    const weighed = parseStudy(typed, 'weighed.yaml', FAKE_VOCABULARY);
    const kept = onlyLevels(weighed, ['format=json'], FAKE_VOCABULARY);
    assert.deepEqual(kept.study.index, weighed.index);
    assert.equal(kept.study.claims.length, 1);
    const lost = onlyLevels(weighed, ['format=xml'], FAKE_VOCABULARY);
    assert.deepEqual([lost.study.index, lost.study.claims], [undefined, []]);
    assert.match(lost.notes.join(), /2 of 4 cells, without the index: its baseline is none of them/);
  });

  it('keeps claims that can still be answered, by their stand-in too, and drops the others', () => {
    assert.deepEqual(
      only('network=none', 'n=10').claims.map(({ id }) => id),
      ['F', 'P'],
    );
    assert.deepEqual(
      only('procedure=e1', 'network=none').claims.map(({ id }) => id),
      ['F'],
    );
    assert.deepEqual(only('format=json', 'procedure=e1').claims, []);
  });

  it('drops comparisons without a pair, and a twin that is gone', () => {
    const study = only('procedure=e1', 'n=10');
    assert.deepEqual(study.comparisons, [{ factor: 'format', baseline: 'json' }]);
    assert.equal(study.protocol.twin, undefined);
    assert.notEqual(only('n=1000').protocol.twin, undefined);
  });

  it('says how much of the study is left', () => {
    assert.deepEqual(onlyLevels(STUDY, ['n=1000'], FAKE_VOCABULARY).notes, ['--only: 8 of 28 cells']);
    assert.deepEqual(onlyLevels(STUDY, ['target=node'], FAKE_VOCABULARY).notes, []);
  });

  it('tells every wrong word with the nearest right one', () => {
    assert.match(
      message(() => only('fromat=json', 'm=1')),
      /unknown factor "fromat".*did you mean format\?/,
    );
    assert.match(
      message(() => only('n=5', 'format=jsn')),
      /^--only: n: no cell has n 5 .*\n--only: format: unknown format "jsn" .*did you mean json\?/,
    );
    assert.match(
      message(() => only('n=ten')),
      /n: "ten" is not a whole number, such as 10/,
    );
    assert.match(
      message(() => only('json')),
      /"json" is not factor=level/,
    );
    assert.match(
      message(() => only('')),
      /is not factor=level/,
    );
    assert.match(
      message(() => only('n=')),
      /is not factor=level/,
    );
  });

  it('says so if nothing remains', () => {
    assert.equal(
      message(() => only('n=1000', 'procedure=e2')),
      '--only: no cell fits all of it',
    );
  });
});

describe('--quick', () => {
  const { study, notes } = quickened(STUDY);

  it('leaves small cells, light computation, few sessions and a minute', () => {
    assert.ok(allCells(study).every((cell) => cell.n <= 1_000 && computationOf(cell) !== 'cm5'));
    assert.equal(study.protocol.budgetMs, 60_000);
    assert.equal(study.protocol.sessions, 4);
    assert.equal(study.protocol.warmup.leastMs, 1_500);
  });

  it('says what was dropped', () => {
    assert.deepEqual(notes, [
      '--quick: 4 sessions each, in 1 min together',
      '--quick: 10 of 28 cells dropped (more than 1000 objects; cm4, cm5), and with them 1 claim',
    ]);
  });

  it('keeps the smallest cells of a study that has none under 1000 objects', () => {
    const large = quickened(only('n=10000')).study;
    assert.equal(allCells(large).length, 8);
  });

  it('keeps heavy computation where there is nothing else', () => {
    assert.equal(allCells(quickened(only('computation=cm5')).study).length, 2);
  });

  it('keeps the first browser only', () => {
    const both = withSettings(STUDY, { browser: ['firefox', 'chromium'] }, FAKE_VOCABULARY).study;
    const { study, notes } = quickened(both);
    assert.ok(allCells(study).every(({ browser }) => browser === 'firefox'));
    assert.match(notes[1]!, /cm4, cm5; browsers other than firefox/);
  });

  it('changes a study that is quick already no further', () => {
    assert.deepEqual(quickened(study).study, study);
  });
});

describe('settings of the command line', () => {
  function set(settings: Settings) {
    return withSettings(STUDY, settings, FAKE_VOCABULARY);
  }

  it('replace those of the file', () => {
    const { protocol } = set({ budgetMs: 600_000, sessions: 4, precision: 0.05, seed: 9 }).study;
    assert.deepEqual(
      [protocol.budgetMs, protocol.sessions, protocol.precision, protocol.seed],
      [600_000, 4, 0.05, 9],
    );
  });

  it('leave the study as it is where none is given', () => {
    assert.deepEqual(set({}), { study: STUDY, notes: [] });
  });

  it('put other browsers in the place of the study’s', () => {
    const cells = allCells(set({ browser: ['firefox', 'webkit'] }).study);
    assert.equal(cells.length, 56);
    assert.deepEqual([...new Set(cells.map(({ browser }) => browser))], ['firefox', 'webkit']);
  });

  it('decode XML without a DOM on node, say so, and keep the claims', () => {
    const { study, notes } = set({ browser: ['node'] });
    const codecs = new Set(allCells(study).map(({ format, codec }) => `${format}/${codec}`));
    assert.deepEqual([...codecs], ['json/response.json', 'xml/saxes']);
    assert.deepEqual(notes, ['--browser: saxes decodes where domparser cannot run']);
    assert.deepEqual(
      study.claims.map(({ id }) => id),
      ['F', 'P'],
    );
  });

  it('are refused out of range', () => {
    assert.match(
      message(() => set({ browser: ['chrome'] })),
      /unknown browser "chrome".*did you mean chromium\?/,
    );
    assert.match(
      message(() => set({ browser: [] })),
      /--browser: names no browser/,
    );
    assert.match(
      message(() => set({ sessions: 0 })),
      /--sessions: 0 is not a whole number from 1 to 1000/,
    );
    assert.match(
      message(() => set({ seed: -1 })),
      /--seed: -1 is not a whole number/,
    );
    assert.match(
      message(() => set({ budgetMs: 0 })),
      /--budget: must be from 1s/,
    );
    assert.match(
      message(() => set({ budgetMs: 10_000 })),
      /--budget: leaves 625 ms for each session, which the warm-up of 20 s/,
    );
  });
});

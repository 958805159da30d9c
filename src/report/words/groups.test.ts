import assert from 'node:assert/strict';
import test from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { cellOf, compare, madeUp } from '../../../test/support/reports/made-up.ts';
import { syntheticInput } from '../../../test/support/reports/records.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import { oriented } from '../../summary/comparisons/turned-comparison.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';
import { rankedApart } from '../tables/ranked-apart.ts';
import { makeTables } from './groups.ts';

test('every cell but the twins stands in exactly one table', () => {
  for (const kind of ['quick', 'opijac', 'connections'] as const) {
    const { run, summary } = syntheticInput({ kind, sessions: 2, blocks: 4 });
    const shown = makeTables(summary, run.study).tables.flatMap(({ rows, missing }) =>
      [...rows, ...missing].map(({ cell }) => cell.id),
    );
    const own = summary.cells.filter((cell) => cell.twinOf === null).map((cell) => cell.id);
    assert.deepEqual(shown.toSorted(), own.toSorted());
  }
});

test('only what does the same is ranked', () => {
  const { run, summary } = syntheticInput({ kind: 'opijac', sessions: 2, blocks: 4 });
  for (const { contests } of makeTables(summary, run.study).tables) {
    for (const { contenders } of contests) {
      assert.equal(
        new Set(contenders.map(({ cell }) => recordedCell(cell.factors).computation)).size <= 1,
        true,
      );
      assert.equal(new Set(contenders.map(({ cell }) => cell.factors.n)).size <= 1, true);
    }
  }
});

test('warm and cold exchanges stand in one table and are ranked apart; every protocol has its own', () => {
  const { run, summary } = syntheticInput({ kind: 'connections', sessions: 2, blocks: 4 });
  const { tables } = makeTables(summary, run.study);
  assert.deepEqual(
    tables.map(({ title }) => title),
    ['10 objects · HTTP/1.1', '1 000 objects · HTTP/1.1', '10 objects · HTTP/2', '1 000 objects · HTTP/2'],
  );
  for (const { contests } of tables) {
    const labels = contests.map(({ contenders }) => contenders.map(({ label }) => label).toSorted());
    assert.deepEqual(labels, [
      ['json', 'protobuf'],
      ['json, cold', 'protobuf, cold'],
    ]);
    const names = contests.flatMap(({ contenders }) => contenders.map(({ name }) => name));
    assert.deepEqual(names.toSorted(), ['json', 'json', 'protobuf', 'protobuf']);
  }
});

test('those that are ranked apart stand apart in their table, each under what they have in common', () => {
  const titlesOf = (kind: 'quick' | 'opijac' | 'connections') => {
    const { run, summary } = syntheticInput({ kind, sessions: 2, blocks: 4 });
    return makeTables(summary, run.study).tables.map((table) => {
      const groups = rankedApart(table);
      assert.deepEqual(
        groups.flatMap(({ rows }) => rows),
        table.rows,
      );
      const titles = groups.map(({ title }) => title);
      assert.equal(new Set(titles).size, titles.length, titles.join());
      return titles;
    });
  };
  assert.ok(titlesOf('quick').every(([only, ...more]) => only === '' && more.length === 0));
  assert.deepEqual(titlesOf('connections'), Array(4).fill(['warm connections', 'cold connections']));
  const computed = titlesOf('opijac').filter((titles) => titles.length > 1);
  assert.ok(computed.flat().includes('CM1 · computed twice'), computed.join('; '));
});

test('where nothing else varies a cell is named by its connection', () => {
  const { run, summary } = madeUp({ n: [10], formats: ['json'], compressions: ['none'] });
  const [warm] = summary.cells;
  const cold = cellOf(requestCell({ ...recordedCell(warm!.factors), connection: 'cold' }), 3);
  const cells = [warm!, { ...cold, id: 'cold' }];
  const labels = makeTables({ ...summary, cells }, run.study).tables[0]!.rows.map(({ label }) => label);
  assert.deepEqual(labels, ['warm', 'cold']);
});

test('the baseline is the cell with the baseline level of every rule', () => {
  const { run, summary } = madeUp({ n: [10] });
  const [contest] = makeTables(summary, run.study).tables[0]!.contests;
  assert.equal(contest!.baseline!.label, 'json');
});

test('a codec is named only where a format has several', () => {
  const { run, summary } = madeUp({ n: [10], compressions: ['none'] });
  const other = cellOf({ ...summary.cells[0]!.factors, codec: 'JSON.parse' }, 3);
  const cells = [...summary.cells, { ...other, id: 'another' }];
  const labels = makeTables({ ...summary, cells }, run.study).tables[0]!.rows.map(({ label }) => label);
  assert.deepEqual(labels.toSorted(), ['json/JSON.parse', 'json/json-codec', 'protobuf', 'xml']);
});

test('a comparison told the other way round has the inverse ratio and the opposite verdict', () => {
  const told = oriented(
    {
      a: 'x',
      b: 'y',
      factor: 'format',
      ratio: 2,
      interval: [1.6, 2.5],
      verdict: 'faster',
      differenceMs: { value: -4, interval: [-5, -3] },
      margin: 0.02,
      asked: true,
      widest: 1.5,
      provisional: false,
      answeredAt: 4,
      openBecause: null,
      sessions: 4,
      family: 1,
      withinVariance: null,
      moreMs: null,
    },
    'y',
  );
  assert.equal(told.a, 'y');
  assert.equal(told.ratio, 0.5);
  assert.deepEqual(told.interval, [0.4, 0.625]);
  assert.equal(told.verdict, 'slower');
  assert.deepEqual(told.differenceMs, { value: 4, interval: [3, 5] });
});

test('where whole ways are held against one another, a way keeps its format where no other was measured', () => {
  const { run, summary } = madeUp({ networks: ['none', '10mbit'] });
  const cells = summary.cells.filter(
    ({ factors }) => factors.network === 'none' || factors.format === 'json',
  );
  const labels = (comparisons: typeof run.study.comparisons) => {
    const { tables } = makeTables({ ...summary, cells }, { ...run.study, comparisons });
    const alone = tables.find(({ shared }) => shared.network === '10mbit')!;
    return alone.rows.map(({ label }) => label);
  };
  assert.ok(labels([{ against: { format: ['json'] } }]).every((label) => label.startsWith('json')));
  assert.ok(
    labels([{ factor: 'compression', baseline: 'none' }]).every((label) => !label.startsWith('json +')),
  );
});

test('what the summary ranks the lowest median against comes first: an earlier look showed it to be faster', () => {
  const { run, summary } = madeUp({ n: [10], compressions: ['none'] });
  const byMedian = summary.cells.toSorted((a, b) => a.totalMs!.median - b.totalMs!.median);
  const [lowest, leader, last] = byMedian as [CellSummary, CellSummary, CellSummary];
  const kept = { ratio: 1.05, interval: [1.03, 1.07], verdict: 'faster', answeredAt: 4 } as const;
  const comparisons = [
    { ...compare(leader, lowest, 'format', 0.01, false), ...kept },
    compare(leader, last, 'format', 0.01, false),
  ];
  const [contest] = makeTables({ ...summary, comparisons }, run.study).tables[0]!.contests;
  assert.deepEqual(
    contest!.contenders.map(({ cell, standing }) => [cell.id, standing]),
    [
      [leader.id, 'fastest'],
      [lowest.id, 'slower'],
      [last.id, 'slower'],
    ],
  );
});

test('nothing is the fastest while some other of its contest was compared with nobody', () => {
  const { run, summary } = madeUp({
    n: [10],
    compressions: ['none'],
    totalMs: (factors) => ({ protobuf: 1, json: 2, xml: 3 })[recordedCell(factors).format]!,
  });
  const [json, xml, protobuf] = summary.cells as [CellSummary, CellSummary, CellSummary];
  const standings = (comparisons: Summary['comparisons']) =>
    makeTables({ ...summary, comparisons }, run.study).tables[0]!.contests[0]!.contenders.map(
      ({ cell, standing }) => [cell.id, standing],
    );
  const withJson = compare(protobuf, json, 'format', 0.01, false);
  assert.deepEqual(standings([withJson, compare(protobuf, xml, 'format', 0.01, false)]), [
    [protobuf.id, 'fastest'],
    [json.id, 'slower'],
    [xml.id, 'slower'],
  ]);
  assert.deepEqual(standings([withJson]), [
    [protobuf.id, 'open'],
    [json.id, 'slower'],
    [xml.id, null],
  ]);
  assert.equal(standings([])[0]![1], 'open');
});

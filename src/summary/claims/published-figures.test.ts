// Published tables beside figures that are known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell, type Words } from '../../../test/support/cells/made-cells.ts';
import type { Metric } from '../../items/metrics.ts';
import type { LinkFacts } from '../../network/link-facts.ts';
import { profileNamed } from '../../network/profiles.ts';
import type { CellFilter } from '../../study/study.ts';

import type { WeightedIndex } from '../index/weighted-index.ts';
import type { CellSummary } from '../summary.ts';
import { publishedFigures } from './published-figures.ts';

function cell(words: Words, totalMs: number, request?: number): CellSummary {
  const bytes = { encoded: 100, decoded: 100, headers: 10, ...(request !== undefined && { request }) };
  return {
    status: 'measured',
    twinOf: null,
    factors: requestCell(words),
    totalMs: { mean: totalMs },
    phases: {},
    bytes,
  } as unknown as CellSummary;
}

const CELLS = [
  cell({ format: 'json', browser: 'webkit' }, 10),
  cell({ format: 'json', browser: 'chromium' }, 1),
  cell({ format: 'xml', browser: 'webkit' }, 30, 70),
  cell({ format: 'xml', browser: 'chromium' }, 2, 80),
];

function ours(metric: Metric, cells: readonly CellSummary[], link: LinkFacts | null = null) {
  const row = (format: string) => ({ of: { format: [format] } as CellFilter, figures: [5] });
  const table = { title: 'T', metrics: [metric], rows: [row('json'), row('xml')] };
  return publishedFigures([table], cells, { link })[0]!.rows.map(({ figures }) => figures[0]!.ours);
}

test('a time is over that of the like cell of the first row, and the span is among those ratios', () => {
  assert.deepEqual(ours('total', CELLS), [
    [1, 1],
    [2, 3],
  ]);
});

test('a cell without its like in the first row is in no ratio', () => {
  assert.deepEqual(ours('total', CELLS.slice(1)), [
    [1, 1],
    [2, 2],
  ]);
});

test('what a cell does not have is no figure of 0', () => {
  assert.deepEqual(ours('request.size', CELLS), [null, [70, 80]]);
  assert.deepEqual(ours('decode', CELLS), [null, null]);
});

test('times of a modelled network are held against nothing published; bytes are', () => {
  const profile = profileNamed('3g')!;
  const network = { profile, engine: 'modelled' as const, why: '', calibration: null, checks: [] };
  const link = { version: '1', rootless: true, networks: [network], tcp: null, setUpMs: 1 };
  const over = CELLS.map((one) => ({ ...one, factors: { ...one.factors, network: '3g' } }));
  assert.deepEqual(ours('total', over, link), [null, null]);
  assert.deepEqual(ours('size', over, link), [
    [100, 100],
    [100, 100],
  ]);
});

test('an index stands as it is, and only of the part that the table is of', () => {
  const cells = CELLS.map((one, i) => ({ ...one, id: `c${i}`, part: i % 2 === 0 ? 'a' : 'b' }));
  const rows = cells.map(({ id }, i) => ({ cell: id, index: 1 + i }));
  const index = { groups: [{ baseline: 'c0', rows }] } as unknown as WeightedIndex;
  const table = (part: string | null) => ({
    title: 'T',
    ...(part !== null && { part }),
    metrics: ['index', 'size'] as const,
    rows: [{ of: { format: ['xml'] }, figures: [4.14, 90] }],
  });
  const figuresOf = (part: string | null, own: WeightedIndex | null) =>
    publishedFigures([table(part)], cells, { link: null }, own)[0]!.rows[0]!.figures;
  assert.deepEqual(figuresOf(null, index)[0], { published: 4.14, ours: [3, 4] });
  assert.deepEqual(figuresOf('b', index)[0], { published: 4.14, ours: [4, 4] });
  assert.deepEqual(figuresOf(null, null)[0], { published: 4.14, ours: null });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { USUAL_RUN } from '../simulated.ts';
import { falseDifferences, panelMisses, rankingMisses } from './whole-panels.ts';

const PANEL = { ...USUAL_RUN, sessions: 8, blocks: 8, exchanges: 3 };
const alike = (cells: number) => Array<number>(cells).fill(1);

for (const cells of [2, 4, 8]) {
  test(`${cells} alike cells are called different in at most 5 % of the runs, whatever the margin`, () => {
    const share = falseDifferences({ ...PANEL, cells: alike(cells) }, 0, 150, 1);
    assert.ok(share <= 0.05, `${share}`);
  });
}

test('intervals of cells that all differ hold together at all looks', () => {
  const cells = Array.from({ length: 7 }, (_, i) => 1.3 ** i);
  const share = panelMisses({ ...PANEL, cells }, 150, 2);
  assert.ok(share <= 0.05, `${share}`);
});

test('they hold together where the first four sessions are a fifth as long as those after them', () => {
  const cells = Array.from({ length: 7 }, (_, i) => 1.3 ** i);
  const blocksOf = (session: number) => (session < 4 ? 4 : 20);
  const share = panelMisses({ ...PANEL, cells, blocksOf }, 150, 4);
  assert.ok(share <= 0.05, `${share}`);
});

test('the fastest, picked by looking, is held against the others by intervals that hold', () => {
  const share = rankingMisses({ ...PANEL, sessions: 5, cells: alike(6) }, 300, 3);
  assert.ok(share <= 0.05, `${share}`);
});

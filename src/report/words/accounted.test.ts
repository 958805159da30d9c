import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeUp } from '../../../test/support/reports/made-up.ts';
import type { CellSummary } from '../../summary/summary.ts';
import { page } from '../html/page.ts';
import { terminalText } from '../terminal/terminal.ts';
import { sayAccounted, sayMissed } from './accounted.ts';

const LOOK = { columns: 80, colour: false, htmlPath: 'runs/made-up/report.html' };

test('the sum has its interval where one is known, and a bill that misses the total says so', () => {
  assert.equal(sayAccounted({ accountedShare: 0.9874 }), '98.7 %');
  assert.equal(
    sayAccounted({ accountedShare: 0.9874, accountedInterval: [0.971, 1.002] }),
    '98.7 % [97.1, 100.2]',
  );
  assert.equal(sayAccounted({ accountedShare: 1.2, accountedInterval: [0, Number.MAX_VALUE] }), '120.0 %');
  assert.equal(sayAccounted({ accountedShare: null }), '–');
  assert.equal(sayMissed('json', { accountedShare: 0.96 }), null);
  assert.equal(sayMissed('json', { accountedShare: null }), null);
  assert.equal(
    sayMissed('json + gzip', { accountedShare: 1.466, accountedInterval: [0.62, 2.31] }),
    'json + gzip: the items add up to 146.6 % [62.0, 231.0] of the total',
  );
});

test('decompression that the pairs cannot tell is a question mark in the terminal and on the page, never 0', () => {
  const input = madeUp({
    formats: ['json'],
    compressions: ['none', 'gzip-6'],
    n: [1000],
    networks: ['none'],
  });
  const cells = input.summary.cells.map((cell) =>
    cell.phases.decompress === undefined ? cell : untold(cell),
  );
  assert.ok(cells.some((cell, i) => cell !== input.summary.cells[i]));
  const there = { ...input, summary: { ...input.summary, cells } };
  const terminal = terminalText(there.run, there.summary, LOOK);
  assert.match(terminal, /^ .*decompress .* \?/m);
  assert.match(terminal, /\? too few pairs of answers to tell/);
  assert.match(terminal, /the items add up to \d/);
  assert.match(page(there), /<td class="num" data-value="0">\?<\/td>/);
});

function untold({ phases: { decompress: _, ...phases }, ...cell }: CellSummary): CellSummary {
  return { ...cell, phases, intervals: { decompress: [-3, 40] }, accountedShare: 0.8 };
}

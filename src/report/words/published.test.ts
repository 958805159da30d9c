import assert from 'node:assert/strict';
import test from 'node:test';
import { parseHTML } from 'linkedom';
import { madeUp } from '../../../test/support/reports/made-up.ts';
import type { CellSummary } from '../../summary/summary.ts';
import { page } from '../html/page.ts';
import { markdown } from '../markdown.ts';
import { terminalText } from '../terminal/terminal.ts';
import { claimVerdict, measuredFigures, publishedMean, publishedRange } from './published.ts';

const LOOK = { columns: 80, colour: false, htmlPath: null };

function withPublished(published: CellSummary['published']) {
  const { summary, ...record } = madeUp({ n: [1000] });
  return {
    ...record,
    summary: { ...summary, cells: summary.cells.map((cell) => ({ ...cell, published })) },
  };
}

test('a published range may be open at either end', () => {
  assert.equal(publishedRange({ published: [1.18, 1.22] }), '1.18× to 1.22×');
  assert.equal(publishedRange({ published: [2, 2] }), '2.00×');
  assert.equal(publishedRange({ published: [1, null] }), 'above 1.00×');
  assert.equal(publishedRange({ published: [null, 1.08] }), 'up to 1.08×');
  assert.equal(publishedRange({ published: [null, null] }), 'any');
});

test('what is said of every pair is replicated so far while some of them were not measured', () => {
  const claim = { verdict: 'replicated', measured: 2, answered: null, every: true, pairsWanted: 9 } as const;
  assert.equal(claimVerdict(claim), 'replicated so far');
  const { every: _, ...ofTheMean } = claim;
  assert.equal(claimVerdict(ofTheMean), 'replicated');
  const { pairsWanted: __, ...whole } = claim;
  assert.equal(claimVerdict(whole), 'replicated');
  assert.equal(claimVerdict({ ...claim, verdict: 'opposite' }), 'opposite');
});

test('a share is told in percent, published and measured, and a ratio as so many times', () => {
  assert.equal(publishedRange({ published: [0.02, 0.03], isShare: true }), '2.0 % to 3.0 %');
  const found = { measured: 0.231, interval: [0.19, 0.284] } as const;
  assert.deepEqual(measuredFigures({ ...found, isShare: true }), ['23 %', '[19 %, 28 %]']);
  assert.deepEqual(measuredFigures(found), ['0.23×', '[0.19, 0.28]']);
  assert.equal(measuredFigures({ measured: null, interval: null }), null);
});

test('what two decimals make look like a border of its verdict has three', () => {
  const of = (measured: number, interval: readonly [number, number], margin = 0.02) =>
    measuredFigures({ measured, interval, published: [1.2, null], margin });
  assert.deepEqual(of(1.3, [1.198, 1.4]), ['1.30×', '[1.198, 1.40]']);
  assert.deepEqual(of(1.021, [1.01, 1.03]), ['1.021×', '[1.01, 1.03]']);
  assert.deepEqual(of(1.3, [1.25, 1.4]), ['1.30×', '[1.25, 1.40]']);
  assert.deepEqual(of(1.2, [1.2, 1.2], 0), ['1.20×', '[1.20, 1.20]'], 'it is the border');
});

test('the mean by the study’s own protocol says how many values it removed, and where they are too few', () => {
  const mean = (counted: number, removed: number) =>
    publishedMean(withPublished({ meanMs: 2.387, counted, removed, wanted: 100 }).summary.cells[0]!, 2);
  assert.equal(mean(96, 4), '2.39 (4 of 100)');
  assert.equal(mean(40, 1), '2.39 (1 of 41, not 100)');
});

test('every report has the published protocol beside ours, and none where the study names none', () => {
  const named = withPublished({ meanMs: 4.321, counted: 96, removed: 4, wanted: 100 });
  const none = withPublished(null);
  const reports = (input: typeof named) => ({
    html: parseHTML(page(input)).document.querySelector('.cells')!.textContent!,
    md: markdown(input),
    terminal: terminalText(input.run, input.summary, LOOK),
  });
  for (const [name, text] of Object.entries(reports(named))) {
    assert.match(text, /published protocol/i, name);
    assert.match(text, /4 of 100\b/, name);
    assert.match(text, /4\.321?\b/, name);
  }
  for (const [name, text] of Object.entries(reports(none))) assert.doesNotMatch(text, /published/i, name);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHTML } from 'linkedom';
import type { SyntheticOptions } from '../../../test/support/records/synthetic.ts';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { withDesign } from '../../summary/design/design-summary.ts';
import { summarise } from '../../summary/summarise.ts';
import { page } from '../html/page.ts';
import { markdown } from '../markdown.ts';
import type { ReportInput } from '../report.ts';
import { terminalText } from '../terminal/terminal.ts';
import { designAnswers } from './answers.ts';

const LOOK = { columns: 80, colour: false, htmlPath: null };

function input(options: SyntheticOptions): ReportInput {
  const { run, rows, probes } = syntheticRecord({ design: 'predicted', visits: 'now', ...options });
  return { run, samples: rows, summary: withDesign(run, rows, summarise(run, rows, probes)) };
}

describe('reports of a run by design', () => {
  const quick = input({});
  const terminal = terminalText(quick.run, quick.summary, LOOK);

  it('say in the terminal what was predicted, and how far held-out cells were missed', () => {
    const text = terminal.replace(/\s+/g, ' ');
    assert.match(
      text,
      /What was predicted, not measured\? \(by design\) · 4 of 18 cells, from 12 that were measured for it; 2 more were measured to check/,
    );
    assert.match(
      text,
      /· 2 cells held out were missed by [\d.]+ % \(median\) and [\d.]+ % at most; [012] of 2 intervals hold/,
    );
    assert.match(text, /Predicted cells cell predicted ms 95 % interval bytes/);
    assert.match(text, /14 of 18 cells measured/);
    assert.doesNotMatch(text, /Left out:|skipped/);
  });

  it('keep to 80 columns', () => {
    assert.deepEqual(
      terminal.split('\n').filter((line) => line.length > 80),
      [],
    );
  });

  it('have every predicted cell, with its bill, in Markdown and in the page', () => {
    const text = markdown(quick);
    const shown = parseHTML(page(quick)).document.body.textContent;
    for (const { id } of quick.summary.cells.filter(({ status }) => status === 'predicted')) {
      assert.ok(shown.includes(id), id);
      assert.match(
        text,
        new RegExp(`\\| ${id} \\| [\\d.]+ \\| [\\d. –]+ \\| (?:\\\\~)?[\\d ]+(?: \\| [\\d.]+){4} \\|`),
      );
    }
  });

  it('mark claims that rest on predictions, and give them no mark of what was measured', () => {
    const wide = input({ kind: 'opijac', blocks: 8 });
    const claims = wide.summary.claims.filter(({ predictedPairs }) => predictedPairs !== undefined);
    assert.ok(claims.length > 0);
    const text = terminalText(wide.run, wide.summary, LOOK);
    assert.match(text.replace(/\s+/g, ' '), / \(predicted\) \*/);
    assert.match(text.replace(/\s+/g, ' '), /rests on predictions \(\d of \d pairs\)/);
    assert.match(
      text.replace(/\s+/g, ' '),
      /[·?] \d of 4 claims [a-z ]+ \([O\d, and]+\): resting on predictions/,
    );
    const chips = page(wide).match(/class="chip predicted"/g) ?? [];
    assert.equal(chips.length, claims.length);
  });

  it('say with which command to measure what the model refused', () => {
    const { run, summary } = input({ sessions: 1 });
    const told = designAnswers(run, summary).flatMap(({ sentences }) => sentences.map(({ text }) => text));
    assert.match(
      told.at(-1)!,
      /^4 cells could not be predicted: .* it takes two; wirefare run quick --design full --only n=100.* measures them$/,
    );
  });
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { madeUp } from '../../../test/support/reports/made-up.ts';
import { page } from '../html/page.ts';
import { markdown } from '../markdown.ts';
import { terminalText } from '../terminal/terminal.ts';

const LOOK = { columns: 80, colour: false, htmlPath: null };

test('what a first answer costs stands in every report, where it was measured', () => {
  const input = madeUp({ n: [1000], formats: ['json'] });
  const cells = input.summary.cells.map((cell) => ({
    ...cell,
    firstUse: { medianMs: 31.42, interval: [28.1, 35.2] as const, sessions: 6 },
  }));
  const shown = { ...input, summary: { ...input.summary, cells } };
  const terminal = terminalText(shown.run, shown.summary, LOOK);
  assert.match(terminal, /^ {2}first use +31\.42\d* +31\.42\d*$/m);
  assert.match(terminal, /first use: the first answer of a client and a server/);
  assert.match(page(shown), /31\.42\d* <span class="iv">\[28\.1\d*, 35\.2\d*\]<\/span>/);
  assert.match(markdown(shown), /\| gzip-6 \| 31\.4 \| \[28\.1, 35\.2\] \|/);
  assert.doesNotMatch(terminalText(input.run, input.summary, LOOK), /first use/);
});

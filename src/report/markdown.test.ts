import assert from 'node:assert/strict';
import test from 'node:test';
import { holdsToGolden } from '../../test/support/reports/golden.ts';
import { hostileInput, syntheticInput } from '../../test/support/reports/records.ts';
import { markdown, plain } from './markdown.ts';

test('the Markdown report of a synthetic run is the one that was looked at', () => {
  holdsToGolden('report.md', markdown(syntheticInput()), process.env);
});

test('the Markdown report of a large, interrupted run is the one that was looked at', () => {
  holdsToGolden(
    'report-large.md',
    markdown(syntheticInput({ kind: 'opijac', sessions: 3, blocks: 8, lastSession: 'interrupted' })),
    process.env,
  );
});

test('text stays text', () => {
  assert.equal(plain('a|b <img src=x> *c* [d](e)\nf'), 'a\\|b &lt;img src=x&gt; \\*c\\* [d]\\(e) f');
});

test('strings of a record make no markup and break no table', () => {
  const text = markdown(hostileInput());
  assert.doesNotMatch(text, /<(script|img|style|title)/i);
  const columns = (line: string) => line.replaceAll('\\|', '').split('|').length;
  let head: string | null = null;
  let rows = 0;
  for (const line of text.split('\n')) {
    if (!line.startsWith('| ')) head = null;
    else if (head === null) head = line;
    else {
      rows++;
      assert.equal(columns(line), columns(head), line);
    }
  }
  assert.ok(rows > 10);
});

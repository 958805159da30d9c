import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advisedInput } from '../../../test/support/reports/advised.ts';
import { pageText } from '../../../test/support/reports/page-text.ts';
import { rendered } from '../../../test/support/reports/records.ts';
import { htmlReport } from '../../report/html/html.ts';
import { documentInWordsOfPage } from './document-words.ts';

test('sentences of a report name fields of the page, and what is styled, run or copied is as it was', () => {
  const kept =
    '<style>p { color: var(--network); }</style><script>const a = "--budget 5m";</script><pre>curl --header x</pre><code>wirefare run --quick</code>';
  assert.equal(documentInWordsOfPage(kept), kept);
  for (const [said, shown] of [
    ['<p>today: json, as --today says</p>', '<p>today: json, as “Sent today as” says</p>'],
    [
      '<p>Provisional. <span class="whole">--budget 90s</span> is about enough.</p>',
      '<p>Provisional. A run of about 90s is enough.</p>',
    ],
    [
      '<li>in about 2 min more (<span class="whole">--precision 2%</span> <span class="whole">--budget 5m</span>)</li>',
      '<li>in about 2 min more (Go on, beside it in Records, with precision 2%)</li>',
    ],
    [
      '<p>2 cells could not be predicted: why; wirefare run books <span class="whole">--design</span> full <span class="whole">--only</span> n=10,20 measures them</p>',
      '<p>2 cells could not be predicted: why; the study books with “design: full” measures them</p>',
    ],
    [
      '<p>&quot;it&quot; needs --header &#39;Authorization: …&#39;</p>',
      '<p>&quot;it&quot; needs “Headers” (&#39;Authorization: …&#39;)</p>',
    ],
    ['<p>measure again with --against</p>', '<p>measure again with a second target</p>'],
  ] as const)
    assert.equal(documentInWordsOfPage(said), shown);
});

test('no sentence of an advice’s report names an option, whatever was open in it', async () => {
  for (const options of [{ sessions: 2 }, { sessions: 4, blocks: 3, blockSd: 0.6 }]) {
    const written = String(await rendered(htmlReport, advisedInput(options)));
    const sentences = (html: string) =>
      pageText(html)
        .split('\n')
        .filter((line) => /(?<![\w-])--[a-z]/.test(line) && !line.startsWith('In a terminal:'));
    assert.notDeepEqual(sentences(written), []);
    assert.deepEqual(sentences(documentInWordsOfPage(written)), []);
  }
});

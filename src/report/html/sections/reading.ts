// How to read the page, and how to make it again.

import { percent } from '../../../base/figures/numbers.ts';
import { isSequence } from '../../../factors/cell.ts';
import type { Summary } from '../../../summary/summary.ts';
import { sayMargin } from '../../answers/ranges.ts';
import { html, type Markup } from '../markup.ts';
import { messagesReading } from './messages-reading.ts';

const PUBLISHED_READING =
  'beneath each table: the mean as the study took it, with its own warm-up, as many exchanges as it counted and the values outside μ ± 2σ removed. Fewer exchanges than that, where the record has no more, are said.';

export function readingSection({ cells, confidence, margin }: Summary): Markup {
  const messages = cells.filter(({ factors }) => isSequence(factors));
  const requests = messages.length < cells.length || cells.length === 0;
  const rows: [string, string][] = [
    [
      'Median and interval',
      `half of the ${requests ? 'exchanges' : 'sequences'} take less, told as the (geometric) mean over the sessions; the interval holds the true median with ${percent(confidence, 0)} confidence. Each session counts as one observation, because a fresh browser and server stand at a level of their own (Student’s t over the sessions).`,
    ],
    [
      'Times the fastest',
      'the ratio of a cell’s median to that of the fastest cell of its table, taken within each session, with its interval. Where a table says tie or undecided, the order of the rows means nothing.',
    ],
    [
      'Verdicts',
      `faster or slower: the whole interval lies beyond the margin. Same, a tie: it lies inside. Undecided: it crosses the border. The margin is the larger of ${sayMargin([margin])} and the noise floor.`,
    ],
    ...(requests ? ofRequests() : []),
    ...(messages.length > 0 ? messagesReading(messages) : []),
    ...(cells.some(({ published }) => published !== null)
      ? ([['Published protocol', PUBLISHED_READING]] as [string, string][])
      : []),
    ['Across browsers', 'compare totals. Items mean slightly different things in each engine.'],
  ];
  return html`<h2 id="reading">How to read this</h2>
<dl class="plain">${rows.map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>`)}</dl>
<h3>Make it again</h3>
<p>From the record, this page: <code>wirefare report RECORD --format html</code>. All samples as a table: <code>--format csv</code> or <code>--format parquet</code>.</p>`;
}

function ofRequests(): [string, string][] {
  return [
    [
      'The bar',
      'the mean time, item by item. Server: compute, encode, compress, as the target reports them. Network: taken from empty exchanges of the same session, and the transfer of the body. Browser: its own handling before the request and after the last byte. Client: decompress, decode, compute.',
    ],
    [
      'Residual',
      'hatched: the total less all items. The items are found independently of the total, so a small residual is evidence, not arithmetic. A red stroke marks the total where the items add up to over 2 % more.',
    ],
    [
      '~',
      'an item measured apart from the exchange (decompression: by a script, or, for what scripts cannot decompress, as what it adds to an answer, which is not to be compared with the former) or in batches (what is shorter than the clock’s step).',
    ],
  ];
}

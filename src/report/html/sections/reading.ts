// How to read the page, and how to make it again.

import { percent } from '../../../base/figures/numbers.ts';
import { count } from '../../../base/figures/plurals.ts';
import { isSequence } from '../../../factors/cell.ts';
import type { Summary } from '../../../summary/summary.ts';
import { sayMargin } from '../../answers/ranges.ts';
import { html, type Markup } from '../markup.ts';
import { messagesReading } from './messages-reading.ts';

const PUBLISHED_READING =
  'beneath each table: the mean as the study took it, with its own warm-up, as many exchanges as it counted and the values outside μ ± 2σ removed. Fewer exchanges than that, where the record has no more, are said.';

export function readingSection({
  cells,
  confidence,
  margin,
  precision,
  comparisonsInFamily,
}: Summary): Markup {
  const messages = cells.filter(({ factors }) => isSequence(factors));
  const requests = messages.length < cells.length || cells.length === 0;
  const rows: [string, string][] = [
    [
      'Median and interval',
      `half of the ${requests ? 'exchanges' : 'sequences'} take less, told as the (geometric) mean over the sessions; the interval holds the true median with ${percent(confidence, 0)} confidence. Each session counts as one observation, because a fresh browser and server stand at a level of their own (Student’s t over the sessions).`,
    ],
    [
      'Times the lowest',
      'the ratio of a cell’s median to the lowest of its table, taken within each session, with its interval. Only where every other cell is slower is the lowest called the fastest; otherwise the order of the rows that bear a mark means nothing. What a look showed to be slower than another stays behind it, though its median may come out lower later.',
    ],
    [
      'Answers',
      `faster or slower: the whole interval lies beyond the margin of ${sayMargin([margin])}. Same, a tie: it lies inside. At most so far apart: whatever the difference is, it is smaller than that, and so within the precision of ${sayMargin([precision])} that was asked for. Perhaps up to so far apart: it may be more than that. What is told ends with what an answer by the margin would take.`,
    ],
    [
      'Why an answer may wait',
      `an answer is given at a look, after 4, 6, 8, 11, … sessions, and stays. What the study asks for (${count(comparisonsInFamily, 'comparison')}) shares the ${percent(1 - confidence, 0)} of error that is allowed, over all looks, so an interval here is wider than that of a single ratio; each ranking, each claim and the twins have as much of their own. Fewer than four sessions say nothing for good: their answers are provisional.`,
    ],
    [
      'Twin',
      'one cell measured twice under two names. If the two differ beyond chance, something is wrong with the run, and answers about the cells beside it are withheld. It does not widen the margin.',
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
<p>In a terminal: <code>wirefare report RECORD --format html</code> makes this page of the record, and <code>--format csv</code> or <code>--format parquet</code> a table of all samples.</p>`;
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
      'First use',
      'the first answer of a client and a server that have just been started: what somebody’s first visit pays for cold code. It counts in no median and stands among the items of each table.',
    ],
    [
      '~',
      'an item measured apart from the exchange (decompression, as what it adds to an answer, with half the width of its interval) or in batches (what is shorter than the clock’s step).',
    ],
    [
      '?',
      'decompression that too few pairs of answers tell: by them it took more than the exchange has room for, and that may be chance. Its time stands in transfer and delivery.',
    ],
    [
      'Accounted for',
      'the items without the residual over the total, with the interval of that share: of few exchanges the items miss the total by chance.',
    ],
  ];
}

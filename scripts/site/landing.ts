// The landing page: the question, one measured answer and a map, both from records that come with Wirefare,
// and two commands.

import path from 'node:path';
import { MARKS, markFor } from '../../src/report/answers/answer.ts';
import { decisionChart, mapPatterns, waySwatch } from '../../src/report/html/charts/decision-map.ts';
import { html, type Markup } from '../../src/report/html/markup.ts';
import { decisionViews } from '../../src/report/predicted/map-view.ts';
import { writeHeading } from '../../src/report/words/heading.ts';
import { brief, decisionsIn, type RecordName, type ShippedRecord } from './records.ts';

export const ANSWER_FROM = 'quick' satisfies RecordName;
const MAP_FROM = 'compressions' satisfies RecordName;
const MOST_SENTENCES = 4;

export function landingPage(records: readonly ShippedRecord[]): string {
  const record = (name: RecordName) => records.find((each) => each.name === name)!;
  return `---
layout: home
hero:
  name: Wirefare
  text: What does your data's trip cost?
  tagline: Real exchanges between a real server and a real browser, over the network that you name. Which way is the fastest, whether that is more than noise, and where the time goes.
  actions:
    - {theme: brand, text: A first result, link: /tutorial/first-result}
    - {theme: alt, text: Which should I use?, link: /which/json-or-protobuf}
---

<div class="landing">

## One measured answer

${answerBox(record(ANSWER_FROM)).text}

[How it was measured, and all figures](${path.relative('docs', record(ANSWER_FROM).folder)})

## The map

${mapFigure(record(MAP_FROM)).text}

[When gzip, Brotli and Zstandard pay](which/compression.md)

## Two commands

In a clone, on Debian with Node 20 or newer:

\`\`\`sh
# a first result, in a minute or two
npm start

# what to send your own data in
./wirefare advise orders.json
\`\`\`

[The tutorial](tutorial/first-result.md) shows what they print, step by step. Before you begin: [what it does to your
machine and your data](guide/your-machine.md), and, if you know k6, hyperfine or Lighthouse, [where to find what you
use there](guide/other-tools.md).

</div>
`;
}

/**
 * Of each question what was told apart, or else what lies within the precision asked for; what is open stands
 * on the page behind.
 */
function answerBox({ run, summary, tables, answers }: ShippedRecord): Markup {
  const shown = answers
    .flatMap(({ sentences }) => {
      const told = sentences.find(({ kind }) => kind === 'decided' || kind === 'tie');
      return told ?? sentences.find(({ kind }) => kind === 'within') ?? [];
    })
    .slice(0, MOST_SENTENCES);
  return html`<figure class="answer"><p class="question">${summary.question}</p>
<ul>${shown.map(
    (each) =>
      html`<li><span class="mark ${each.kind}">${MARKS[markFor(each.kind, each.provisional)]}</span> ${brief(each)}</li>`,
  )}</ul>
<figcaption>${writeHeading(run, summary, tables).join(' · ')}</figcaption></figure>`;
}

/** At the most objects, of the first group of ways. */
function mapFigure(record: ShippedRecord): Markup {
  const { summary } = record;
  const [view] = decisionViews(summary, decisionsIn(record));
  const { contenders, maps } = view!;
  const map = maps.find(({ refusal }) => refusal === '');
  if (map === undefined) throw new Error(`${record.name} has no map to show`);
  return html`<figure class="decision">
${mapPatterns([{ contenders, maps: [map] }])}
<p class="question">${summary.title}: which way wins over which network? Predicted from what was measured, ${map.title}.</p>
<ul class="legend">${contenders.map(({ letter, label }, i) => html`<li>${waySwatch(i)}<b>${letter}</b> ${label}</li>`)}</ul>
${decisionChart(map, contenders)}
<figcaption>Bandwidth across, round trip upwards. Stripes: the model cannot tell them apart.</figcaption></figure>`;
}

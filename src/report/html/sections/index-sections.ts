// The weighted index on the page: its table, what other weights would say, a picture of that, and the tables
// behind it.

import { percent } from '../../../base/figures/numbers.ts';
import type { RunFile } from '../../../record/record.ts';
import type { Sweep } from '../../../summary/index/weight-sweep.ts';
import type { IndexGroup, WeightedIndex } from '../../../summary/index/weighted-index.ts';
import type { Summary } from '../../../summary/summary.ts';
import { type NameOf, sensitivityAnswers } from '../../sensitivity/answers.ts';
import { shareRange } from '../../sensitivity/figures.ts';
import { openNote, rivalsTable, winners } from '../../sensitivity/tables.ts';
import { type IndexView, indexViews } from '../../tables/index-tables.ts';
import { weightChart } from '../charts/weight-chart.ts';
import { weightSweeps } from '../charts/weight-sweeps.ts';
import { html, type Markup, NOTHING } from '../markup.ts';
import { adviceTable } from './advice.ts';
import { answersSection } from './answers.ts';

/** Of more groups the pictures are folded away. */
const MOST_OPEN = 4;

export function indexSections(run: RunFile, summary: Summary): Markup {
  const { index } = summary;
  if (index === undefined) return NOTHING;
  return html`${indexViews(run, summary).map((view) => indexSection(view, index))}`;
}

function indexSection({ table, group, nameOf }: IndexView, index: WeightedIndex): Markup {
  const rivals = rivalsTable(group, nameOf, percent(index.confidence, 0), false);
  const details = html`${picture(group, nameOf)}
${rivals === null ? NOTHING : adviceTable(rivals, 'h3')}`;
  return html`${adviceTable(table)}
${answersSection(sensitivityAnswers(group, index, nameOf))}
${index.groups.length > MOST_OPEN && details.text.trim() !== '' ? html`<details><summary>For which weights, and what it takes for each cell</summary>${details}</details>` : details}`;
}

/** Of two metrics a drawing, of more a strip for each. */
function picture({ sensitivity }: IndexGroup, nameOf: NameOf): Markup {
  const [sweep, ...more] = sensitivity.sweeps;
  if (sweep === undefined) return NOTHING;
  if (more.length > 0) return weightSweeps(sensitivity, nameOf);
  return html`<h3>Lowest index by the share of ${sweep.metric}</h3>
${weightChart(sensitivity, sweep, nameOf)}
<p class="note">${unbroken(beneath(sweep, nameOf))}</p>`;
}

function beneath(sweep: Sweep, nameOf: NameOf): string {
  const hatched = sweep.openAt.length > 0 ? ', hatched where sessions leave it open' : '';
  const who = sweep.ranges.map(
    ({ cells, from, to }) => `${winners(cells, nameOf)} at ${shareRange([from, to])}`,
  );
  return `Beneath is whose index is the lowest${hatched}: ${who.join(', ')}${openNote(sweep)}.`;
}

/** A range stays on one line. */
function unbroken(text: string): string {
  return text.replace(/([\d.]+) – ([\d.]+) %/g, '$1\u00a0–\u00a0$2\u00a0%');
}

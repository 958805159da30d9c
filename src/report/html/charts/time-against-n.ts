// Response time against n, one drawing for each network, browser, target and dataset: a line for each format
// and compression.

import { FACTOR_NAMES, isSharedInTable } from '../../../factors/catalogue.ts';
import { isSequence, wordOf } from '../../../factors/cell.ts';
import { partition, type Tables } from '../../words/groups.ts';
import { levelName, varies } from '../../words/levels.ts';
import { html, type Markup, NOTHING, prose } from '../markup.ts';
import { type ChartLine, lineChart } from './line-chart.ts';
import { collectSeries, type Series } from './series.ts';

const WORDS = { x: 'objects', y: 'ms', about: 'Median time in ms against the number of objects' };

/** What all lines of a figure have in common. */
const IN_TITLES = FACTOR_NAMES.filter((name) => name !== 'n' && isSharedInTable('request', name));

/** Empty where n does not vary. */
export function timeAgainstN({ tables, levels }: Tables, partTitle: (part: string) => string): Markup {
  if (!varies(levels, 'n')) return NOTHING;
  const manyParts = new Set(tables.map(({ part }) => part)).size > 1;
  const facets = partition(
    tables.filter(({ shared }) => !isSequence(shared)),
    ({ part, shared }) => [part, ...IN_TITLES.map((name) => wordOf(shared, name))].join('\n'),
  );
  const figures = [...facets.values()].flatMap((facet) => {
    const series = collectSeries(facet, levels, ({ shared }) => shared.n);
    if (!series.some(({ points }) => points.length > 1)) return [];
    const { part, shared } = facet[0]!;
    const names = IN_TITLES.filter((name) => varies(levels, name)).map((name) =>
      levelName(name, wordOf(shared, name), levels),
    );
    const title = [...(manyParts ? [partTitle(part)] : []), ...names].join(' · ');
    return [
      html`<figure>${title === '' ? NOTHING : html`<figcaption>${prose(title)}</figcaption>`}${lineChart(series.map(totalTimeLine), WORDS)}</figure>`,
    ];
  });
  if (figures.length === 0) return NOTHING;
  return html`<h2 id="n">Time against the number of objects</h2>
<p class="note">Medians; both axes are logarithmic; the upright strokes are the intervals, where they are larger than the dot.</p>
<div class="charts">${figures}</div>`;
}

function totalTimeLine({ points, ...look }: Series): ChartLine {
  return {
    ...look,
    points: points.map(({ x, row }) => ({
      x,
      y: row.cell.totalMs!.median,
      interval: row.cell.totalMs!.interval,
    })),
  };
}

// What a message takes against its size, one drawing for each direction, mode, network, browser and target: a
// line for each way.

import { inUnit, type TimeUnit, unitFor } from '../../../base/figures/times.ts';
import { isSequence } from '../../../factors/cell.ts';
import { fixedBytes } from '../../../factors/size.ts';
import { perMessageMs } from '../../messages/ways.ts';
import { sizesName } from '../../messages/words.ts';
import { keyButSize, titleOfTable } from '../../tables/table-factors.ts';
import { partition, type Table, type Tables, tablesOfPart } from '../../words/groups.ts';
import { html, type Markup, NOTHING, prose } from '../markup.ts';
import { type ChartLine, lineChart } from './line-chart.ts';
import { collectSeries, type Series } from './series.ts';

/** Empty where the size does not vary. */
export function timeAgainstSize(tables: Tables, partTitle: (part: string) => string): Markup {
  const sized = tables.tables.filter(
    ({ shared, rows }) => isSequence(shared) && fixedBytes(shared.size) !== null && rows.length > 0,
  );
  const manyParts = new Set(tables.tables.map(({ part }) => part)).size > 1;
  const figures = [...partition(sized, keyButSize).values()].flatMap((facet) => {
    const { part, shared } = facet[0]!;
    const { levels } = tablesOfPart(tables, part);
    // A transport has one colour in all drawings.
    const series = collectSeries(facet, tables.levels, ({ shared: own }) =>
      isSequence(own) ? fixedBytes(own.size)! : 0,
    );
    if (!series.some(({ points }) => points.length > 1)) return [];
    const title = [...(manyParts ? [partTitle(part)] : []), titleOfTable(shared, levels, sizesName)];
    return [
      html`<figure><figcaption>${prose(title.join(' · '))}</figcaption>${chart(facet, series)}</figure>`,
    ];
  });
  if (figures.length === 0) return NOTHING;
  return html`<h2 id="size">Time a message against its size</h2>
<p class="note">Medians; both axes are logarithmic; the upright strokes are the intervals, where they are larger than the dot.</p>
<div class="charts">${figures}</div>`;
}

function chart(facet: readonly Table[], series: readonly Series[]): Markup {
  const unit = unitFor(facet.flatMap(({ rows }) => rows.map(({ cell }) => perMessageMs(cell).median)));
  return lineChart(
    series.map((one) => perMessageLine(one, unit)),
    { x: 'bytes', y: unit, about: `Median time of a message in ${unit} against its size in bytes` },
  );
}

function perMessageLine({ points, ...look }: Series, unit: TimeUnit): ChartLine {
  return {
    ...look,
    points: points.map(({ x, row }) => {
      const { median, interval } = perMessageMs(row.cell);
      return { x, y: inUnit(median, unit), interval: [inUnit(interval[0], unit), inUnit(interval[1], unit)] };
    }),
  };
}

// The weighted index in the terminal: its table, what other weights would say, and for the first groups where
// and by how much.

import type { RunFile } from '../../record/record.ts';
import type { WeightedIndex } from '../../summary/index/weighted-index.ts';
import type { Summary } from '../../summary/summary.ts';
import { sensitivityAnswers } from '../sensitivity/answers.ts';
import { sensitivityTables } from '../sensitivity/tables.ts';
import { type IndexView, indexViews } from '../tables/index-tables.ts';
import { adviceTable } from './advice-table.ts';
import { answers } from './answers.ts';
import { fittedTable } from './fitted-table.ts';
import { wrapped } from './grid.ts';
import type { Paint } from './paint.ts';
import { weightStrip } from './weight-strip.ts';

/** Groups whose tables are shown; of others the sentences say the same in short. */
const MOST_DETAILED = 2;
const INDENT = '  ';
const ELSEWHERE = 'for which weights, and what each cell needs: --format html and md';

/** Section by section, of `width`. */
export function indexSections(
  run: RunFile,
  summary: Summary,
  width: number,
  paint: Paint,
): readonly (readonly string[])[] {
  const { index } = summary;
  if (index === undefined) return [];
  const isDetailed = index.groups.length <= MOST_DETAILED;
  const views = indexViews(run, summary, width - 2 * INDENT.length);
  return views.flatMap((view) => [
    adviceTable(view.table, width, paint),
    [
      ...answers(sensitivityAnswers(view.group, index, view.nameOf), width, paint),
      ...(isDetailed || view !== views.at(-1)
        ? []
        : wrapped(ELSEWHERE, width, INDENT, INDENT).map(paint.dim)),
    ],
    ...(isDetailed ? details(view, index, width, paint) : []),
  ]);
}

function details(
  { group, nameOf }: IndexView,
  index: WeightedIndex,
  width: number,
  paint: Paint,
): readonly (readonly string[])[] {
  const [sweep, ...more] = group.sensitivity.sweeps;
  return sensitivityTables(group, index, nameOf, true).map((whole, i) => {
    const table = fittedTable(whole, width - 2 * INDENT.length);
    const isOfRanges = i === 0 && sweep !== undefined && more.length === 0;
    return isOfRanges ? weightStrip(sweep, table, nameOf, width, paint) : adviceTable(table, width, paint);
  });
}

// Which look a line has: its colour is its format (or, where there is one format only, its place of
// computation or its computation), its dash is its compression and its connection together. Of messages the
// colour is the transport, the dash is the rest of the way.

import type { FactorName } from '../../../factors/catalogue.ts';
import { isSequence, wordOf } from '../../../factors/cell.ts';
import type { Contender, Table } from '../../words/groups.ts';
import { type LevelsOf, varies } from '../../words/levels.ts';

export interface Series {
  readonly label: string;
  /** 0 to 7, the class `k0` … of the stylesheet. */
  readonly colour: number;
  readonly dash: string | null;
  /** x ascending. */
  readonly points: readonly { readonly x: number; readonly row: Contender }[];
}

const COLOURS = 8;
const DASHES: readonly (string | null)[] = [null, '5 4', '1.5 3.5', '9 3 2 3'];

/** One series for each label that the tables of one facet have; `xOf` a table is where its rows stand. */
export function collectSeries(
  tables: readonly Table[],
  levels: LevelsOf,
  xOf: (table: Table) => number,
): readonly Series[] {
  const hue = hueFactor(tables, levels);
  const dashed: FactorName = hue === 'computation' ? 'procedure' : 'compression';
  const found = new Map<string, { row: Contender; x: number }[]>();
  for (const table of tables) {
    for (const row of table.rows)
      found.set(row.label, [...(found.get(row.label) ?? []), { row, x: xOf(table) }]);
  }
  const place = (name: FactorName, row: Contender) =>
    Math.max(0, (levels.get(name) ?? []).indexOf(wordOf(row.cell.factors, name)));
  const dashes = hue === 'transport' ? OF_MESSAGES : [dashed, 'connection' as const];
  const dashIndex = (row: Contender) =>
    dashes.reduceRight((sum, name) => sum * (levels.get(name)?.length ?? 1) + place(name, row), 0);
  return [...found].map(([label, points]) => ({
    label,
    colour: place(hue, points[0]!.row) % COLOURS,
    dash: DASHES[dashIndex(points[0]!.row) % DASHES.length]!,
    points: points.sort((a, b) => a.x - b.x),
  }));
}

const OF_MESSAGES: readonly FactorName[] = ['format', 'compression', 'protocol'];

function hueFactor(tables: readonly Table[], levels: LevelsOf): FactorName {
  if (tables.some(({ shared }) => isSequence(shared))) return 'transport';
  const formats = new Set(tables.flatMap(({ rows }) => rows.map(({ cell }) => cell.factors.format)));
  if (formats.size > 1) return 'format';
  return varies(levels, 'computation') ? 'computation' : 'format';
}

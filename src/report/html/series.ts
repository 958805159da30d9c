// Which look a line has: its colour is its format (or, where there is one format only, its place of computation or
// its computation), its dash is its compression and its connection together.

import type { Contender, Table } from '../groups.ts';
import { type FactorName, type LevelsOf, varies } from '../levels.ts';

export interface Series {
  readonly label: string;
  /** 0 to 7, the class `k0` … of the stylesheet. */
  readonly colour: number;
  readonly dash: string | null;
  /** n ascending. */
  readonly points: readonly { readonly n: number; readonly row: Contender }[];
}

const COLOURS = 8;
const DASHES: readonly (string | null)[] = [null, '5 4', '1.5 3.5', '9 3 2 3'];

/** One series for each label that the tables of one facet have. */
export function seriesOf(tables: readonly Table[], levels: LevelsOf): readonly Series[] {
  const hue = hueFactor(tables, levels);
  const dashed: FactorName = hue === 'computation' ? 'procedure' : 'compression';
  const found = new Map<string, { row: Contender; n: number }[]>();
  for (const table of tables) {
    for (const row of table.rows)
      found.set(row.label, [...(found.get(row.label) ?? []), { row, n: table.shared.n }]);
  }
  const place = (name: FactorName, row: Contender) =>
    Math.max(0, (levels.get(name) ?? []).indexOf(row.cell.factors[name]));
  const dashOf = (row: Contender) =>
    place(dashed, row) + place('connection', row) * (levels.get(dashed)?.length ?? 1);
  return [...found].map(([label, points]) => ({
    label,
    colour: place(hue, points[0]!.row) % COLOURS,
    dash: DASHES[dashOf(points[0]!.row) % DASHES.length]!,
    points: points.sort((a, b) => a.n - b.n),
  }));
}

function hueFactor(tables: readonly Table[], levels: LevelsOf): FactorName {
  const formats = new Set(tables.flatMap(({ rows }) => rows.map(({ cell }) => cell.factors.format)));
  if (formats.size > 1) return 'format';
  return varies(levels, 'computation') ? 'computation' : 'format';
}

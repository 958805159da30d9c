// A table that is too wide for the terminal: its words are cut, the widest first, its figures never.

import type { AdviceTable } from '../advice/tables.ts';
import { clipped, clippedApart, columnWidths } from './grid.ts';

const NARROWEST = 8;
const GAP = 2;

export function fittedTable(table: AdviceTable, width: number): AdviceTable {
  const widths = [...columnWidths(table.columns, table.rows)];
  const words = table.columns.flatMap(({ align }, i) => (align === 'left' ? [i] : []));
  for (;;) {
    const taken = widths.reduce((sum, own) => sum + own, 0) + GAP * (widths.length - 1);
    const widest = words.reduce((a, b) => (widths[b]! > widths[a]! ? b : a), words[0]!);
    if (taken <= width || widths[widest]! <= NARROWEST) break;
    widths[widest]!--;
  }
  // Names are to be told apart; of other words the beginning is what is wanted.
  const names = clippedApart(
    table.rows.map(([name]) => name ?? ''),
    widths[0]!,
  );
  return {
    ...table,
    title: clipped(table.title, width),
    columns: table.columns.map((column, i) => ({ ...column, title: clipped(column.title, widths[i]!) })),
    rows: table.rows.map((row, r) => row.map((text, i) => (i === 0 ? names[r]! : clipped(text, widths[i]!)))),
  };
}

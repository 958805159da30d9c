// A table that is too wide for the terminal: its words are cut, its figures never. Either all words, the
// widest first, or the names of its rows alone.

import type { AdviceTable } from '../advice/tables.ts';
import { clipped, clippedApart, columnWidths } from './grid.ts';

const NARROWEST = 8;
const NARROWEST_NAME = 16;
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

/** The first column, cut to what the others leave of `width`, so that its names can still be told apart. */
export function withShortNames(table: AdviceTable, width: number): AdviceTable {
  const [, ...others] = columnWidths(table.columns, table.rows);
  const room = Math.max(NARROWEST_NAME, width - others.reduce((sum, own) => sum + own + GAP, 0));
  const names = clippedApart(
    table.rows.map(([name]) => name!),
    room,
  );
  return { ...table, rows: table.rows.map(([, ...row], i) => [names[i]!, ...row]) };
}

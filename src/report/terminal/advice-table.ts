// A table of the advice in the terminal.

import type { AdviceTable } from '../advice/tables.ts';
import { grid, wrapped } from './grid.ts';
import type { Paint } from './paint.ts';

const INDENT = '  ';

/** Its lines, the title first. */
export function adviceTable(
  { title, columns, rows, notes }: AdviceTable,
  width: number,
  paint: Paint,
): readonly string[] {
  const room = width - INDENT.length;
  const lines = [
    ...wrapped(title, room, '', '').map(paint.strong),
    ...grid(columns, rows, paint.dim),
    ...notes.flatMap((note) => wrapped(note, room, '', '')).map(paint.dim),
  ];
  return lines.map((line) => INDENT + line);
}

// Who wins over the share of one metric, as a line from 0 to 100 %: heavy where sessions decide it, dotted
// where they do not.

import stringWidth from 'string-width';
import type { Sweep } from '../../summary/index/weight-sweep.ts';
import type { AdviceTable } from '../advice/tables.ts';
import { sharePercent } from '../sensitivity/figures.ts';
import { winners } from '../sensitivity/tables.ts';
import { adviceTable } from './advice-table.ts';
import type { Paint } from './paint.ts';

const INDENT = '  ';
const WIDEST = 72;
const GLYPHS = { decided: '━', open: '┄', end: '│' } as const;

/**
 * The line with the winners' names where there is room, where the share is now, and the table of the ranges.
 */
export function weightStrip(
  sweep: Sweep,
  table: AdviceTable,
  nameOf: (cell: string) => string,
  width: number,
  paint: Paint,
): readonly string[] {
  const room = Math.min(WIDEST, width - 2 * INDENT.length);
  const at = (share: number) => Math.round(share * (room - 1));
  const [title, ...rows] = adviceTable(table, width, paint);
  const names = sweep.ranges.map(({ cells, from, to }) =>
    centred(winners(cells, nameOf), at(to) - at(from) - 1),
  );
  const now = sharePercent(sweep.share);
  return [
    title!,
    `${INDENT}${line(sweep, room, at)}`,
    ...(names.some((name) => name.trim() !== '') ? [`${INDENT} ${names.join(' ')}`.trimEnd()] : []),
    INDENT + paint.strong(marker(`${now} now`, at(sweep.share), room)),
    ...rows,
  ];
}

function line({ ranges, openAt }: Sweep, room: number, at: (share: number) => number): string {
  const glyphs = Array.from({ length: room }, (_, column) => {
    const isOpen = openAt.some(([from, to]) => at(from) <= column && column <= at(to));
    return isOpen ? GLYPHS.open : GLYPHS.decided;
  });
  const ends = new Set([0, ...ranges.map(({ to }) => at(to))]);
  return glyphs.map((glyph, column) => (ends.has(column) ? GLYPHS.end : glyph)).join('');
}

/** As wide as the room, empty where the text is wider. */
function centred(text: string, room: number): string {
  const own = stringWidth(text);
  if (own > room) return ' '.repeat(Math.max(0, room));
  const left = Math.floor((room - own) / 2);
  return ' '.repeat(left) + text + ' '.repeat(room - own - left);
}

/** `▲ 40 % now`, or `40 % now ▲` where that would be beyond the end. */
function marker(text: string, column: number, room: number): string {
  const behind = ' '.repeat(column);
  if (column + 2 + stringWidth(text) <= room) return `${behind}▲ ${text}`;
  return `${' '.repeat(Math.max(0, column - 1 - stringWidth(text)))}${text} ▲`;
}

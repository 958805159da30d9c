// Columns of text: figures to the right, words to the left, two spaces between. Widths are those on the
// screen (string-width), so colours and wide characters do not shift anything.

import stringWidth from 'string-width';

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** Lines, the header first; `head` paints it. Wider `widths` than needed make several grids line up. */
export function grid(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  head: (text: string) => string,
  widths: readonly number[] = columnWidths(columns, rows),
): readonly string[] {
  const line = (cells: readonly string[]) =>
    columns
      .map(({ align }, i) => pad(cells[i] ?? '', widths[i]!, align))
      .join('  ')
      .trimEnd();
  return [head(line(columns.map(({ title }) => title))), ...rows.map(line)];
}

export function columnWidths(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): readonly number[] {
  return columns.map(({ title }, i) =>
    Math.max(stringWidth(title), ...rows.map((row) => stringWidth(row[i] ?? ''))),
  );
}

export function pad(text: string, width: number, align: 'left' | 'right'): string {
  const room = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'left' ? text + room : room + text;
}

/** Cut to a width with an ellipsis. */
export function clipped(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (stringWidth(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Cut at the end, or where that would make two of them alike, in the middle. */
export function clippedApart(texts: readonly string[], width: number): readonly string[] {
  const cut = texts.map((text) => clipped(text, width));
  const areApart = new Set(cut).size === new Set(texts).size;
  return areApart
    ? cut
    : texts.map((text) => (stringWidth(text) <= width ? text : withoutMiddle(text, width)));
}

/** A third of what is left stands before the ellipsis: ends tell more. */
function withoutMiddle(text: string, width: number): string {
  const characters = [...text];
  const before = Math.floor((width - 1) / 3);
  return `${characters.slice(0, before).join('')}…${characters.slice(-(width - 1 - before)).join('')}`;
}

/**
 * Broken at spaces, never inside `[2.27, 2.36]` or between a figure and its unit; later lines are indented.
 */
export function wrapped(text: string, width: number, first: string, later: string): readonly string[] {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of splitWords(text)) {
    if (!empty && stringWidth(line) + 1 + stringWidth(word) > width) {
      lines.push(line);
      line = later;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line];
}

/** Facts joined by ` · `; a line ends between facts, or inside one that is longer than a line. */
export function filled(facts: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const line = lines.at(-1);
    const longer = line === undefined ? fact : `${line} · ${fact}`;
    if (line !== undefined && stringWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(...wrapped(fact, width, '', ''));
  }
  return lines;
}

function splitWords(text: string): readonly string[] {
  const kept = text
    .replace(/\[[^\]]*\]/g, (interval) => interval.replaceAll(' ', '\u0000'))
    .replace(/(\d) (?=\d{3}\b|[mµ]?s\b|min\b|h\b|%|objects?\b|messages?\b|[kM]?B\b|[kMG]bit\/s)/g, '$1\u0000')
    .replace(/(×) (?=\[)/g, '$1\u0000');
  return kept.split(' ').map((word) => word.replaceAll('\u0000', ' '));
}

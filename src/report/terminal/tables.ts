// The tables of the terminal: each in the layout of its kind, those of many sizes in one, and beneath them
// what their marks mean. Of a large run the first few.

import stringWidth from 'string-width';
import { count } from '../../base/figures/plurals.ts';
import { isSequence } from '../../factors/cell.ts';
import type { RunFile } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { aMessage } from '../messages/meaning.ts';
import { sizesName } from '../messages/words.ts';
import { titleOfTable } from '../tables/table-factors.ts';
import type { Table, Tables } from '../words/groups.ts';
import { partTitle } from '../words/sentences.ts';
import { marksKey } from '../words/standings.ts';
import { legend } from './bar.ts';
import { cellTables } from './cell-table.ts';
import { filled, wrapped } from './grid.ts';
import type { Paint } from './paint.ts';
import { bySize, sizeTable } from './size-table.ts';
import { wayTables } from './way-table.ts';

/** Rows of tables: all of a small run, the first few of a large one. */
const MOST_ROWS = 36;
const MOST_ROWS_OF_MANY = 12;
const MANY_TABLES = 6;

/** One table, or several of messages that differ in their size. */
type Section = readonly Table[];

/** Lines without indentation, section by section; `width` is what they may take. */
export function tableSections(
  run: RunFile,
  summary: Summary,
  tables: Tables,
  width: number,
  paint: Paint,
): readonly (readonly string[])[] {
  const measured = tables.tables.filter(({ rows }) => rows.length > 0);
  const all = measured.length > MANY_TABLES ? bySize(measured) : measured.map((table) => [table]);
  const shown = sectionsThatFit(all);
  const parts = new Set(measured.map(({ part }) => part));
  const { linesOf, key } = laidOut(shown, summary, width, paint);
  const sections = shown.map((section) => {
    const { part, shared, title } = section[0]!;
    const own = section.length > 1 ? titleOfTable(shared, tables.levels, sizesName) : title;
    const words = [...(parts.size > 1 ? [partTitle(part, run.study)] : []), own].filter(Boolean);
    return [...filled(words, width).map(paint.strong), ...linesOf(section)];
  });
  const left = measured.length - shown.flat().length;
  const more = left > 0 ? [`… ${count(left, 'more table')} in the report`] : [];
  return sections.length === 0 ? [] : [...sections, [...more, ...key]];
}

function sectionsThatFit(all: readonly Section[]): readonly Section[] {
  const sized = all.some((section) => section.length > 1);
  const most = all.length > MANY_TABLES && !sized ? MOST_ROWS_OF_MANY : MOST_ROWS;
  const shown: Section[] = [];
  let rows = 0;
  for (const section of all) {
    const own = section.length > 1 ? section.length : section[0]!.rows.length;
    if (shown.length > 0 && rows + own > most) break;
    shown.push(section);
    rows += own;
  }
  return shown;
}

function laidOut(shown: readonly Section[], summary: Summary, width: number, paint: Paint) {
  const { confidence } = summary;
  const single = shown.flatMap((section) => (section.length > 1 ? [] : section));
  const ofMessages = single.filter(({ shared }) => isSequence(shared));
  const ofRequests = single.filter(({ shared }) => !isSequence(shared));
  const ways = wayTables(ofMessages, confidence, width, paint);
  const cells = cellTables(ofRequests, confidence, width, paint);
  const lines = new Map([
    ...ofRequests.map((table, i) => [table, cells[i]!] as const),
    ...ofMessages.map((table, i) => [table, ways.lines[i]!] as const),
  ]);
  const messages = shown.flat().filter(({ shared }) => isSequence(shared));
  const said =
    messages.length > 0
      ? wrapped([aMessage(messages), ...ways.leftOut].join('; '), width, '', '').map(paint.dim)
      : [];
  return {
    linesOf: (section: Section) =>
      section.length > 1 ? sizeTable(section, width, paint) : lines.get(section[0]!)!,
    key: [...marks(shown.flat(), summary, width, paint), ...said],
  };
}

function marks(shown: Section, summary: Summary, width: number, paint: Paint): readonly string[] {
  const key = marksKey(
    shown.flatMap(({ rows }) => rows),
    summary,
  );
  const standings = key === '' ? [] : wrapped(key, width, '', '').map(paint.dim);
  if (!shown.some(({ shared }) => !isSequence(shared))) return standings;
  const one = `${legend(paint)}  ${standings.join(' ')}`.trimEnd();
  return stringWidth(one) <= width ? [one] : [legend(paint), ...standings];
}

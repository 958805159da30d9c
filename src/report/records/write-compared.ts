// Records held against one another, as `wirefare compare` writes them.

import { recordedJson } from '../../factors/recorded-cell.ts';
import type { RecordsCompared } from '../../summary/records/records-compared.ts';
import type { AdviceTable } from '../advice/tables.ts';
import { adviceTable as markdownTable, plain } from '../markdown.ts';
import type { Look, Write } from '../report.ts';
import { adviceTable as terminalTable } from '../terminal/advice-table.ts';
import { withoutControls } from '../terminal/controls.ts';
import { clipped, columnWidths, grid, wrapped } from '../terminal/grid.ts';
import { type Paint, paintFor } from '../terminal/paint.ts';
import type { ComparedFormat } from './compared-formats.ts';
import { comparedView } from './view.ts';

const NARROWEST = 60;
const MOST_ROWS = 40;
const INDENT = '  ';
const GAP = 2;

export async function writeCompared(
  format: ComparedFormat,
  compared: RecordsCompared,
  write: Write,
  look: Look,
): Promise<void> {
  switch (format) {
    case 'terminal':
      return write(comparedText(compared, look));
    case 'md':
      return write(comparedMarkdown(compared));
    case 'json':
      return write(`${recordedJson(compared, 1)}\n`);
    case 'html': {
      const { comparedPage } = await import('./page.ts');
      return write(comparedPage(comparedView(compared)));
    }
  }
}

function comparedText(compared: RecordsCompared, { columns, colour }: Look): string {
  const { title, facts, pairs } = comparedView(withoutControls(compared));
  const paint = paintFor(colour);
  const width = Math.max(NARROWEST, columns);
  const paragraph = (text: string) => wrapped(text, width, '', '');
  const table = (each: AdviceTable) => tableLines(shortened(each), width, paint);
  const parts = pairs.map(({ title: own, answer, notes, totals, changedItems }) => [
    ...(pairs.length > 1 ? [paint.strong(own)] : []),
    ...answer.flatMap(paragraph),
    '',
    ...table(totals),
    ...(changedItems === null ? [] : ['', ...table(changedItems)]),
    '',
    ...notes.flatMap(paragraph).map(paint.dim),
  ]);
  const head = [...paragraph(title).map(paint.strong), ...facts.flatMap(paragraph).map(paint.dim)];
  return `${[head, ...parts].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** Where names leave no room for figures, each stands in a line of its own above them. */
function tableLines(table: AdviceTable, width: number, paint: Paint): readonly string[] {
  const { title, columns, rows, notes } = table;
  const room = width - INDENT.length;
  const widths = columnWidths(columns, rows);
  const needed = widths.reduce((sum, own) => sum + own, 0) + GAP * (columns.length - 1);
  if (needed <= room) return terminalTable(table, width, paint);
  const [head, ...figures] = grid(
    columns.slice(1),
    rows.map((row) => row.slice(1)),
    paint.dim,
  );
  const lines = [
    ...wrapped(title, room, '', '').map(paint.strong),
    INDENT + head!,
    ...rows.flatMap(([name], i) => [clipped(name ?? '', room), INDENT + figures[i]!]),
    ...notes.flatMap((note) => wrapped(note, room, '', '')).map(paint.dim),
  ];
  return lines.map((line) => INDENT + line);
}

/** A terminal has no room for a table of a wide study. */
function shortened(table: AdviceTable): AdviceTable {
  const more = table.rows.length - MOST_ROWS;
  if (more <= 0) return table;
  const note = `and ${more} more: --format md, html or json has them`;
  return { ...table, rows: table.rows.slice(0, MOST_ROWS), notes: [note, ...table.notes] };
}

function comparedMarkdown(compared: RecordsCompared): string {
  const { title, facts, pairs } = comparedView(compared);
  const blocks = pairs.flatMap(({ title: own, answer, notes, totals, items }) => [
    ...(pairs.length > 1 ? [`### ${plain(own)}`] : []),
    ...answer.map((text) => `**${plain(text)}.**`),
    markdownTable(totals),
    ...(items === null ? [] : [`<details><summary>Items</summary>\n\n${markdownTable(items)}\n\n</details>`]),
    ...notes.map(plain),
  ]);
  const head = [`## ${plain(title)}`, facts.map((fact) => `- ${plain(fact)}`).join('\n')];
  return `${[...head, ...blocks].join('\n\n')}\n`;
}

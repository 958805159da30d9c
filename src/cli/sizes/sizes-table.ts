// `wirefare sizes` in the terminal: the answer in a sentence, then formats by size, then what cannot carry
// the data and why, and what else is to be known.

import stringWidth from 'string-width';
import type { ScreenedCompression } from '../../advise/screening/screened.ts';
import { grouped, percent } from '../../base/figures/numbers.ts';
import { count as counted, listed } from '../../base/figures/plurals.ts';
import { parseCompression, spellCompression } from '../../factors/compression.ts';
import type { Payload } from '../../payload/payload.ts';
import { withoutControls } from '../../report/terminal/controls.ts';
import { type Column, clipped, filled, grid, wrapped } from '../../report/terminal/grid.ts';
import { type Paint, paintFor } from '../../report/terminal/paint.ts';
import { rowsWithLeast, type SizeRow, type SizesFound, sizeRows } from './sizes-found.ts';
import { sizesNotes } from './sizes-notes.ts';

const INDENT = '  ';
const USUAL = ['gzip-6', 'br-5', 'zstd-3'];
const WIDEST_LABEL = 24;
const NARROWEST_LABEL = 8;
/** What the narrowest figures beside the labels take. */
const FIGURES_WIDTH = 44;

export function sizesTable(
  raw: SizesFound,
  look: { readonly columns: number; readonly colour: boolean },
): string {
  const found = withoutControls(raw);
  const paint = paintFor(look.colour);
  const width = Math.max(40, look.columns);
  const rows = sizeRows(found.screened);
  const sections = [
    heading(found, width, paint),
    wrapped(answer(found, rows), width, `${INDENT}● `, `${INDENT}  `),
    rows.length === 0 ? [] : table(found, rows, width - INDENT.length, paint).map((line) => INDENT + line),
    ...sizesNotes(found, width - INDENT.length, paint).map((lines) => lines.map((line) => INDENT + line)),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function heading(found: SizesFound, width: number, paint: Paint): readonly string[] {
  const { payload, count, firstOf, jsonBytes } = found;
  const first = firstOf === null ? '' : 'the first ';
  const what = {
    list: () => `${first}${counted(count!, 'record')}`,
    document: () => 'one document',
    messages: () => `${first}${counted(count!, 'message')}, of which bytes are the mean`,
  }[payload.shape]();
  const all = firstOf === null ? [] : [sayAll(payload, firstOf)];
  return [
    ...wrapped(payload.source, width, '', '').map(paint.strong),
    ...filled([what, `${counted(Math.round(jsonBytes), 'byte')} as JSON`, ...all], width).map(paint.dim),
  ];
}

/** That there are more, and how to have sizes of them. */
function sayAll({ shape }: Payload, firstOf: number): string {
  const there = `there are ${grouped(firstOf)}`;
  return shape === 'list' ? `${there}, and --n ${firstOf} takes them all` : there;
}

function answer({ payload, path, today, jsonBytes, levels }: SizesFound, rows: readonly SizeRow[]): string {
  const more = path === undefined ? '' : `, with more than ${path}`;
  const now = `now: ${counted(Math.round(today.bytes), 'byte')} (${sayToday(payload, today)}${more})`;
  if (rows.length === 0) return `none of the formats asked for can carry these data; ${now}`;
  const plain = rowsWithLeast(rows, ({ bytes }) => bytes);
  const pressed = rowsWithLeast(rows, ({ smallest }) => smallest.bytes);
  const withIt = pressed.map(({ label, smallest }) => `${label} + ${spellCompression(smallest)}`);
  const share = (bytes: number) => percent(bytes / jsonBytes);
  const size = ({ bytes }: { readonly bytes: number }, of = '') =>
    `${counted(Math.round(bytes), 'byte')} (${share(bytes)}${of})`;
  return [
    `smallest without compression: ${listed(plain.map(({ label }) => label))}, ${size(plain[0]!, ' of JSON')}`,
    ...(levels.tried.length === 1
      ? []
      : pressed[0]!.smallest.coding === 'none'
        ? ['no compression makes that smaller']
        : [`smallest with it: ${listed(withIt)}, ${size(pressed[0]!.smallest)}`]),
    now,
  ].join('; ');
}

interface Unit {
  readonly name: string;
  readonly bytes: number;
}

function sayToday({ today }: Payload, { count }: SizesFound['today']) {
  const { format, compression, captured, answeredBytes } = today;
  const coded = compression === 'none' ? format : `${format} + ${compression}`;
  const whose =
    captured === null && answeredBytes === undefined ? 'as the source has it' : 'as it was answered';
  return `${coded} ${whose}${count === null ? '' : `, with ${counted(count, 'record')}`}`;
}

const UNITS: readonly Unit[] = [
  { name: 'bytes', bytes: 1 },
  { name: 'kB', bytes: 1_000 },
  { name: 'MB', bytes: 1_000_000 },
];

/** In bytes where that fits, else in kB or MB; with fewer columns where that is not enough. */
function table(found: SizesFound, rows: readonly SizeRow[], width: number, paint: Paint): readonly string[] {
  const shown = shownCompressions(found);
  const largest = Math.max(...rows.map(({ bytes }) => bytes));
  const widestLabel = Math.min(WIDEST_LABEL, Math.max(NARROWEST_LABEL, width - FIGURES_WIDTH));
  for (let columns = shown.length; columns >= 0; columns--) {
    for (const unit of UNITS) {
      // Fewer than three digits of the largest would tell little.
      if (unit.bytes > 1 && largest < 100 * unit.bytes) continue;
      const lines = tableIn(unit, found, rows, shown.slice(0, columns), widestLabel, paint);
      const fits = Math.max(...lines.map((line) => stringWidth(line))) <= width;
      if (fits) return lines;
    }
  }
  return tableIn(UNITS[0]!, found, rows, [], widestLabel, paint);
}

/** The columns between `none` and the smallest. */
function shownCompressions({ asked, levels }: SizesFound): readonly string[] {
  const tried = levels.tried.map(spellCompression);
  const wanted = asked === null ? USUAL : asked.map(spellCompression);
  return wanted.filter((each) => tried.includes(each) && each !== 'none');
}

function tableIn(
  unit: Unit,
  { jsonBytes, levels }: SizesFound,
  rows: readonly SizeRow[],
  shown: readonly string[],
  widestLabel: number,
  paint: Paint,
): readonly string[] {
  const figure = (bytes: number) => grouped(bytes / unit.bytes);
  const hasSmallest = levels.tried.length > shown.length + 1;
  const right = (title: string): Column => ({ title, align: 'right' });
  const left = (title: string): Column => ({ title, align: 'left' });
  const columns = [
    left(unit.name),
    left(''),
    right('none'),
    right('of JSON'),
    ...shown.map(right),
    ...(hasSmallest ? [right('smallest'), left('by')] : []),
  ];
  const least = rowsWithLeast(rows, ({ smallest }) => smallest.bytes);
  const mark = (row: SizeRow) => (!least.includes(row) ? '' : least.length > 1 ? '=' : '●');
  const lines = rows.map((row) => [
    clipped(row.label, widestLabel),
    mark(row),
    figure(row.bytes),
    percent(row.bytes / jsonBytes, 0),
    ...shown.map((name) => figure(at(row, name).bytes)),
    ...(hasSmallest ? [figure(row.smallest.bytes), spellCompression(row.smallest)] : []),
  ]);
  return grid(columns, lines, paint.dim);
}

function at({ compressed }: SizeRow, spelled: string): ScreenedCompression {
  const { coding: name, level } = parseCompression(spelled)!;
  return compressed.find((each) => each.coding === name && each.level === level)!;
}

// CSV and TSV (RFC 4180): a header, and rows that all have as many cells. Types come from all values of a
// column.

import { CsvError, type Info, type Options, parse } from 'csv-parse/sync';
import { plural } from '../base/figures/plurals.ts';
import type { DataRecord } from '../data/schema.ts';
import { type Findings, refusal } from './findings.ts';
import { setOwn } from './own-property.ts';
import { quoted } from './source-text.ts';
import { readAs, TextColumn, type TextType } from './strict-values.ts';

const LINE_FEED = 0x0a;

type Row = readonly string[];

/**
 * Throws one error for all ragged rows. If `delimiter` is null, it is a comma, or a semicolon if the header
 * has only semicolons.
 */
export function readCsv(bytes: Uint8Array, delimiter: ',' | '\t' | null, findings: Findings): DataRecord[] {
  const cut = delimiter ?? detectDelimiter(bytes, findings);
  const [header, ...rows] = parseRows(bytes, cut, findings);
  if (header === undefined)
    throw refusal(findings.file, 'is empty: a header line with the names of the columns is needed');
  checkHeader(header, findings);
  findings.throwIfProblems();
  const columns = header.map((_, i) => {
    const column = new TextColumn();
    for (const row of rows) column.add(row[i]!);
    return column;
  });
  tellTypes(header, columns, findings);
  const types = columns.map((column) => column.type);
  return rows.map((row) => {
    const record: DataRecord = {};
    for (let i = 0; i < header.length; i++) setOwn(record, header[i]!, readAs(types[i]!, row[i]!));
    return record;
  });
}

interface Parsed {
  readonly rows: readonly Row[];
  /** Rows with another number of cells than the first. */
  readonly ragged: readonly { readonly line: number; readonly cells: number }[];
  readonly error: CsvError | null;
}

/** Problems go to the findings. */
function parseRows(bytes: Uint8Array, delimiter: string, findings: Findings): readonly Row[] {
  const quoted = parsed(bytes, delimiter, true);
  const isPlain = quoted.error !== null && delimiter === '\t';
  const { rows, ragged, error } = isPlain ? parsed(bytes, delimiter, false) : quoted;
  if (isPlain) findings.note('quotes are part of the cells, since they are not used as CSV uses them');
  const header = rows[0]?.length;
  for (const { line, cells } of ragged)
    findings.problem(() => ({
      path: `line ${line}`,
      what: `the row has ${cells} ${plural(cells, 'cell')}, the header ${header}`,
    }));
  if (error !== null) {
    const { lines } = error as unknown as { lines?: number };
    findings.problem(() => ({ path: lines === undefined ? '' : `line ${lines}`, what: sayCsvError(error) }));
  }
  findings.throwIfProblems();
  return rows;
}

/** `hasQuotes` says that cells may stand in quotes. TSV as IANA registered it has no quotes. */
function parsed(bytes: Uint8Array, delimiter: string, hasQuotes: boolean): Parsed {
  const rows: Row[] = [];
  const ragged: { line: number; cells: number }[] = [];
  const options: Options = {
    delimiter,
    quote: hasQuotes ? '"' : null,
    relax_column_count: true,
    // The library must not guess, because it takes the first line's ending for all lines.
    record_delimiter: bytes.includes(LINE_FEED) ? ['\r\n', '\n'] : ['\r'],
    on_record: (row: string[], { lines }: Info) => {
      const cells = rows[0]?.length ?? row.length;
      // Skips a blank line; in a file of one column it is an empty cell.
      if (cells > 1 && row.length === 1 && row[0] === '') return null;
      if (row.length !== cells) ragged.push({ line: lines, cells: row.length });
      rows.push(row);
      return null;
    },
  };
  try {
    parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), options);
    return { rows, ragged, error: null };
  } catch (thrown) {
    if (thrown instanceof CsvError) return { rows, ragged, error: thrown };
    throw thrown;
  }
}

function sayCsvError(error: CsvError): string {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quoted cell that begins before the end is never closed';
    case 'INVALID_OPENING_QUOTE':
      return 'a quote stands inside a cell that is not quoted; quote the cell and double the quotes in it';
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'a quoted cell goes on after its closing quote; double the quotes that belong to the text';
    default:
      return `not CSV: ${error.message}`;
  }
}

function checkHeader(header: Row, findings: Findings): void {
  const first = new Map<string, number>();
  header.forEach((name, i) => {
    const known = first.get(name);
    if (name.trim() === '') findings.problem(() => ({ path: 'line 1', what: `column ${i + 1} has no name` }));
    else if (known !== undefined)
      findings.problem(() => ({
        path: 'line 1',
        what: `column ${i + 1} is named ${quoted(name)}, as column ${known + 1} is`,
      }));
    else first.set(name, i);
  });
}

function tellTypes(header: Row, columns: readonly TextColumn[], findings: Findings): void {
  const named = (type: TextType) =>
    header.filter((_, i) => columns[i]!.type === type).map((name) => quoted(name, 30));
  tellConverted(named('number'), named('boolean'), 'all other cells are text', findings);
  const nulls: string[] = [];
  const almost: string[] = [];
  header.forEach((name, i) => {
    const { type, emptyCount, almostNumber } = columns[i]!;
    if (type !== 'text' && emptyCount > 0) nulls.push(`${quoted(name, 30)} (${emptyCount})`);
    if (almostNumber !== null) almost.push(`${quoted(name, 30)} (${quoted(almostNumber, 30)})`);
  });
  if (nulls.length > 0) findings.note(`empty cells read as null: ${sayNames(nulls)}`);
  if (almost.length > 0)
    findings.note(`stay text, since JavaScript does not write such numbers that way: ${sayNames(almost)}`);
}

/** Says nothing if nothing was converted. */
export function tellConverted(
  numbers: readonly string[],
  booleans: readonly string[],
  rest: string,
  findings: Findings,
): void {
  const parts = [
    ...(numbers.length > 0 ? [`as numbers: ${sayNames(numbers)}`] : []),
    ...(booleans.length > 0 ? [`as booleans: ${sayNames(booleans)}`] : []),
  ];
  if (parts.length > 0) findings.note(`read ${[...parts, rest].join('; ')}`);
}

const MOST_NAMES = 12;

/** Says the first names, and how many more there are. */
function sayNames(names: readonly string[]): string {
  if (names.length <= MOST_NAMES) return names.join(', ');
  return `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`;
}

function detectDelimiter(bytes: Uint8Array, findings: Findings): ',' | ';' {
  const feed = bytes.indexOf(LINE_FEED);
  const header = new TextDecoder()
    .decode(bytes.subarray(0, feed === -1 ? bytes.length : feed))
    .replace(/"[^"]*"/g, '');
  if (header.includes(',') || !header.includes(';')) return ',';
  findings.note('cells are separated by semicolons');
  return ';';
}

// CSV as in RFC 4180: a row of names, a row a record, cells in quotes only where they must be, CRLF. Only for
// lists of flat records; csv-columns.ts says what a cell stands for.
//
//   id,name,since,here
//   1,"Smith, Jo",2019-07-02,true

import { csvParseRows } from 'd3-dsv';
import Papa from 'papaparse';
import type { DataRecord, DataValue } from '../../data/schema.ts';
import type { CodecTaking, Encoder, Format } from '../format.ts';
import { makeGuard } from '../shared/guard.ts';
import { ownValue, recordBuilder, type Slots } from '../shared/record-builder.ts';
import { scalarWriter, type WriteText } from '../shared/scalar-text.ts';
import { type Column, cellReader, planTable, refuseEmpty, type Table } from './csv-columns.ts';

const LINE_END = '\r\n';

// A decoder takes a byte order mark off the start of a text.
const SPECIAL = /[",\r\n\ufeff]/;

const quoted: WriteText = (value) => {
  const text = value as string;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const writer: Encoder = {
  name: 'wirefare-csv',
  refuse(schema) {
    const table = planTable(schema);
    const guard = makeGuard('CSV', schema, { nonFinite: false, negativeZero: true, loneSurrogates: false });
    return (value) => {
      guard(value);
      refuseEmpty(table, value as DataRecord[]);
    };
  },
  bind(schema) {
    const { columns } = planTable(schema);
    const header = headerLine(columns) + LINE_END;
    const cells = columns.map((column, i) => ({
      name: column.name,
      write: cellWriter(column),
      end: i === columns.length - 1 ? LINE_END : ',',
    }));
    const utf8 = new TextEncoder();
    return (value) => {
      let out = header;
      for (const record of value as DataRecord[]) {
        for (const { name, write, end } of cells) out += write(record[name]!, record) + end;
      }
      return utf8.encode(out);
    };
  },
};

function headerLine(columns: readonly Column[]): string {
  return columns.map(({ name }) => quoted(name)).join(',');
}

function cellWriter({ name, type, empty }: Column): (value: DataValue, record: DataRecord) => string {
  const write = type === null ? () => '' : scalarWriter(type, quoted);
  if (empty === 'value') return write;
  // An absent property may be inherited: `constructor` is a name like any other.
  if (empty === 'absent' && name in Object.prototype)
    return (_, record) => (Object.hasOwn(record, name) ? write(ownValue(record, name)!) : '');
  return (value) => (value === null || value === undefined ? '' : write(value));
}

/** Rows of cells, that of the names first; `lineEnd` is what the document has between rows. */
type ReadRows = (text: string, lineEnd: string) => readonly (readonly string[])[];

/** The types come from the schema, so libraries need to give only text. */
function codec(name: string, names: readonly string[], readRows: ReadRows): CodecTaking<'text'> {
  return {
    name,
    takes: 'text',
    needs: [],
    library: { packageName: name, from: name, names },
    bind(schema) {
      const table = planTable(schema);
      const header = headerLine(table.columns);
      const toRecords = recordReader(table);
      return (text) => toRecords(readRows(text, findLineEnd(text, header)));
    },
  };
}

/** Looked for behind the names, which may have line ends in them. */
function findLineEnd(text: string, header: string): string {
  const at = text.indexOf('\n', text.startsWith(header) ? header.length : 0);
  return text[at - 1] === '\r' ? LINE_END : '\n';
}

function recordReader({ record, columns }: Table): (rows: readonly (readonly string[])[]) => DataRecord[] {
  const read = columns.map(cellReader);
  const build = recordBuilder(record);
  const slots: Slots = columns.map(() => undefined);
  return (rows) => {
    checkHeader(rows[0] ?? [], columns);
    const records: DataRecord[] = [];
    for (let row = 1; row < rows.length; row++) {
      const cells = rows[row]!;
      if (cells.length !== read.length)
        throw new Error(
          `CSV: the number of cells in row ${row + 1} is ${cells.length}, expected ${read.length}`,
        );
      for (let i = 0; i < read.length; i++) slots[i] = readCell(read[i]!, cells[i]!, columns[i]!, row);
      records.push(build(slots));
    }
    return records;
  };
}

function readCell(
  read: (cell: string) => DataValue | undefined,
  cell: string,
  { name }: Column,
  row: number,
): DataValue | undefined {
  try {
    return read(cell);
  } catch (thrown) {
    throw new Error(`CSV: row ${row + 1}, ${name}: ${(thrown as Error).message}`);
  }
}

function checkHeader(cells: readonly string[], columns: readonly Column[]): void {
  const names = columns.map(({ name }) => name);
  if (cells.length === names.length && cells.every((cell, i) => cell === names[i])) return;
  throw new Error(`CSV: the first row is ${JSON.stringify(cells)}, expected ${JSON.stringify(names)}`);
}

/** The one that most pages have; it tells of quotes that are wrong. */
const papaparse = codec('papaparse', ['default'], (text, lineEnd) => {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', newline: lineEnd as '\n' });
  if (errors.length > 0) throw new Error(`CSV: ${errors[0]!.message}, in row ${(errors[0]!.row ?? 0) + 1}`);
  // The end of the last row reads as an empty line.
  const last = data.at(-1);
  if (last !== undefined && last.length === 1 && last[0] === '') data.pop();
  return data;
});

/** A sixth of the weight; it takes either line end, and quotes as they come. */
const d3Dsv = codec('d3-dsv', ['csvParseRows'], (text) => csvParseRows(text));

export const CSV: Format = {
  name: 'csv',
  title: 'CSV',
  contentType: 'text/csv;charset=utf-8',
  needsSchema: true,
  keyOrder: 'schema',
  encoders: [writer],
  codecs: [papaparse, d3Dsv],
};

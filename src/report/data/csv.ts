// samples.csv: every sample with the factors of its cell, as RFC 4180 has it (comma, CRLF, quotes doubled).

import type { Report } from '../report.ts';
import { type SampleColumn, sampleColumns } from '../tables/sample-columns.ts';

const ROWS_A_CHUNK = 4096;

export const csvReport: Report = {
  name: 'csv',
  fileName: 'samples.csv',
  goesTo: 'stdout',
  tells: 'samples',
  async render({ run, samples }, write) {
    const columns = sampleColumns(run, samples);
    const fields = columns.map(fieldWriter);
    await write(`${columns.map(({ name }) => name).join(',')}\r\n`);
    for (let start = 0; start < samples.length; start += ROWS_A_CHUNK) {
      await write(writeRows(fields, start, Math.min(samples.length, start + ROWS_A_CHUNK)));
    }
  },
};

/** Quoted where the text needs it, doubled quotes inside. */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

type Field = (row: number) => string | number;

function writeRows(fields: readonly Field[], start: number, end: number): string {
  let text = '';
  for (let row = start; row < end; row++) {
    text += fields[0]!(row);
    for (let i = 1; i < fields.length; i++) text += `,${fields[i]!(row)}`;
    text += '\r\n';
  }
  return text;
}

function fieldWriter(column: SampleColumn): Field {
  switch (column.kind) {
    case 'whole':
    case 'number':
      return (row) => column.values[row]!;
    case 'figure':
    case 'whole-figure':
      return (row) => column.of(row) ?? '';
    case 'flag':
      return (row) => (column.values[row] === 1 ? 'true' : 'false');
    case 'level': {
      const { codes } = column;
      const written = column.levels.map((level) => (level === null ? '' : csvField(String(level))));
      return (row) => written[codes[row]!]!;
    }
    case 'text':
      return (row) => csvField(column.values.get(row) ?? '');
  }
}

// Samples of several records in one file, without all of them in memory at once: they are read twice, a group
// of rows at a time. The first reading shows damage before anything is written, and which columns there are,
// which Parquet has to know before its first row.

import type { RunFile } from '../../record/record.ts';
import { type SampleTable, SampleTableBuilder } from '../../record/sample-table.ts';
import { ROWS_A_GROUP, type SamplesInParts } from '../../report/data/parquet.ts';
import { type ColumnsShown, columnsShown } from '../../report/tables/sample-columns.ts';
import { readSampleParts, type SampleFile, sampleFiles } from '../surroundings/record-files.ts';

/** What a record’s samples are, and where they are to be read again. */
export interface SurveyedSamples {
  /** null of a record without samples. */
  readonly file: SampleFile | null;
  /** The number that a session is to have, by the one that it has: samples of others are left out. */
  readonly numbers: ReadonlyMap<number, number>;
  readonly count: number;
  readonly cellIds: readonly string[];
  readonly damagedLines: number;
  readonly shown: ColumnsShown;
}

/** Throws a UserError where they are damaged. */
export async function surveySamples(
  run: RunFile,
  dir: string,
  numbers: ReadonlyMap<number, number>,
): Promise<SurveyedSamples> {
  const files = sampleFiles(run, dir);
  for (const file of files) {
    try {
      const parts: SurveyedSamples[] = [];
      for await (const table of readSampleParts(file, ROWS_A_GROUP))
        parts.push(surveyOf(file, table, numbers));
      return joined(parts, { file, numbers });
    } catch (thrown) {
      if (file === files.at(-1)) throw thrown;
    }
  }
  return joined([], { file: null, numbers });
}

function surveyOf(
  file: SampleFile,
  table: SampleTable,
  numbers: ReadonlyMap<number, number>,
): SurveyedSamples {
  const rows = rowsOfSessions(table, numbers);
  const { cellIds, damagedLines } = table;
  const shown = columnsShown(rows.length === table.length ? table : copyOf(table, rows, numbers));
  return { file, numbers, count: rows.length, cellIds, damagedLines, shown };
}

function copyOf(table: SampleTable, rows: Uint32Array, numbers: ReadonlyMap<number, number>): SampleTable {
  const builder = new SampleTableBuilder(rows.length);
  builder.addRows(table, rows, numbers);
  return builder.finish();
}

function joined<Place extends object>(
  parts: readonly Omit<SurveyedSamples, 'file' | 'numbers'>[],
  place: Place,
): Omit<SurveyedSamples, 'file' | 'numbers'> & Place {
  const sum = (of: (part: (typeof parts)[number]) => number) =>
    parts.reduce((before, part) => before + of(part), 0);
  return {
    ...place,
    count: sum(({ count }) => count),
    cellIds: [...new Set(parts.flatMap(({ cellIds }) => cellIds))],
    damagedLines: sum((part) => part.damagedLines),
    shown: {
      numbers: new Set(parts.flatMap(({ shown }) => [...shown.numbers])),
      messages: parts.some(({ shown }) => shown.messages),
      calls: parts.some(({ shown }) => shown.calls),
    },
  };
}

/** The samples of all of these, one record after the other. `rows`: how many stand in a part. */
export function mergedSamples(
  records: readonly SurveyedSamples[],
  rows = ROWS_A_GROUP,
): SamplesInParts & Pick<SurveyedSamples, 'count'> {
  const { count, cellIds, damagedLines, shown } = joined(records, {});
  // Columns that every table of samples has, also one without rows.
  const numbers = new Set([...columnsShown(new SampleTableBuilder(0).finish()).numbers, ...shown.numbers]);
  const parts = mergedParts(records, cellIds, rows);
  return { count, cellIds, damagedLines, shown: { ...shown, numbers }, parts };
}

async function* mergedParts(
  records: readonly SurveyedSamples[],
  cellIds: readonly string[],
  most: number,
): AsyncGenerator<SampleTable> {
  let builder = new SampleTableBuilder(most, cellIds);
  for (const { file, numbers } of records) {
    if (file === null) continue;
    for await (const table of readSampleParts(file, most)) {
      const rows = rowsOfSessions(table, numbers);
      for (let from = 0; from < rows.length; ) {
        const taken = rows.subarray(from, from + most - builder.length);
        builder.addRows(table, taken, numbers);
        from += taken.length;
        if (builder.length < most) continue;
        yield builder.finish();
        builder = new SampleTableBuilder(most, cellIds);
      }
    }
  }
  if (builder.length > 0) yield builder.finish();
}

function rowsOfSessions({ length, session }: SampleTable, numbers: ReadonlyMap<number, number>): Uint32Array {
  const rows = new Uint32Array(length);
  let [kept, last, isKept] = [0, -1, false];
  for (let row = 0; row < length; row++) {
    const own = session[row]!;
    // Looked up once for all rows of a session that stand together.
    if (own !== last) isKept = numbers.has(own);
    last = own;
    if (isKept) rows[kept++] = row;
  }
  return rows.subarray(0, kept);
}

// The columns of samples that only calls have: what the request's body adds.

import { CALL_COLUMNS, callTableColumn } from '../../items/columns.ts';
import type { CallFigures } from '../../wire/sample.ts';
import type { SampleColumn } from './sample-columns.ts';

/** A table without calls is without them. */
export function callColumns(calls: ReadonlyMap<number, CallFigures>): readonly SampleColumn[] {
  const of = (name: keyof CallFigures) => (row: number) => calls.get(row)?.[name] ?? null;
  return [
    ...CALL_COLUMNS.map((column) => ({
      name: callTableColumn(column),
      kind: 'figure' as const,
      of: of(column),
    })),
    { name: 'bytesRequest', kind: 'whole-figure', of: of('bytesRequest') },
  ];
}

/** What the columns of a row hold, read back; null where it is no call. */
export function callFigures(row: Readonly<Record<string, unknown>>): CallFigures | null {
  if (row.bytesRequest == null) return null;
  const times = CALL_COLUMNS.map((column) => [column, row[callTableColumn(column)]]);
  return { ...Object.fromEntries(times), bytesRequest: row.bytesRequest } as CallFigures;
}

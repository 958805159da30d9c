// Measured cells as a small file: medians of each session, so that predictions can be held against what was
// measured without a browser. `npm run bench -- predict` writes it.

import { readFileSync } from 'node:fs';
import type { RequestCell } from '../../../src/factors/cell.ts';
import { cellFromRecord, type RecordedCell, recordedCell } from '../../../src/factors/recorded-cell.ts';
import type { CarriedBytes, MeasuredCell, SessionTimes } from '../../../src/model/measured.ts';

interface ShippedCell {
  readonly id: string;
  readonly factors: RecordedCell;
  readonly bytes: CarriedBytes;
  readonly sessions: Readonly<Record<string, SessionTimes>>;
}

const SHIPPED = new URL('../../../src/model/testdata/measured-cells.ndjson', import.meta.url);

export function shippedCells(): MeasuredCell[] {
  const lines = readFileSync(SHIPPED, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const { factors, sessions, ...rest } = JSON.parse(line) as ShippedCell;
    const cell = cellFromRecord(factors) as RequestCell;
    return { ...rest, factors: cell, sessions: new Map(Object.entries(sessions)) };
  });
}

/** A line a cell; times to a microsecond. */
export function asShipped(cells: readonly MeasuredCell[]): string {
  return cells
    .map(({ id, factors, bytes, sessions }) => {
      const shipped: ShippedCell = {
        id,
        factors: recordedCell(factors),
        bytes,
        sessions: Object.fromEntries(sessions),
      };
      return `${JSON.stringify(shipped, rounded)}\n`;
    })
    .join('');
}

function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(3)) : value;
}

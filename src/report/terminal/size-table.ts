// What a message takes at every size, one column a way: many small tables in one, for studies of many sizes.

import { decimalsFor, grouped } from '../../base/figures/numbers.ts';
import { listed } from '../../base/figures/plurals.ts';
import { inUnit, unitFor } from '../../base/figures/times.ts';
import { isSequence } from '../../factors/cell.ts';
import { perMessageMs } from '../messages/ways.ts';
import { sizeInShort } from '../messages/words.ts';
import { keyButSize } from '../tables/table-factors.ts';
import { type Contender, partition, type Table } from '../words/groups.ts';
import { standingMark } from '../words/standings.ts';
import { type Column, columnWidths, grid, wrapped } from './grid.ts';
import type { Paint } from './paint.ts';

/** Fewer sizes stay tables of their own, which say more. */
const LEAST_SIZES = 3;

/**
 * Tables of messages that differ in their size alone, together where they are enough; every other table by
 * itself.
 */
export function bySize(tables: readonly Table[]): readonly (readonly Table[])[] {
  return [...partition(tables, keyButSize).values()].flatMap((alike) =>
    alike.length >= LEAST_SIZES ? [alike] : alike.map((table) => [table]),
  );
}

/** Lines without indentation; `width` is what they may take. */
export function sizeTable(tables: readonly Table[], width: number, paint: Paint): readonly string[] {
  const labels = [...new Set(tables.flatMap(({ rows }) => rows.map(({ label }) => label)))];
  const unit = unitFor(tables.flatMap(({ rows }) => rows.map(({ cell }) => perMessageMs(cell).median)));
  const perMessageTime = (row: Contender) => inUnit(perMessageMs(row.cell).median, unit);
  const columns = [
    { title: `median ${unit}`, align: 'left' } as const,
    ...labels.map((label): Column => ({ title: `${label}  `, align: 'right' })),
  ];
  const decimals = labels.map((label) =>
    decimalsFor(tables.flatMap(({ rows }) => rows.filter((row) => row.label === label).map(perMessageTime))),
  );
  const rows = tables.map((table) => [
    isSequence(table.shared) ? sizeInShort(table.shared.size) : '',
    ...labels.map((label, i) => {
      const row = table.rows.find((one) => one.label === label);
      return row === undefined
        ? '–  '
        : `${grouped(perMessageTime(row), decimals[i]!)} ${standingMark(row) || ' '}`;
    }),
  ]);
  const fit = fitting(columnWidths(columns, rows), width);
  const left = labels.slice(fit - 1);
  return [
    ...grid(
      columns.slice(0, fit),
      rows.map((row) => row.slice(0, fit)),
      paint.dim,
    ),
    ...(left.length === 0
      ? []
      : wrapped(`no room for ${listed(left)}: --format md shows all`, width, '', '')),
  ];
}

/** How many columns: the sizes and one way at least. */
function fitting(widths: readonly number[], width: number): number {
  let taken = -2;
  const beyond = widths.findIndex((own, i) => {
    taken += own + 2;
    return i > 1 && taken > width;
  });
  return beyond < 0 ? widths.length : beyond;
}

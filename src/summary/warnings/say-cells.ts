// Cells as warnings name them: how many, and two of them.

import { plural } from '../../base/figures/plurals.ts';
import type { CellSummary } from '../summary.ts';

export function sayCellCount(cells: readonly unknown[]): string {
  return `${cells.length} ${plural(cells.length, 'cell')}`;
}

export function examples(cells: readonly Pick<CellSummary, 'id'>[]): string {
  const ids = cells.slice(0, 2).map((cell) => cell.id);
  return cells.length > 2 ? `${ids.join(', ')}, …` : ids.join(', ');
}

// The rows of a table in groups that have a lowest of their own each: cells are ranked among those that do
// the same, and a mark or `times the lowest` says nothing of the cells of another group.

import { wordOf } from '../../factors/cell.ts';
import { type Contender, RANKED_APART, type Table, timesComputed } from '../words/groups.ts';
import { levelName, measuredLevels } from '../words/levels.ts';

export interface RankedRows {
  /** What its cells have in common and those of the others have not; empty where it is the only group. */
  readonly title: string;
  readonly rows: readonly Contender[];
}

export function rankedApart({ contests, rows }: Table): readonly RankedRows[] {
  const groups = contests.map(({ contenders }) => contenders).filter((some) => some.length > 0);
  // Where one group at most ranks anything, nobody takes its lowest for that of the table.
  if (groups.filter((some) => some.length > 1).length < 2) return [{ title: '', rows }];
  const levels = measuredLevels(rows.map(({ cell }) => cell));
  const names = RANKED_APART.filter((name) =>
    groups.every((some) => areAlike(some, ({ factors }) => wordOf(factors, name))),
  );
  const amounts = new Set(groups.map(([first]) => timesComputed(first!.cell.factors)));
  return groups.map((some) => {
    const { factors } = some[0]!.cell;
    const words = names
      .filter((name) => (levels.get(name) ?? []).length > 1)
      .map((name) => levelName(name, wordOf(factors, name), levels));
    const times = timesComputed(factors);
    // Where procedures are ranked, those that leave the client with as much stand together.
    const isByAmount = !names.includes('procedure') && amounts.size > 1 && times > 0;
    return { title: [...words, ...(isByAmount ? [TIMES[times]!] : [])].join(' · '), rows: some };
  });
}

const TIMES = ['', 'computed once', 'computed twice'];

function areAlike(some: readonly Contender[], of: (cell: Contender['cell']) => unknown): boolean {
  return new Set(some.map(({ cell }) => of(cell))).size === 1;
}

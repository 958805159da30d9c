// What the cells of one table share, in which words the table says it, and in which order the tables stand.

import {
  FACTOR_NAMES,
  type FactorName,
  factorNamed,
  isSharedInTable,
  NAMING_ORDER,
} from '../../factors/catalogue.ts';
import { type Cell, isSequence, wordOf } from '../../factors/cell.ts';
import type { CellSummary } from '../../summary/summary.ts';
import { sequenceName } from '../messages/words.ts';
import { type LevelsOf, levelName, varies } from '../words/levels.ts';

const SHARED_BY_REQUESTS = FACTOR_NAMES.filter((name) => isSharedInTable('request', name));
const SHARED_BY_SEQUENCES = FACTOR_NAMES.filter((name) => isSharedInTable('sequence', name));

interface Placed {
  readonly part: string;
  readonly shared: Cell;
}

/** Of sequences: in which surroundings they are sent; the others say what is sent. */
const AROUND = SHARED_BY_SEQUENCES.filter((name) => factorNamed(name).role === 'place');
const SENT = SHARED_BY_SEQUENCES.filter((name) => !AROUND.includes(name));

function sharedFactors(cell: Cell): readonly FactorName[] {
  return isSequence(cell) ? SHARED_BY_SEQUENCES : SHARED_BY_REQUESTS;
}

export function keyOfTable({ part, factors }: CellSummary): string {
  return [part, ...sharedFactors(factors).map((name) => wordOf(factors, name))].join('\n');
}

/** The same for tables of messages that differ in their size alone. */
export function keyButSize({ part, shared }: Placed): string {
  const names = sharedFactors(shared).filter((name) => name !== 'size');
  return [part, ...names.map((name) => wordOf(shared, name))].join('\n');
}

/**
 * The levels that vary. Of messages the whole of what is sent, where any of it varies: `100 B` alone says
 * little.
 */
export function titleOfTable(shared: Cell, levels: LevelsOf, name = sequenceName): string {
  const varying = (names: readonly FactorName[]) =>
    names.filter((one) => varies(levels, one)).map((one) => levelName(one, wordOf(shared, one), levels));
  if (!isSequence(shared)) return varying(SHARED_BY_REQUESTS).join(' · ');
  const sent = varying(SENT).length > 0 ? [name(shared)] : [];
  return [...sent, ...varying(AROUND)].join(' · ');
}

/** What is sent, and where; how much of it last. */
const SHARED = NAMING_ORDER.filter(
  (name) => isSharedInTable('request', name) || isSharedInTable('sequence', name),
);
const isAmount = (name: FactorName) => factorNamed(name).role === 'amount';
const ORDER = [...SHARED.filter((name) => !isAmount(name)), ...FACTOR_NAMES.filter(isAmount)];

/** Parts stay in the study's order; what is sent how much of comes last, the least first. */
export function inOrder<T extends Placed>(tables: readonly T[], levels: LevelsOf): readonly T[] {
  const parts = [...new Set(tables.map((table) => table.part))];
  const place = (table: T, name: FactorName) => (levels.get(name) ?? []).indexOf(wordOf(table.shared, name));
  return [...tables].sort((a, b) => {
    const byPart = parts.indexOf(a.part) - parts.indexOf(b.part);
    if (byPart !== 0) return byPart;
    for (const name of ORDER) {
      const difference = place(a, name) - place(b, name);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

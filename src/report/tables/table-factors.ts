// What the cells of one table share, in which words the table says it, and in which order the tables stand.

import type { CellSummary } from '../../summary/summary.ts';
import { type Factors, isMessages } from '../../wire/factors.ts';
import { sequenceName } from '../messages/words.ts';
import { type FactorName, type LevelsOf, levelName, varies } from '../words/levels.ts';

const OF_REQUESTS = [
  'dataset',
  'n',
  'network',
  'protocol',
  'browser',
  'target',
] as const satisfies readonly FactorName[];

interface Placed {
  readonly part: string;
  readonly shared: Factors;
}

/** Of messages: what is sent, and in which surroundings. The protocol is part of what carries them. */
const SENT = ['direction', 'mode', 'n', 'size', 'dataset'] as const satisfies readonly FactorName[];
const AROUND = ['network', 'browser', 'target'] as const satisfies readonly FactorName[];

export function keyOfTable({ part, factors }: CellSummary): string {
  const names = isMessages(factors) ? [...SENT, ...AROUND] : OF_REQUESTS;
  return [part, ...names.map((name) => factors[name])].join('\n');
}

/** The same for tables of messages that differ in their size alone. */
export function keyButSize({ part, shared }: Placed): string {
  const names = isMessages(shared) ? [...SENT, ...AROUND].filter((name) => name !== 'size') : OF_REQUESTS;
  return [part, ...names.map((name) => shared[name])].join('\n');
}

/**
 * The levels that vary. Of messages the whole of what is sent, where any of it varies: `100 B` alone says
 * little.
 */
export function titleOfTable(shared: Factors, levels: LevelsOf, name = sequenceName): string {
  const varying = (names: readonly FactorName[]) =>
    names.filter((one) => varies(levels, one)).map((one) => levelName(one, shared[one], levels));
  if (!isMessages(shared)) return varying(OF_REQUESTS).join(' · ');
  const sent = varying(SENT).length > 0 ? [name(shared)] : [];
  return [...sent, ...varying(AROUND)].join(' · ');
}

const ORDER = [
  'direction',
  'mode',
  'dataset',
  'network',
  'protocol',
  'browser',
  'target',
  'n',
  'size',
] as const satisfies readonly FactorName[];

/** Parts stay in the study's order; what is sent how much of comes last, the least first. */
export function inOrder<T extends Placed>(tables: readonly T[], levels: LevelsOf): readonly T[] {
  const parts = [...new Set(tables.map((table) => table.part))];
  const place = (table: T, name: FactorName) => (levels.get(name) ?? []).indexOf(table.shared[name]);
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

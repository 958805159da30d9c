// Which cells are held against each other: those that the study asks for, and every cell of a group against
// the fastest of its group.

import type { FactorName } from '../factors/catalogue.ts';
import { FACTOR_NAMES, factorsThatFollow, SAME_WORK } from '../factors/catalogue.ts';
import { type Cell, isSequence, wordOf } from '../factors/cell.ts';
import { cellFits } from '../study/cells/filter.ts';
import {
  type CellFilter,
  type ComparisonRule,
  type FactorRule,
  isFactorRule,
  type Study,
} from '../study/study.ts';
import type { PlannedCell } from './plan.ts';

export interface Pair {
  /** Cell ids; the verdict will be about a. */
  readonly a: string;
  readonly b: string;
  /** The factor in which they differ (the first of several, where a group varies more than one). */
  readonly factor: FactorName;
}

export function askedPairs(cells: readonly PlannedCell[], rules: readonly ComparisonRule[]): Pair[] {
  return rules.flatMap((rule) =>
    isFactorRule(rule) ? pairsOfLevels(cells, rule) : pairsAgainst(cells, rule.against),
  );
}

/** Comparisons that are asked of the cells that can be measured, and claims. */
export function countQuestions(
  { comparisons, claims }: Pick<Study, 'comparisons' | 'claims'>,
  cells: readonly PlannedCell[],
): number {
  const measured = cells.filter(({ skip, twinOf }) => skip === null && twinOf === null);
  return askedPairs(measured, comparisons).length + claims.length;
}

/** Every other level (a) against the baseline (b), all other factors and the part equal. */
function pairsOfLevels(cells: readonly PlannedCell[], { factor, baseline }: FactorRule): Pair[] {
  const pairs: Pair[] = [];
  for (const alike of groupsAlikeBut(cells, factor)) {
    if (factor === 'transport') {
      pairs.push(...pairsOfTransports(alike, baseline));
      continue;
    }
    const levels = firstOfEachLevel(alike, factor);
    const base = levels.get(baseline);
    if (base === undefined) continue;
    for (const other of levels.values()) {
      if (other !== base) pairs.push({ a: other.id, b: base.id, factor });
    }
  }
  return pairs;
}

/**
 * Every cell against its like of the baseline; a transport without any, such as WebTransport, by its first
 * cell.
 */
function pairsOfTransports(cells: readonly PlannedCell[], baseline: string | number): Pair[] {
  const transports = Map.groupBy(cells, ({ factors }) => wordOf(factors, 'transport'));
  const bases = transports.get(baseline) ?? [];
  transports.delete(baseline);
  if (bases.length === 0) return [];
  return [...transports.values()].flatMap((own) => {
    const alike = own.flatMap((cell): Pair[] => {
      const base = bases.find(({ factors }) => goesLike(factors, cell.factors));
      return base === undefined ? [] : [{ a: cell.id, b: base.id, factor: 'transport' }];
    });
    const first = own[0]!;
    const base = bases.find(({ factors }) => isSecure(factors) === isSecure(first.factors)) ?? bases[0]!;
    return alike.length > 0 ? alike : [{ a: first.id, b: base.id, factor: 'transport' }];
  });
}

function goesLike(a: Cell, b: Cell): boolean {
  return a.protocol === b.protocol && a.compression === b.compression;
}

function isSecure({ protocol }: Cell): boolean {
  return protocol !== 'http1';
}

/** In each group every cell (a) against the first that fits (b). */
function pairsAgainst(cells: readonly PlannedCell[], against: CellFilter): Pair[] {
  const groups = against.target === undefined ? rankingGroups(cells) : groupsOfTargets(cells);
  return groups.flatMap((group) => {
    const base = group.find(({ factors }) => cellFits(factors, against));
    if (base === undefined) return [];
    const others = group.filter((cell) => cell !== base);
    return others.map((cell) => ({ a: cell.id, b: base.id, factor: firstDifference(cell, base) }));
  });
}

/** Servers are held against each other with whatever each of them sends, and speaks. */
function groupsOfTargets(cells: readonly PlannedCell[]): PlannedCell[][] {
  const names = SAME_WORK.filter((name) => name !== 'target' && name !== 'protocol');
  return [...Map.groupBy(cells, (cell) => workKey(cell, names)).values()];
}

/**
 * Cells that differ in `factor` and what follows from it only. Each format stands for itself with its first
 * codec and encoder of the plan, the default; a rule on `codec` or `encoder` compares the others within a
 * format. Transports of messages are held against each other over the same protocol and with the same
 * compression where both have it.
 */
function groupsAlikeBut(cells: readonly PlannedCell[], factor: FactorName): PlannedCell[][] {
  const ignored = factorsThatFollow(factor);
  const names = FACTOR_NAMES.filter((name) => !ignored.includes(name));
  return [...Map.groupBy(cells, (cell) => workKey(cell, names)).values()];
}

function firstOfEachLevel(
  cells: readonly PlannedCell[],
  factor: FactorName,
): Map<string | number, PlannedCell> {
  const levels = new Map<string | number, PlannedCell>();
  for (const cell of cells) {
    const level = wordOf(cell.factors, factor);
    if (!levels.has(level)) levels.set(level, cell);
  }
  return levels;
}

/**
 * The protocol is part of what carries messages: WebTransport goes over HTTP/3 alone, and is held against
 * WebSocket.
 */
const MESSAGE_GROUP_FACTORS = SAME_WORK.filter((name) => name !== 'protocol');

/**
 * Within a group the question is which way of sending the same objects, or the same messages the same way, is
 * the fastest.
 */
export function rankingGroups(cells: readonly PlannedCell[]): PlannedCell[][] {
  const sharedFactorNames = ({ factors }: PlannedCell) =>
    isSequence(factors) ? MESSAGE_GROUP_FACTORS : SAME_WORK;
  return [...Map.groupBy(cells, (cell) => workKey(cell, sharedFactorNames(cell))).values()];
}

/** The fastest (a) against every other cell of its group (b). */
export function pairsAgainstFastest(fastest: PlannedCell, others: readonly PlannedCell[]): Pair[] {
  return others.map((other) => ({ a: fastest.id, b: other.id, factor: firstDifference(fastest, other) }));
}

function firstDifference(a: PlannedCell, b: PlannedCell): FactorName {
  return FACTOR_NAMES.find((name) => wordOf(a.factors, name) !== wordOf(b.factors, name)) ?? 'format';
}

function workKey(cell: PlannedCell, names: readonly FactorName[]): string {
  return JSON.stringify([cell.part, ...names.map((name) => wordOf(cell.factors, name))]);
}

/**
 * Pairs whose ratios say together how far ratios scatter from session to session: what is asked, and every
 * cell against the first of its ranking. `cells`: those that can be measured, without twins.
 */
export function pooledPairs(cells: readonly PlannedCell[], asked: readonly Pair[]): Pair[] {
  const ranked = rankingGroups(cells).flatMap(([first, ...others]) => pairsAgainstFastest(first!, others));
  return [...new Map([...asked, ...ranked].map((pair) => [pairKey(pair.a, pair.b), pair])).values()];
}

/** The same whichever way round. */
export function pairKey(a: string, b: string): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}

/**
 * How many comparisons the interval of a pair holds together with. All asked ones are one family. A ranking
 * picks its fastest by looking, which is a choice among all pairs of its group: they are another. A pair of
 * both takes the larger. `cells`: those that can be measured, without twins.
 */
export function familySizes(
  cells: readonly PlannedCell[],
  asked: readonly Pair[],
): (a: string, b: string) => number {
  const askedKeys = new Set(asked.map(({ a, b }) => pairKey(a, b)));
  const groups = new Map<string, { readonly group: number; readonly pairs: number }>();
  for (const [group, members] of rankingGroups(cells).entries()) {
    const pairs = (members.length * (members.length - 1)) / 2;
    for (const { id } of members) groups.set(id, { group, pairs });
  }
  return (a, b) => {
    const [one, other] = [groups.get(a), groups.get(b)];
    const ranked = one !== undefined && one.group === other?.group ? one.pairs : 1;
    return askedKeys.has(pairKey(a, b)) ? Math.max(askedKeys.size, ranked) : ranked;
  };
}

// Where an outcome holds: sorts cases by the fewest conditions that tell their outcomes apart, so that a
// report can say a thing once (`faster from 1 000 objects up`) instead of listing every cell.

import { everyFactorOnce, type FactorName, isFactorOf, SAME_WORK } from '../../factors/catalogue.ts';
import { type Cell, wordOf } from '../../factors/cell.ts';
import { condition, type Level, type LevelsOf } from './levels.ts';

export interface Case {
  readonly factors: Cell;
  /** Cases with equal outcomes may be told together. */
  readonly outcome: string;
}

/** Cases of one outcome and the levels that mark them off from the others. */
export interface Leaf<T extends Case> {
  readonly outcome: string;
  readonly where: readonly { readonly name: FactorName; readonly levels: readonly Level[] }[];
  readonly cases: readonly T[];
  /** How many cases the levels cover, where no factor tells outcomes apart within them; else null. */
  readonly among: number | null;
}

/**
 * The conditions under which a comparison may come out one way or the other. Of those that tell outcomes
 * apart equally well the first is named.
 */
export const CONDITIONS: readonly FactorName[] = everyFactorOnce(
  'direction',
  'mode',
  'network',
  'protocol',
  'connection',
  'n',
  'size',
  'transport',
  'compression',
  'format',
  'dataset',
  'browser',
  'target',
  'computation',
  'procedure',
  'codec',
  'thread',
  'clients',
  'cpu',
  'encoder',
);

/** Those of a ranking: its ways differ in the rest. */
export const RANKING_CONDITIONS = CONDITIONS.filter((name) => SAME_WORK.includes(name));

/** Those of a ranking of requests. */
export const REQUEST_CONDITIONS = RANKING_CONDITIONS.filter((name) => isFactorOf('request', name));

/**
 * A decision tree over the given factors: at each step the factor that leaves the least mixture (Shannon
 * entropy) is taken, its levels with the same pure outcome are kept together, and mixed ones are split
 * further. Cases that no factor tells apart come back as one leaf per outcome.
 */
export function growLeaves<T extends Case>(
  cases: readonly T[],
  factors: readonly FactorName[],
): readonly Leaf<T>[] {
  return grow(cases, factors, []);
}

/** `from 1 000 objects up, on 10mbit`; empty where the leaf covers every case. */
export function sayWhere(leaf: Leaf<Case>, levels: LevelsOf): string {
  const conditions = leaf.where.map(({ name, levels: some }) => condition(name, some, levels));
  if (leaf.among !== null) conditions.push(`in ${leaf.cases.length} of ${leaf.among} cases`);
  return conditions.join(', ');
}

function grow<T extends Case>(
  cases: readonly T[],
  factors: readonly FactorName[],
  where: Leaf<T>['where'],
): readonly Leaf<T>[] {
  const outcomes = [...new Set(cases.map((one) => one.outcome))];
  if (outcomes.length <= 1)
    return cases.length === 0 ? [] : [{ outcome: outcomes[0]!, where, cases, among: null }];
  const name = bestSplit(cases, factors);
  if (name === null) {
    return outcomes.map((outcome) => ({
      outcome,
      where,
      cases: cases.filter((one) => one.outcome === outcome),
      among: cases.length,
    }));
  }
  const rest = factors.filter((other) => other !== name);
  return branches(cases, name).flatMap(({ levels, members }) =>
    grow(members, rest, [...where, { name, levels }]),
  );
}

function bestSplit(cases: readonly Case[], factors: readonly FactorName[]): FactorName | null {
  let best: FactorName | null = null;
  let least = entropy(cases) - 1e-9;
  for (const name of factors) {
    const parts = [...byLevel(cases, name).values()];
    if (parts.length < 2) continue;
    const left = parts.reduce((sum, part) => sum + (part.length / cases.length) * entropy(part), 0);
    if (left < least) [best, least] = [name, left];
  }
  return best;
}

function branches<T extends Case>(cases: readonly T[], name: FactorName) {
  const merged = new Map<string, { levels: Level[]; members: T[] }>();
  for (const [level, members] of byLevel(cases, name)) {
    const outcomes = new Map<string, number>();
    for (const { outcome } of members) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    // Levels that look alike (the same outcomes in the same numbers) are described together.
    const key = [...outcomes].sort().join('\n');
    const branch = merged.get(key) ?? { levels: [], members: [] };
    branch.levels.push(level);
    branch.members.push(...members);
    merged.set(key, branch);
  }
  return [...merged.values()];
}

function byLevel<T extends Case>(cases: readonly T[], name: FactorName): ReadonlyMap<Level, T[]> {
  const groups = new Map<Level, T[]>();
  for (const one of cases) {
    const level = wordOf(one.factors, name);
    groups.set(level, [...(groups.get(level) ?? []), one]);
  }
  return groups;
}

function entropy(cases: readonly Case[]): number {
  const counts = new Map<string, number>();
  for (const { outcome } of cases) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  let bits = 0;
  for (const number of counts.values()) {
    const share = number / cases.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}

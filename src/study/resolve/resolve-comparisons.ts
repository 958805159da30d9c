// What a study compares: the rules typed, or one for each factor whose levels are interleaved and vary.

import { nearest } from '../../base/spelling.ts';
import { FACTOR_NAMES, type Factors } from '../../wire/factors.ts';
import { factorsThatFollow, groupsAlike } from '../cells/follow-factors.ts';
import { DEFAULTS } from '../defaults.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import type { StudyFile } from '../file/study-file.ts';
import type { FactorRule, Part } from '../study.ts';

/** `parts` without cells while those are not known. */
export function resolveComparisons(
  typed: StudyFile['compare'],
  parts: readonly Part[],
  problems: ProblemList,
): FactorRule[] {
  if (typed === undefined) return DEFAULTS.compare.flatMap((factor) => defaultRules(factor, parts));
  const seen = new Set<string>();
  return typed.flatMap((rule, index) => {
    const resolved = resolveRule(rule, ['compare', index], parts, problems);
    if (resolved === null) return [];
    const key = JSON.stringify(resolved);
    if (seen.has(key)) problems.add(['compare', index], 'the same comparison is there twice');
    seen.add(key);
    return [resolved];
  });
}

/** One rule against the factor's first level; cells that lack this baseline get another. */
export function defaultRules(factor: keyof Factors, parts: readonly Part[]): FactorRule[] {
  const baselines: (string | number)[] = [];
  for (const group of groupsIn(parts, factor)) {
    const levels = new Set(group.map((cell) => cell[factor]));
    if (levels.size < 2 || baselines.some((baseline) => levels.has(baseline))) continue;
    baselines.push(group[0]![factor]);
  }
  return baselines.map((baseline) => ({ factor, baseline }));
}

function resolveRule(
  typed: NonNullable<StudyFile['compare']>[number],
  path: Path,
  parts: readonly Part[],
  problems: ProblemList,
): FactorRule | null {
  const factor = FACTOR_NAMES.find((name) => name === typed.factor);
  if (factor === undefined) {
    problems.addUnknown([...path, 'factor'], 'factor', typed.factor, FACTOR_NAMES);
    return null;
  }
  const cells = parts.flatMap((part) => part.cells);
  if (cells.length === 0) return null;
  const levels = [...new Set(cells.map((cell) => cell[factor]))];
  const baseline = findBaseline(typed.baseline, levels);
  if (baseline === undefined) {
    const near = nearest(String(typed.baseline), levels.map(String));
    const hint = near === null ? '' : `; did you mean ${near}?`;
    const what = `${typed.baseline} is not one ${factor} of this study (${levels.join(', ')}${hint})`;
    problems.add([...path, 'baseline'], what);
    return null;
  }
  if (!hasPair({ factor, baseline }, parts)) {
    problems.add(path, `no two cells of one part differ in ${factor} alone, one of them ${baseline}`);
  }
  return { factor, baseline };
}

/** `gzip` means `gzip-6` where that is the only level of gzip. */
function findBaseline(
  typed: string | number,
  levels: readonly (string | number)[],
): string | number | undefined {
  if (levels.includes(typed)) return typed;
  const ofThatName = levels.filter((level) => String(level).startsWith(`${typed}-`));
  return ofThatName.length === 1 ? ofThatName[0] : undefined;
}

/** Do two cells of a part differ in this factor alone, one of them being the baseline? */
export function hasPair({ factor, baseline }: FactorRule, parts: readonly Part[]): boolean {
  return groupsIn(parts, factor).some((group) => {
    const levels = new Set(group.map((cell) => cell[factor]));
    return levels.has(baseline) && levels.size > 1;
  });
}

/** Only cells of the same part are compared. */
function groupsIn(parts: readonly Part[], factor: keyof Factors): Factors[][] {
  return parts.flatMap(({ cells }) => groupsAlike(cells, factorsThatFollow(factor)));
}

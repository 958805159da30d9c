// What a study compares: the rules typed, or one for each factor whose levels are interleaved and vary.

import { nearest } from '../../base/spelling.ts';
import {
  COMPARED_BY_DEFAULT,
  FACTOR_NAMES,
  type FactorName,
  factorNamed,
  factorsThatFollow,
} from '../../factors/catalogue.ts';
import { type Cell, groupsAlike, wordOf } from '../../factors/cell.ts';
import type { Factor } from '../../factors/factor.ts';
import { parseFormatWord } from '../../factors/format.ts';
import { addMissing } from '../cells/filter.ts';
import { wholeVocabulary } from '../cells/message-words.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import type { WordedFile } from '../file/worded-file.ts';
import type { ComparisonRule, FactorRule, Part } from '../study.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { asList } from './resolve-levels.ts';

type Word = string | number;

/** `parts` without cells while those are not known: a baseline is then held against the words typed. */
export function resolveComparisons(
  file: WordedFile,
  parts: readonly Part[],
  vocabulary: Vocabulary,
  problems: ProblemList,
): ComparisonRule[] {
  const urls = (vocabulary.urls ?? []).map(({ name }) => name);
  const typed = file.compare;
  if (typed === undefined) {
    const interleaved: readonly FactorName[] = file.protocol?.interleave === 'target' ? ['target'] : [];
    const rules = [...COMPARED_BY_DEFAULT, ...interleaved].flatMap((factor) => defaultRules(factor, parts));
    return [...rules.filter((rule) => !isOfUrls(rule, urls)), ...firstUrl(parts, urls)];
  }
  const seen = new Set<string>();
  return typed.flatMap((rule, index) => {
    const found = resolveRule(rule, ['compare', index], file, parts, vocabulary, problems);
    if (found === null) return [];
    const resolved = isOfUrls(found, urls) ? againstUrl(String(found.baseline)) : found;
    const key = JSON.stringify(resolved);
    if (seen.has(key)) problems.add(['compare', index], 'the same comparison is there twice');
    seen.add(key);
    return [resolved];
  });
}

function isOfUrls({ factor, baseline }: FactorRule, urls: readonly string[]): boolean {
  return factor === 'target' && urls.includes(String(baseline));
}

/** With whatever each of them sends, and speaks: what stands behind a URL need not be alike in anything. */
function againstUrl(target: string): ComparisonRule {
  return { against: { target: [target] } };
}

/** Whoever names several URLs asks how they stand to the first. */
function firstUrl(parts: readonly Part[], urls: readonly string[]): ComparisonRule[] {
  const [first, ...others] = urls.filter((name) =>
    parts.some(({ cells }) => cells.some(({ target }) => target === name)),
  );
  return first === undefined || others.length === 0 ? [] : [againstUrl(first)];
}

/** One rule against the factor's first level; cells that lack this baseline get another. */
export function defaultRules(factor: FactorName, parts: readonly Part[]): FactorRule[] {
  const baselines: (string | number)[] = [];
  for (const group of groupsIn(parts, factor)) {
    const levels = new Set(group.map((cell) => wordOf(cell, factor)));
    if (levels.size < 2 || baselines.some((baseline) => levels.has(baseline))) continue;
    baselines.push(wordOf(group[0]!, factor));
  }
  return baselines.map((baseline) => ({ factor, baseline }));
}

function resolveRule(
  typed: NonNullable<WordedFile['compare']>[number],
  path: Path,
  file: WordedFile,
  parts: readonly Part[],
  vocabulary: Vocabulary,
  problems: ProblemList,
): FactorRule | null {
  const factor = FACTOR_NAMES.find((name) => name === typed.factor);
  if (factor === undefined) {
    problems.addUnknown([...path, 'factor'], 'factor', typed.factor, FACTOR_NAMES);
    return null;
  }
  const cells = parts.flatMap((part) => part.cells);
  if (cells.length === 0) {
    addUnlikely([...path, 'baseline'], factor, typed.baseline, file, vocabulary, problems);
    return null;
  }
  const levels = [...new Set(cells.map((cell) => wordOf(cell, factor)))];
  const baseline = findBaseline(typed.baseline, levels, factorNamed(factor));
  if (baseline === undefined) {
    problems.add([...path, 'baseline'], sayNotOne(typed.baseline, factor, levels));
    return null;
  }
  const urls = (vocabulary.urls ?? []).map(({ name }) => name);
  if (isOfUrls({ factor, baseline }, urls)) {
    if (firstUrl(parts, urls).length === 0)
      problems.add(path, `${baseline} is the only URL, and a URL is compared with others alone`);
  } else if (!hasPair({ factor, baseline }, parts)) {
    problems.add(path, `no two cells of one part differ in ${factor} alone, one of them ${baseline}`);
  }
  return { factor, baseline };
}

function sayNotOne(baseline: Word, factor: string, levels: readonly Word[]): string {
  const near = typeof baseline === 'number' ? null : nearest(baseline, levels.map(String));
  const hint = near === null ? '' : `; did you mean ${near}?`;
  return `${baseline} is not one ${factor} of this study (${levels.join(', ')}${hint})`;
}

/**
 * Without cells, since something is wrong with the factors: adds a problem for a baseline that is no level at
 * all, or that none of the words typed can mean. A misspelt word may mean it.
 */
function addUnlikely(
  path: Path,
  factor: FactorName,
  baseline: Word,
  file: WordedFile,
  vocabulary: Vocabulary,
  problems: ProblemList,
): void {
  if (addMissing(path, factor, baseline, [], vocabulary, problems)) return;
  const typed = [file.factors, ...(file.parts ?? []).map((part) => part.factors)].flatMap(
    (factors) => asList<unknown>((factors as Record<string, unknown> | undefined)?.[factor] ?? []) as Word[],
  );
  if (typed.length === 0) return;
  const { covers, read } = factorNamed(factor);
  const canMean = (word: Word) => {
    const reading = read(word, wholeVocabulary(vocabulary), 'sequence');
    const spelled = 'word' in reading ? reading.word : word;
    return (
      covers(baseline, spelled) ||
      covers(word, baseline) ||
      (factor === 'format' && parseFormatWord(word).format === baseline) ||
      nearest(String(word), [String(baseline)]) !== null
    );
  };
  if (!typed.some(canMean)) problems.add(path, sayNotOne(baseline, factor, typed));
}

/** `gzip` means `gzip-6` where that is the only level of gzip. */
function findBaseline(typed: Word, levels: readonly Word[], factor: Factor): Word | undefined {
  if (levels.includes(typed)) return typed;
  const ofThatName = levels.filter((level) => factor.covers(typed, level));
  return ofThatName.length === 1 ? ofThatName[0] : undefined;
}

/** Do two cells of a part differ in this factor alone, one of them being the baseline? */
export function hasPair({ factor, baseline }: FactorRule, parts: readonly Part[]): boolean {
  return groupsIn(parts, factor).some((group) => {
    const levels = new Set(group.map((cell) => wordOf(cell, factor)));
    return levels.has(baseline) && levels.size > 1;
  });
}

/** Only cells of the same part are compared. */
function groupsIn(parts: readonly Part[], factor: FactorName): Cell[][] {
  return parts.flatMap(({ cells }) => groupsAlike(cells, factorsThatFollow(factor)));
}

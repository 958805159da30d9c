// The rules of a gate: what of head may be how much worse than base, and in which cells.

import { quoted } from '../../base/spelling.ts';
import { parseBytes, parseDurationMs, parseShare } from '../../base/units-as-typed.ts';
import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import { isByteMetric, METRICS, type Metric } from '../../items/metrics.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import type { FilterFile } from '../file/study-file-factors.ts';
import { addUnknownKeys, type Group, isGroup, isNumberOfThings, MOST_THINGS, oneOf } from './gate-values.ts';

export interface GateRule {
  /** As typed: `total slower: 5%, network 4g`. */
  readonly says: string;
  readonly item: Metric;
  readonly limit: Limit;
  /** `warn`: told, and nothing else. */
  readonly level: 'fail' | 'warn';
  /** Which cells it is about; all where nothing is named. */
  readonly where: FilterFile;
  /** Of the file, from 1; null where none is known. */
  readonly line: number | null;
}

/**
 * `grows`: at most so much more than the base, a share · `above`: at most that, in ms, or in bytes of an item
 * that is of bytes.
 */
export type Limit =
  | { readonly kind: 'grows'; readonly share: number }
  | { readonly kind: 'above'; readonly value: number };

/** With its place in the file's list. */
export interface PlacedRule {
  readonly rule: GateRule;
  readonly at: number;
}

type LineOf = (path: Path) => number | null;

const MOST_RULES = 100;
const RULE_KEYS = ['item', 'slower', 'grows', 'above', 'level'] as const;

/** What a gate may name: `bytes` is the body as it is sent. */
const ITEM_WORDS: ReadonlyMap<string, Metric> = new Map([
  ...METRICS.map((metric) => [metric, metric] as const),
  ['bytes', 'size'],
]);

/** Words for what some cells have. */
export function itemWords(has: (item: Metric) => boolean): readonly string[] {
  return [...ITEM_WORDS].flatMap(([word, item]) => (has(item) ? [word] : []));
}

/** Those that can be read, each with its place in the list. */
export function readRules(typed: unknown, lineOf: LineOf, problems: ProblemList): readonly PlacedRule[] {
  if (!Array.isArray(typed) || typed.length === 0) {
    problems.add(['gate', 'rules'], 'is missing: a list of rules, such as {item: total, slower: 5%}');
    return [];
  }
  if (typed.length > MOST_RULES) problems.add(['gate', 'rules'], `has more than ${MOST_RULES} rules`);
  const rules = typed
    .slice(0, MOST_RULES)
    .map((rule, at) => ({ rule: readRule(rule, at, lineOf, problems), at }))
    .filter((each): each is PlacedRule => each.rule !== null);
  refuseContradictions(rules, problems);
  return rules;
}

function readRule(typed: unknown, index: number, lineOf: LineOf, problems: ProblemList): GateRule | null {
  const path = ['gate', 'rules', index] as const;
  if (!isGroup(typed)) {
    problems.add(path, `${quoted(typed)} is not a rule, such as {item: total, slower: 5%}`);
    return null;
  }
  addUnknownKeys(typed, [...RULE_KEYS, ...FACTOR_NAMES], path, problems);
  const item = readItem(typed.item, [...path, 'item'], problems);
  const limit =
    item === null ? addWrongShares(typed, path, problems) : readLimit(typed, item, path, problems);
  const level = oneOf(typed.level, ['fail', 'warn'], [...path, 'level'], problems);
  const where = Object.fromEntries(
    FACTOR_NAMES.flatMap((name) => (typed[name] === undefined ? [] : [[name, typed[name]]])),
  ) as FilterFile;
  addWrongLevels(where, path, problems);
  if (item === null || limit === null) return null;
  return { says: sayRule(typed), item, limit, level, where, line: lineOf(path) };
}

/** Of words that nobody knows others tell, who know those of the study too. */
function addWrongLevels(where: FilterFile, path: Path, problems: ProblemList): void {
  for (const [name, levels] of Object.entries(where)) {
    if (Array.isArray(levels) && levels.length === 0)
      problems.add([...path, name], 'is an empty list; name at least one level');
    const wrong = name === 'n' ? [levels].flat().find((level) => !isNumberOfThings(level)) : undefined;
    if (wrong !== undefined)
      problems.add([...path, name], `${quoted(wrong)} is not a whole number from 1 to ${MOST_THINGS}`);
  }
}

function readItem(typed: unknown, path: Path, problems: ProblemList): Metric | null {
  const item = typeof typed === 'string' ? ITEM_WORDS.get(typed) : undefined;
  if (item !== undefined) return item;
  if (typed === undefined) problems.add(path, 'is missing: total, bytes, or an item of the bill');
  else problems.addUnknown(path, 'item', typed, [...ITEM_WORDS.keys()]);
  return null;
}

/** Of an item that nobody knows, what is wrong with its limit whatever the item is. */
function addWrongShares(typed: Group, path: Path, problems: ProblemList): null {
  for (const key of ['slower', 'grows'])
    if (typed[key] !== undefined) readShare(typed[key], [...path, key], problems);
  return null;
}

/** Exactly one; times get slower, bytes grow. */
function readLimit(typed: Group, item: Metric, path: Path, problems: ProblemList): Limit | null {
  const ofBytes = isByteMetric(item);
  const [relative, wrong] = ofBytes ? (['grows', 'slower'] as const) : (['slower', 'grows'] as const);
  if (typed[wrong] !== undefined) {
    const what = ofBytes ? 'bytes do not get slower' : 'a time does not grow';
    problems.addFault([...path, wrong], { what, nearest: relative });
    return null;
  }
  const named = [relative, 'above' as const].filter((key) => typed[key] !== undefined);
  if (named.length !== 1) {
    const limits = `${relative} and above`;
    problems.add(
      path,
      named.length === 0 ? `names no limit: one of ${limits}` : `has two limits, ${limits}: a rule has one`,
    );
    return null;
  }
  const [key] = named as [(typeof named)[number]];
  return key === 'above'
    ? readAbove(typed.above, ofBytes, [...path, key], problems)
    : readShare(typed[key], [...path, key], problems);
}

function readShare(typed: unknown, path: Path, problems: ProblemList): Limit | null {
  const share = typeof typed === 'string' ? parseShare(typed) : null;
  if (share !== null) return { kind: 'grows', share };
  const isNegative = typeof typed === 'string' && /^-\s*\d.*%$/.test(typed.trim());
  const what = isNegative
    ? 'asks head to be better than base: 0% asks it to be no worse'
    : 'is not a percentage with its sign, such as 5%';
  problems.add(path, `${quoted(typed)} ${what}`);
  return null;
}

function readAbove(typed: unknown, ofBytes: boolean, path: Path, problems: ProblemList): Limit | null {
  const value = typeof typed !== 'string' ? null : ofBytes ? parseBytes(typed) : parseDurationMs(typed);
  if (value !== null && value > 0) return { kind: 'above', value };
  const wanted = ofBytes ? 'bytes with their unit, such as 20kB' : 'a time with its unit, such as 400ms';
  problems.add(path, `${quoted(typed)} is not ${wanted}`);
  return null;
}

/**
 * Two rules of one kind about the same levels, however those are written: nobody knows which of them is
 * meant.
 */
function refuseContradictions(rules: readonly PlacedRule[], problems: ProblemList): void {
  const seen = new Map<string, GateRule>();
  for (const { rule, at } of rules) {
    const where = Object.entries(rule.where).map(
      ([factor, levels]) => [factor, [...new Set([levels].flat().map(String))].toSorted()] as const,
    );
    const key = JSON.stringify([kindOfRule(rule), where]);
    const before = seen.get(key);
    seen.set(key, rule);
    if (before !== undefined) problems.add(['gate', 'rules', at], sayContradiction(before));
  }
}

/** Rules that differ in it may be about the same cells. */
export function kindOfRule({ item, limit, level }: GateRule): string {
  return `${item} ${limit.kind} ${level}`;
}

export function sayContradiction(before: GateRule): string {
  const which = before.line === null ? 'another rule' : `the rule of line ${before.line}`;
  return `contradicts or repeats ${which}: ${before.says}`;
}

/** `total slower: 5%, network 4g`. */
function sayRule(typed: Group): string {
  const { item, level, ...others } = typed;
  const limits = RULE_KEYS.filter((key) => key !== 'item' && key !== 'level' && key in others);
  const limit = limits.map((key) => `${key}: ${said(others[key])}`);
  const where = Object.entries(others).filter(([key]) => !(limits as readonly string[]).includes(key));
  const words = [
    [said(item), ...limit].join(' '),
    ...where.map(([key, levels]) => `${key} ${said(levels)}`),
    ...(level === 'warn' ? ['warn'] : []),
  ];
  return words.join(', ');
}

function said(typed: unknown): string {
  return Array.isArray(typed) ? typed.map(String).join(' or ') : String(typed);
}

// A gate file: two targets, and rules that the second must keep beside the first. Everything that is wrong
// with it is told at once, each with its line.

import { z } from 'zod';
import { quoted } from '../../base/spelling.ts';
import { parseBytes, parseDurationMs, parseShare } from '../../base/units-as-typed.ts';
import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import { METRICS, type Metric } from '../../items/metrics.ts';
import type { ProblemList } from '../file/problem-list.ts';
import { ProblemList as Problems } from '../file/problem-list.ts';
import type { FilterFile } from '../file/study-file-factors.ts';
import { readYaml } from '../file/yaml-text.ts';

export interface Gate {
  /** Names or folders of targets, or two URLs, as typed. */
  readonly base: string;
  readonly head: string;
  /** As typed; null: `dataset`. */
  readonly study: string | null;
  /** null: the first that both targets have. */
  readonly dataset: string | null;
  readonly n: readonly number[];
  /** In which its cells are measured; null: the study's. */
  readonly browser: string | null;
  /** As typed; null: the study's. */
  readonly budget: string | null;
  /** What becomes of a gate of which a rule is undecided when the time is over. */
  readonly undecided: 'fail' | 'pass';
  readonly rules: readonly GateRule[];
}

export interface GateRule {
  /** As typed: `total slower: 5%, network 4g`. */
  readonly says: string;
  readonly item: Metric;
  readonly limit: Limit;
  /** `warn`: told, and nothing else. */
  readonly level: 'fail' | 'warn';
  /** Which cells it is about; all where nothing is named. */
  readonly where: FilterFile;
}

/**
 * `grows`: at most so much more than the base, a share · `above`: at most that, in ms, or in bytes of an item
 * that is of bytes.
 */
export type Limit =
  | { readonly kind: 'grows'; readonly share: number }
  | { readonly kind: 'above'; readonly value: number };

export const GATE_BUDGET = '2m';
const USUAL_N = 1_000;
const MOST_RULES = 100;
const GATE_KEYS = [
  'base',
  'head',
  'study',
  'dataset',
  'n',
  'browser',
  'budget',
  'undecided',
  'rules',
] as const;
const RULE_KEYS = ['item', 'slower', 'grows', 'above', 'level'] as const;
const ITEMS_OF_BYTES: readonly Metric[] = ['size', 'headers', 'request.size'];

/** What a gate may name: `bytes` is the body as it is sent. */
const ITEM_WORDS: ReadonlyMap<string, Metric> = new Map([
  ...METRICS.map((metric) => [metric, metric] as const),
  ['bytes', 'size'],
]);

export function isOfBytes(item: Metric): boolean {
  return ITEMS_OF_BYTES.includes(item);
}

/** Throws a UserError with everything that is wrong. */
export function parseGate(text: string, fileName: string): Gate {
  const { value, lineOf, problems: ofText } = readYaml(text, fileName);
  const problems = new Problems(fileName, lineOf, ofText);
  const gate = readGate(value, problems);
  problems.throwIfAny();
  return gate!;
}

/** null where there is nothing to read. */
function readGate(value: unknown, problems: ProblemList): Gate | null {
  if (!isGroup(value) || !isGroup(value.gate)) {
    problems.add([], 'has no gate: base, head and rules stand under the key gate');
    return null;
  }
  addUnknownKeys(value, ['gate'], [], problems);
  const { gate } = value;
  addUnknownKeys(gate, GATE_KEYS, ['gate'], problems);
  const word = (key: (typeof GATE_KEYS)[number], isNeeded = false) => {
    const typed = gate[key];
    if (typed === undefined && !isNeeded) return null;
    if (typeof typed === 'string' && typed.trim() !== '') return typed;
    problems.add(['gate', key], typed === undefined ? 'is missing' : `${quoted(typed)} is not a word`);
    return null;
  };
  refuseBesideUrls(gate, problems);
  const [study, dataset] = [word('study'), word('dataset')];
  if (study !== null && dataset !== null)
    problems.add(['gate', 'dataset'], 'study and dataset contradict each other: the study has its own data');
  if (study !== null && gate.n !== undefined)
    problems.add(['gate', 'n'], 'study and n contradict each other: the study has its own numbers');
  const budget = word('budget');
  if (budget !== null && parseDurationMs(budget) === null)
    problems.add(['gate', 'budget'], `${quoted(budget)} is not a duration with its unit, such as 90s or 10m`);
  return {
    base: word('base', true) ?? '',
    head: word('head', true) ?? '',
    study,
    dataset,
    n: readNumbers(gate.n, problems),
    browser: word('browser'),
    budget,
    undecided: oneOf(gate.undecided, ['fail', 'pass'], ['gate', 'undecided'], problems),
    rules: readRules(gate.rules, problems),
  };
}

/** Whether both are asked as they stand. */
export function isOfUrls({ base, head }: Pick<Gate, 'base' | 'head'>): boolean {
  return isUrl(base) && isUrl(head);
}

function isUrl(typed: unknown): boolean {
  return typeof typed === 'string' && /^https?:\/\//i.test(typed);
}

/** A URL answers what it answers; not quoted, since a password may stand in it. */
function refuseBesideUrls(gate: Group, problems: ProblemList): void {
  const [base, head] = [isUrl(gate.base), isUrl(gate.head)];
  if (base !== head)
    problems.add(
      ['gate', base ? 'head' : 'base'],
      'is no URL, and the other one is: two URLs, or two targets, are measured alike',
    );
  if (!base && !head) return;
  for (const key of ['study', 'dataset', 'n'] as const)
    if (gate[key] !== undefined)
      problems.add(['gate', key], `a URL and ${key} contradict each other: it is asked as it stands`);
}

function readNumbers(typed: unknown, problems: ProblemList): readonly number[] {
  const numbers = typed === undefined ? [USUAL_N] : Array.isArray(typed) ? (typed as unknown[]) : [typed];
  const checked = z.array(z.int().min(1)).min(1).safeParse(numbers);
  if (checked.success) return checked.data;
  problems.add(['gate', 'n'], `${quoted(typed)} is not a whole number of objects, or a list of them`);
  return [USUAL_N];
}

function readRules(typed: unknown, problems: ProblemList): readonly GateRule[] {
  if (!Array.isArray(typed) || typed.length === 0) {
    problems.add(['gate', 'rules'], 'is missing: a list of rules, such as {item: total, slower: 5%}');
    return [];
  }
  if (typed.length > MOST_RULES) problems.add(['gate', 'rules'], `has more than ${MOST_RULES} rules`);
  const rules = typed.slice(0, MOST_RULES).flatMap((rule, index) => readRule(rule, index, problems) ?? []);
  refuseContradictions(typed, rules, problems);
  return rules;
}

function readRule(typed: unknown, index: number, problems: ProblemList): GateRule | null {
  const path = ['gate', 'rules', index] as const;
  if (!isGroup(typed)) {
    problems.add(path, `${quoted(typed)} is not a rule, such as {item: total, slower: 5%}`);
    return null;
  }
  addUnknownKeys(typed, [...RULE_KEYS, ...FACTOR_NAMES], path, problems);
  const item = readItem(typed.item, [...path, 'item'], problems);
  const limit = item === null ? null : readLimit(typed, item, path, problems);
  const level = oneOf(typed.level, ['fail', 'warn'], [...path, 'level'], problems);
  const where = Object.fromEntries(
    FACTOR_NAMES.flatMap((name) => (typed[name] === undefined ? [] : [[name, typed[name]]])),
  ) as FilterFile;
  if (item === null || limit === null) return null;
  return { says: sayRule(typed), item, limit, level, where };
}

function readItem(typed: unknown, path: readonly (string | number)[], problems: ProblemList): Metric | null {
  const item = typeof typed === 'string' ? ITEM_WORDS.get(typed) : undefined;
  if (item !== undefined) return item;
  if (typed === undefined) problems.add(path, 'is missing: total, bytes, or an item of the bill');
  else problems.addUnknown(path, 'item', typed, [...ITEM_WORDS.keys()]);
  return null;
}

/** Exactly one; times get slower, bytes grow. */
function readLimit(
  typed: Group,
  item: Metric,
  path: readonly (string | number)[],
  problems: ProblemList,
): Limit | null {
  const ofBytes = isOfBytes(item);
  const [relative, wrong] = ofBytes ? (['grows', 'slower'] as const) : (['slower', 'grows'] as const);
  if (typed[wrong] !== undefined) {
    problems.add(
      [...path, wrong],
      ofBytes ? 'bytes do not get slower: grows' : 'a time does not grow: slower',
    );
    return null;
  }
  const named = [relative, 'above' as const].filter((key) => typed[key] !== undefined);
  if (named.length !== 1) {
    problems.add(
      path,
      `names ${named.length === 0 ? 'no limit' : 'two limits'}: one of ${relative} and above`,
    );
    return null;
  }
  const [key] = named as [(typeof named)[number]];
  return key === 'above'
    ? readAbove(typed.above, ofBytes, [...path, key], problems)
    : readShare(typed[key], [...path, key], problems);
}

function readShare(typed: unknown, path: readonly (string | number)[], problems: ProblemList): Limit | null {
  const share = typeof typed === 'string' ? parseShare(typed) : null;
  if (share !== null && share >= 0) return { kind: 'grows', share };
  problems.add(path, `${quoted(typed)} is not a share with its sign, such as 5%`);
  return null;
}

function readAbove(
  typed: unknown,
  ofBytes: boolean,
  path: readonly (string | number)[],
  problems: ProblemList,
): Limit | null {
  const value = typeof typed !== 'string' ? null : ofBytes ? parseBytes(typed) : parseDurationMs(typed);
  if (value !== null && value > 0) return { kind: 'above', value };
  const wanted = ofBytes ? 'bytes with their unit, such as 20kB' : 'a time with its unit, such as 400ms';
  problems.add(path, `${quoted(typed)} is not ${wanted}`);
  return null;
}

/** Two rules of one kind about the same cells: nobody knows which of them is meant. */
function refuseContradictions(
  typed: readonly unknown[],
  rules: readonly GateRule[],
  problems: ProblemList,
): void {
  const seen = new Map<string, GateRule>();
  for (const rule of rules) {
    const key = JSON.stringify([rule.item, rule.limit.kind, rule.level, rule.where]);
    const before = seen.get(key);
    seen.set(key, rule);
    if (before === undefined) continue;
    const index = typed.findLastIndex((one) => isGroup(one) && sayRule(one) === rule.says);
    problems.add(['gate', 'rules', index], `contradicts or repeats another rule: ${before.says}`);
  }
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

type Group = Readonly<Record<string, unknown>>;

function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function addUnknownKeys(
  group: Group,
  allowed: readonly string[],
  path: readonly (string | number)[],
  problems: ProblemList,
): void {
  for (const key of Object.keys(group))
    if (!allowed.includes(key)) problems.addUnknown([...path, key], 'key', key, allowed);
}

function oneOf<const Words extends readonly [string, ...string[]]>(
  typed: unknown,
  words: Words,
  path: readonly (string | number)[],
  problems: ProblemList,
): Words[number] {
  const known = words.find((word) => word === typed);
  if (known === undefined && typed !== undefined) problems.addUnknown(path, 'word', typed, words);
  return known ?? words[0];
}

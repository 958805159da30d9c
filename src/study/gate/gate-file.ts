// A gate file: two servers, and rules that the second must keep beside the first. Everything that is wrong
// with it is told at once, each with its line.

import { type Problem, UserError } from '../../base/errors.ts';
import { quoted } from '../../base/spelling.ts';
import { parseDurationMs } from '../../base/units-as-typed.ts';
import { CALLED_DATASETS } from '../../data/calls.ts';
import { type Path, ProblemList } from '../file/problem-list.ts';
import { parseRequestRate, URL_TARGET_KEYS } from '../file/study-file-targets.ts';
import { readYaml } from '../file/yaml-text.ts';
import { type GateRule, type PlacedRule, readRules } from './gate-rules.ts';
import { type GateSide, readSide, refuseBesideSides } from './gate-sides.ts';
import { addUnknownKeys, isGroup, isNumberOfThings, MOST_THINGS, oneOf } from './gate-values.ts';

export interface Gate {
  readonly base: GateSide;
  readonly head: GateSide;
  /** As typed; null: `dataset`. */
  readonly study: string | null;
  /** null: the first that both targets have. */
  readonly dataset: string | null;
  readonly n: readonly number[];
  /** In which its cells are measured; null: the study's. */
  readonly browser: string | null;
  /** As typed; null: the study's. */
  readonly budget: string | null;
  /** As typed: most requests to a side that is asked as it stands; null: the usual ones. */
  readonly rate: string | null;
  /** What becomes of a gate of which a rule is undecided when the time is over. */
  readonly undecided: 'fail' | 'pass';
  /** What becomes of it where head does not start, or breaks its contract. */
  readonly headFails: 'error' | 'broken';
  readonly rules: readonly GateRule[];
  /** Where each of them stands in the file's list. */
  readonly rulesAt: readonly number[];
  /** Line of a path in the file, from 1: what is found wrong later is told with it too. */
  readonly lineOf: (path: Path) => number | null;
}

export const GATE_BUDGET = '2m';
const USUAL_N = 1_000;
const RATE = URL_TARGET_KEYS.rate;
/** Its problem is told. */
const NO_SIDE: GateSide = { kind: 'target', typed: '' };
const GATE_KEYS = [
  'base',
  'head',
  'study',
  'dataset',
  'n',
  'browser',
  'budget',
  'rate',
  'undecided',
  'headFails',
  'rules',
] as const;
/** What could be read of it, so that its words are looked at too, and everything that is wrong. */
export interface GateRead {
  /** null: nothing. A side that cannot be read is a target without a name. */
  readonly gate: Gate | null;
  readonly problems: readonly Problem[];
}

export function readGateFile(text: string, fileName: string): GateRead {
  const { value, lineOf, problems: ofText } = readYaml(text, fileName);
  const problems = new ProblemList(fileName, lineOf, ofText);
  const gate = readGate(value, lineOf, problems);
  return { gate: gate && { ...gate, lineOf }, problems: problems.all() };
}

/** Throws a UserError with everything that is wrong. */
export function parseGate(text: string, fileName: string): Gate {
  const { gate, problems } = readGateFile(text, fileName);
  if (problems.length > 0) throw new UserError(problems);
  return gate!;
}

/** null where there is nothing to read. */
function readGate(
  value: unknown,
  lineOf: Gate['lineOf'],
  problems: ProblemList,
): Omit<Gate, 'lineOf'> | null {
  if (!isGroup(value) || !isGroup(value.gate)) {
    problems.add([], 'has no gate: base, head and rules stand under the key gate');
    return null;
  }
  addUnknownKeys(value, ['gate'], [], problems);
  const { gate } = value;
  addUnknownKeys(gate, GATE_KEYS, ['gate'], problems);
  const word = (key: (typeof GATE_KEYS)[number]) => {
    const typed = gate[key];
    if (typed === undefined) return null;
    if (typeof typed === 'string' && typed.trim() !== '') return typed;
    problems.add(['gate', key], `${quoted(typed)} is not a word`);
    return null;
  };
  const figure = (key: 'budget' | 'rate', read: (text: string) => unknown, wanted: string) => {
    const typed = gate[key];
    if (typed === undefined) return null;
    if (typeof typed === 'string' && read(typed) !== null) return typed;
    problems.add(['gate', key], `${quoted(typed)} is not ${wanted}`);
    return null;
  };
  const base = readSide('base', gate.base, problems);
  const head = readSide('head', gate.head, problems);
  refuseBesideSides(gate, [base, head], problems);
  const [study, dataset] = [word('study'), word('dataset')];
  if (study !== null && dataset !== null)
    problems.add(['gate', 'dataset'], 'study and dataset contradict each other: the study has its own data');
  if (study !== null && gate.n !== undefined)
    problems.add(['gate', 'n'], 'study and n contradict each other: the study has its own numbers');
  const budget = figure('budget', parseDurationMs, 'a duration with its unit, such as 90s or 10m');
  const rate = figure('rate', parseRequestRate, `${RATE.title}, such as ${RATE.example}`);
  const rules = readRules(gate.rules, lineOf, problems);
  return {
    base: base ?? NO_SIDE,
    head: head ?? NO_SIDE,
    study,
    dataset,
    n: readNumbers(gate.n, usualNumber(dataset, rules), problems),
    browser: word('browser'),
    budget,
    rate,
    undecided: oneOf(gate.undecided, ['fail', 'pass'], ['gate', 'undecided'], problems),
    headFails: oneOf(gate.headFails, ['error', 'broken'], ['gate', 'headFails'], problems),
    rules: rules.map(({ rule }) => rule),
    rulesAt: rules.map(({ at }) => at),
  };
}

function readNumbers(typed: unknown, usual: number, problems: ProblemList): readonly number[] {
  const numbers = typed === undefined ? [usual] : Array.isArray(typed) ? (typed as unknown[]) : [typed];
  if (numbers.length > 0 && numbers.every(isNumberOfThings)) return numbers as number[];
  const wanted = `a whole number of objects from 1 to ${MOST_THINGS}, or a list of them`;
  problems.add(['gate', 'n'], `${quoted(typed)} is not ${wanted}`);
  return [usual];
}

/** What is one answer to a call has no other number, and nobody has to say so. */
function usualNumber(dataset: string | null, rules: readonly PlacedRule[]): number {
  const named = dataset === null ? rules.map(({ rule }) => rule.where.dataset ?? []) : [[dataset]];
  const areAnswers = named.every((some) => {
    const all = [some].flat();
    return all.length > 0 && all.every((one) => CALLED_DATASETS.includes(String(one)));
  });
  return areAnswers && named.length > 0 ? 1 : USUAL_N;
}

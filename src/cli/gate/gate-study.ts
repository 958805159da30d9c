// What a gate measures: its study on both targets, or a study of its own of some data that both have; and
// which cells each rule is about.

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EnvironmentError, type Problem, UserError } from '../../base/errors.ts';
import { listed } from '../../base/figures/plurals.ts';
import type { Host } from '../../base/host.ts';
import { nearest } from '../../base/spelling.ts';
import type { Drivers } from '../../drive/driver.ts';
import type { CellKind } from '../../factors/factor.ts';
import { hasMetric } from '../../items/metrics.ts';
import { needsLink } from '../../plan/make-plan.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import { inLittleTime } from '../../plan/sessions/leave-out.ts';
import { compileFilter } from '../../study/cells/filter.ts';
import { withoutHeld } from '../../study/cells/held-parts.ts';
import { ProblemList } from '../../study/file/problem-list.ts';
import { GATE_BUDGET, type Gate } from '../../study/gate/gate-file.ts';
import {
  type GateRule,
  isOfBytes,
  itemWords,
  kindOfRule,
  sayContradiction,
} from '../../study/gate/gate-rules.ts';
import { parseStudy } from '../../study/resolve/load-study.ts';
import type { Study } from '../../study/study.ts';
import type { PlannedRule } from '../../summary/gate/judged-rules.ts';
import { namedStudy, type PlannedStudy, planLoaded } from '../study/study-options.ts';
import { vocabularyHere } from '../study/vocabulary-here.ts';
import {
  browserOfGiven,
  type Levels,
  measuredLevels,
  onlyAsked,
  usualAmong,
  usualLevels,
  whereOf,
} from './gate-levels.ts';
import type { Sides } from './gate-pairs.ts';
import { readBase, studyOf } from './gate-record.ts';
import { sideNames } from './gate-targets.ts';
import { type Brought, wordsOf } from './gate-words.ts';
import { failing } from './started-servers.ts';

/** They are counted once. */
const FOR_BYTES = { sessions: '1' } as const;

/** A plan, and what its rules are about of what they do not name and others do. */
export interface PlannedGate extends PlannedStudy {
  readonly usual: Levels;
  /** Its budget is no longer than its cells need, since nobody gave it one and bytes are all it counts. */
  readonly isInLittleTime: boolean;
}

/** `file`: the gate's, as typed. Throws a UserError, or an EnvironmentError where a target does not start. */
export async function planGate(
  gate: Gate,
  file: string,
  host: Host,
  drivers: Drivers,
  { base, study: given }: Brought,
): Promise<PlannedGate> {
  const own = given === null ? await ownStudy(gate, file, host, drivers) : { study: given, usual: {} };
  const isOfBytesAlone = gate.rules.every(({ item }) => isOfBytes(item));
  const { budget } = gate;
  const browser = given === null ? null : browserOfGiven(gate, base);
  const sides = base === null ? sideNames(gate) : sideNames(gate).slice(1);
  const flags = {
    target: sides.join(','),
    hasNoLink: true,
    ...(isOfBytesAlone && FOR_BYTES),
    ...(browser !== null && { browser }),
    ...(budget !== null && { budget }),
  };
  const planned = await planLoaded(asked(own.study, sides.length > 1), flags, host, drivers);
  const isInLittleTime = isOfBytesAlone && budget === null;
  const { planOf } = planned;
  const study = isInLittleTime ? inLittleTime(planned.study, planOf) : planned.study;
  const plan = study === planned.study ? planned.plan : planOf(study);
  return { ...planned, study, plan, usual: own.usual, isInLittleTime };
}

/** Throws a UserError with what is wrong of it. */
export async function readBrought(gate: Gate, file: string, host: Host): Promise<Brought> {
  const base = await readBase(gate, file, host);
  if (base !== null) return { base, study: studyOf(base) };
  return { base, study: gate.study === null ? null : await givenStudy(gate.study, file, host) };
}

/** A path from the gate's own folder, or the name of a study. */
function givenStudy(study: string, file: string, host: Host): Promise<Study> {
  const beside = resolve(host.cwd, dirname(file), study);
  return namedStudy(existsSync(beside) ? beside : study, host);
}

/** Nothing but what the rules ask, and where there are two targets both in every session. */
function asked(study: Study, interleaves: boolean): Study {
  const { index: _, indicators: __, publishedFigures: ___, price: ____, ...others } = withoutHeld(study);
  const { design: _____, interleave: ______, ...protocol } = study.protocol;
  return {
    ...others,
    comparisons: [],
    claims: [],
    protocol: { ...protocol, sessions: null, ...(interleaves && { interleave: 'target' }) },
  };
}

/** The levels that rules name are measured, and the usual ones where a rule names none. */
async function ownStudy(
  gate: Gate,
  file: string,
  host: Host,
  drivers: Drivers,
): Promise<{ readonly study: Study; readonly usual: Levels }> {
  const { rules } = gate;
  const isSaidByAll = rules.every(({ where }) => where.dataset !== undefined);
  const dataset = gate.dataset ?? (isSaidByAll ? null : await firstSharedDataset(sideNames(gate), drivers));
  const levels = usualLevels(gate, dataset);
  const text = JSON.stringify({
    study: 'gate',
    title: 'A gate',
    question: 'Does head keep the rules?',
    factors: measuredLevels(rules, levels),
    protocol: { budget: GATE_BUDGET },
  });
  const vocabulary = vocabularyHere(host);
  const study = parseStudy(text, file, vocabulary, host.freshSeed());
  const usual = usualAmong(rules, levels);
  return { study: onlyAsked(study, rules, usual, vocabulary), usual };
}

/** As base names them. */
async function firstSharedDataset(sides: readonly string[], drivers: Drivers): Promise<string> {
  const [base, head] = await Promise.all(
    sides.map(async (side, at) => {
      const started = drivers.target(side).start({ largestN: 1 });
      const target = await started.catch((thrown: unknown) => {
        throw failing(at === 0 ? 'base' : 'head', thrown);
      });
      try {
        return target.about.features.datasets;
      } finally {
        await target.close();
      }
    }),
  );
  const shared = base!.find((name) => head!.includes(name));
  if (shared !== undefined) return shared;
  throw new EnvironmentError(
    'base and head have no dataset in common',
    [`base has ${listed(base!)}`, `head has ${listed(head!)}`],
    'name a study with data of your own: gate.study',
  );
}

const FLAGS: Readonly<Record<string, string>> = {
  '--browser': 'browser',
  '--budget': 'budget',
  '--rate': 'rate',
};

/** What is wrong with a flag that stands for a key of the gate is told of that key, with its line. */
export function ofKeys(thrown: unknown, { lineOf }: Gate, file: string): unknown {
  if (!(thrown instanceof UserError)) return thrown;
  const problems = thrown.problems.map((problem) => {
    const key = FLAGS[problem.file];
    if (key === undefined) return problem;
    const line = lineOf(['gate', key]);
    return { ...problem, file: line === null ? file : `${file}:${line}`, path: `gate.${key}` };
  });
  return new UserError(problems);
}

/**
 * Throws a UserError with every rule that is about no cell, or about an item that none of its cells can have.
 */
export function planRules(
  { rules, lineOf }: Gate,
  { pairsIn }: Sides,
  { study, plan, usual }: Pick<PlannedGate, 'study' | 'plan' | 'usual'>,
  file: string,
  host: Host,
): PlannedRule[] {
  const problems = new ProblemList(file, lineOf);
  const single = plan.cells.filter(({ twinOf }) => twinOf === null);
  const all = single.map(({ factors }) => factors);
  const vocabulary = wordsOf(study, host);
  const kinds = new Map(single.map(({ id, factors }) => [id, factors.kind]));
  const planned = rules.map((rule, index) => {
    const path = ['gate', 'rules', index];
    const { matches } = compileFilter(whereOf(rule, usual), path, all, vocabulary, problems);
    const fitting = pairsIn(single.filter(({ factors }) => matches(factors)));
    const pairs = fitting.filter(({ head }) => hasMetric(kinds.get(head)!, rule.item));
    if (pairs.length === 0 && fitting.length > 0)
      problems.addFault(
        [...path, 'item'],
        lackOf(rule, new Set(fitting.map(({ head }) => kinds.get(head)!))),
      );
    return { rule, pairs, fitting };
  });
  problems.throwIfAny();
  for (const [index, { fitting }] of planned.entries())
    if (fitting.length === 0) problems.add(['gate', 'rules', index], 'no cell that both sides have fits it');
  refuseSameCells(planned, problems);
  problems.throwIfAny();
  return planned.map(({ rule, pairs }) => ({ rule, pairs }));
}

const CELLS_OF_KIND: Readonly<Record<CellKind, string>> = {
  request: 'requests',
  call: 'calls',
  sequence: 'messages',
};

/** An item that is never measured would stay undecided for good, whatever time is spent. */
function lackOf({ item }: GateRule, kinds: ReadonlySet<CellKind>): Omit<Problem, 'file' | 'path'> {
  const allowed = itemWords((word) => [...kinds].some((kind) => hasMetric(kind, word)));
  const near = nearest(item, allowed);
  return {
    what: `its cells are ${listed([...kinds].map((kind) => CELLS_OF_KIND[kind]))}, which have no ${item}`,
    allowed,
    ...(near !== null && { nearest: near }),
  };
}

/** Rules in other words may be about the same cells: `format: json` where nothing else is measured. */
function refuseSameCells(planned: readonly PlannedRule[], problems: ProblemList): void {
  const seen = new Map<string, GateRule>();
  for (const [index, { rule, pairs }] of planned.entries()) {
    const key = JSON.stringify([kindOfRule(rule), pairs.map(({ head }) => head).toSorted()]);
    const before = seen.get(key);
    seen.set(key, rule);
    if (before !== undefined && pairs.length > 0)
      problems.add(['gate', 'rules', index], `${sayContradiction(before)}: both are about the same cells`);
  }
}

/**
 * Rules all of whose cells a stricter one of their kind is about too: whoever wrote them meant exceptions,
 * and there are none.
 */
export function sayOverruled(planned: readonly PlannedRule[]): readonly string[] {
  return planned.flatMap(({ rule, pairs }) => {
    const stricter = planned.find(
      (other) =>
        kindOfRule(other.rule) === kindOfRule(rule) &&
        borderOf(other.rule) < borderOf(rule) &&
        pairs.every(({ head }) => other.pairs.some((pair) => pair.head === head)),
    );
    if (stricter === undefined) return [];
    const both = `${rule.says} is no exception to ${stricter.rule.says}, which holds for its cells too`;
    return [`${both}: let the stricter rule name the levels that it is about`];
  });
}

function borderOf({ limit }: GateRule): number {
  return limit.kind === 'grows' ? limit.share : limit.value;
}

/**
 * What cannot be measured here would stay undecided for good. Throws why there is no link, where a rule is
 * about a cell that needs it.
 */
export function requireLink(
  planned: readonly PlannedRule[],
  cells: readonly PlannedCell[],
  noLink: EnvironmentError | null,
): void {
  if (noLink === null) return;
  const { message, tried, remedy } = noLink;
  const skip = needsLink(message);
  const without = new Set(cells.filter((cell) => cell.skip === skip).map(({ id }) => id));
  const unmeasured = planned.find(({ pairs }) => pairs.some(({ head }) => without.has(head)));
  if (unmeasured !== undefined)
    throw new EnvironmentError(`the rule ${unmeasured.rule.says} ${skip}`, tried, remedy);
}

// What a gate measures: its study on both targets, or a study of its own of some data that both have.

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import { listed } from '../../base/figures/plurals.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { isByteMetric } from '../../items/metrics.ts';
import { inLittleTime } from '../../plan/sessions/leave-out.ts';
import { withoutHeld } from '../../study/cells/held-parts.ts';
import { ProblemList } from '../../study/file/problem-list.ts';
import { GATE_BUDGET, type Gate } from '../../study/gate/gate-file.ts';
import { parseStudy } from '../../study/resolve/load-study.ts';
import type { Study } from '../../study/study.ts';
import { namedStudy, type PlannedStudy, planLoaded } from '../study/study-options.ts';
import { vocabularyHere } from '../study/vocabulary-here.ts';
import {
  browserOfGiven,
  type Levels,
  measuredLevels,
  onlyAsked,
  usualAmong,
  usualLevels,
} from './rules/gate-levels.ts';
import type { Brought } from './rules/gate-words.ts';
import { atOwnPlaces } from './rules/own-places.ts';
import { readBase, studyOf } from './sides/gate-record.ts';
import { sideNames, withoutPlace } from './sides/gate-targets.ts';
import { failing } from './sides/started-servers.ts';

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
  const isOfBytesAlone = gate.rules.every(({ item }) => isByteMetric(item));
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
  const ofBoth = asked(own.study, sides.length > 1);
  const planned = await planLoaded(ofBoth, flags, host, drivers).catch((thrown: unknown) => {
    throw ofStudy(thrown, gate, file, own.study.name);
  });
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
  const factors = measuredLevels(rules, levels);
  const text = JSON.stringify({
    study: 'gate',
    title: 'A gate',
    question: 'Does head keep the rules?',
    factors,
    protocol: { budget: GATE_BUDGET },
  });
  const vocabulary = vocabularyHere(host);
  const usual = usualAmong(rules, levels);
  let study: Study;
  try {
    study = parseStudy(text, file, vocabulary, host.freshSeed());
  } catch (thrown) {
    throw atOwnPlaces(thrown, gate, file, factors);
  }
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

/** What its plan shows to be wrong is told of what the gate is measured by. */
function ofStudy(thrown: unknown, gate: Gate, file: string, name: string): unknown {
  if (!(thrown instanceof UserError)) return thrown;
  const path = gate.study === null ? ['gate'] : ['gate', 'study'];
  const problems = thrown.problems.map((problem) => {
    if (problem.file !== name && !OF_STUDY.includes(problem.file)) return problem;
    const own = new ProblemList(file, gate.lineOf);
    const within = problem.path === '' ? '' : `${problem.path}: `;
    own.addFault(path, { ...withoutPlace(problem), what: `${within}${problem.what}` });
    return own.all()[0]!;
  });
  return new UserError(problems);
}

/** Flags that no gate has, of what it asks of its study. */
const OF_STUDY: readonly string[] = ['--target', '--sessions', '--design'];

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

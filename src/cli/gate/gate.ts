// wirefare gate FILE: whether head keeps its rules beside base, measured in one run, interleaved.

import { basename, extname, relative, resolve } from 'node:path';
import { EnvironmentError, isAbort, Mistakes, UserError } from '../../base/errors.ts';
import { EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED } from '../../base/exit-codes.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import { BEFORE_COMMAND_MS } from '../../plan/sessions/wall-costs.ts';
import { readProbes } from '../../record/read-record.ts';
import { GATE_FORMATS } from '../../report/gate/gate-formats.ts';
import { fsReader } from '../../study/file/fs-reader.ts';
import { readStudyText } from '../../study/file/study-text.ts';
import { type Gate, readGateFile } from '../../study/gate/gate-file.ts';
import { isAsked } from '../../study/gate/gate-sides.ts';
import { judgeGate, type PlannedRule, ranOutOfTime } from '../../summary/gate/judged-rules.ts';
import { sayEndOfRun } from '../run/run.ts';
import {
  freshTask,
  type Measured,
  type MeasuringTask,
  measureStudy,
  requireCells,
} from '../study/measure-study.ts';
import { foldersElsewhere } from '../study/record-folders.ts';
import { linkChoice } from '../study/study-options.ts';
import { requirePlaces } from '../surroundings/output-file.ts';
import { makeDrivers } from '../surroundings/run-context.ts';
import { unknownFlagWord } from '../verb.ts';
import { lateAtMost, waitingNoLonger } from './exchange-time.ts';
import {
  endingBy,
  endingOfRun,
  failingBySide,
  outcomeWith,
  type SideLevels,
  TO_MEND,
} from './gate-ending.ts';
import { lookAgainstRecord, lookAtRules } from './gate-looks.ts';
import { EXIT_CODE, filesBeside, writeAll } from './gate-output.ts';
import { type Judged, labelOf, SoFar } from './gate-so-far.ts';
import { ofKeys, type PlannedGate, planGate, readBrought } from './gate-study.ts';
import { usualAmong } from './rules/gate-levels.ts';
import {
  LIKENESS,
  LIKENESS_OF_URLS,
  pairsOfOneRun,
  pairsWithRecord,
  type Sides,
} from './rules/gate-pairs.ts';
import { type Brought, checkWords } from './rules/gate-words.ts';
import { measurableRules, neededCells } from './rules/measurable-rules.ts';
import { OTHER_LEVELS, sayOverruled } from './rules/rule-cells.ts';
import { planAskedGate, type UrlFlags } from './sides/gate-asked.ts';
import type { BaseRecord } from './sides/gate-record.ts';
import { asTyped, sideNames, withSides } from './sides/gate-targets.ts';

export interface GateFlags extends UrlFlags {
  readonly format: string;
  readonly out?: string;
  /** Files that it is written to too, in the formats of their endings. */
  readonly also?: readonly string[];
}

/** `made`: drivers for the host that knows both targets; a test may fake them. */
export async function gate(
  file: string,
  flags: GateFlags,
  host: Host,
  made: (host: Host) => Drivers = makeDrivers,
): Promise<number> {
  try {
    return await gateOf(file, flags, host, made);
  } catch (thrown) {
    // While a side is started or read there is nothing to keep yet, and nothing to say but that it was
    // stopped.
    if (host.interrupted.aborted && isAbort(thrown)) return EXIT_INTERRUPTED;
    throw thrown;
  }
}

async function gateOf(
  file: string,
  { format, out = '-', also: beside = [], ...ofUrls }: GateFlags,
  host: Host,
  made: (host: Host) => Drivers,
): Promise<number> {
  const beganMs = host.clock.nowMs() - BEFORE_COMMAND_MS;
  const mistakes = new Mistakes();
  const asked = mistakes.of(() => {
    const known = GATE_FORMATS.find((name) => name === format);
    if (known === undefined) throw unknownFlagWord('--format', 'format', format, GATE_FORMATS);
    return known;
  });
  const also = mistakes.of(() => filesBeside(beside, host.cwd));
  // Files that could not be written would cost all that is measured.
  mistakes.of(() => requirePlaces([...(out === '-' ? [] : [out]), ...beside], host.cwd));
  const yaml = await mistakes.ofAsync(() => readGateText(file, host));
  const { gate: own = null, problems = [] } = yaml === undefined ? {} : readGateFile(yaml, file);
  mistakes.add(problems);
  if (own === null) {
    mistakes.throwIfAny();
    throw new Error('a gate that cannot be read has no mistake');
  }
  // From here on whoever reads the reports that were asked for finds in them what kept it from being judged.
  const canBeReported = mistakes.areNone();
  const soFar = new SoFar(own);
  const measuring = async () => {
    const there = mistakes.of(() => withSides(own, file, host));
    const brought = await mistakes.ofAsync(() => readBrought(own, file, there ?? host));
    // The words of a study are known when it was read.
    if (brought !== undefined) mistakes.of(() => checkWords(own, brought, file, there ?? host));
    mistakes.throwIfAny();
    soFar.brought(brought!.base);
    return judgedGate(own, file, ofUrls, there!, made(there!), beganMs, brought!, soFar);
  };
  const {
    judged,
    end,
    isSaid = false,
  } = await measuring().catch(async (thrown: unknown): Promise<Ended> => {
    const why = ofKeys(thrown, own, file);
    if (!canBeReported || !(why instanceof EnvironmentError || why instanceof UserError)) throw why;
    const judged = await soFar.ended(endingBy(why, own), host.cwd);
    const end = () => {
      if (judged.outcome === 'failed') throw why instanceof UserError ? why : asTyped(why, own);
      return EXIT_CODE[judged.outcome];
    };
    return { judged, end, isSaid: why instanceof UserError };
  });
  const report = { name: basename(file, extname(file)), file, ...judged };
  const unwritten = await writeAll(report, asked!, out, also!, host, isSaid);
  const code = end();
  // A verdict is worth more than a file of it.
  for (const { message } of unwritten) host.err(`${message}\n`);
  return code === EXIT_DONE && unwritten.length > 0 ? EXIT_FAILED : code;
}

interface Ended {
  readonly judged: Judged;
  /** Tells why it ended early, where it did, and answers the exit code or throws what main is to tell. */
  readonly end: () => number;
  /** What main tells of it is all that there is to tell. */
  readonly isSaid?: boolean;
}

/** Plans, measures and judges. */
async function judgedGate(
  own: Gate,
  file: string,
  ofUrls: UrlFlags,
  host: Host,
  drivers: Drivers,
  beganMs: number,
  brought: Brought,
  soFar: SoFar,
): Promise<Ended> {
  const { base } = brought;
  const planned = [own.base, own.head].some(isAsked)
    ? await askedGate(own, file, ofUrls, host, drivers, base)
    : await targetGate(own, file, host, drivers, beganMs, brought);
  const { levels, labels } = planned;
  const measuring = { ...planned, drivers: failingBySide(planned.drivers, levels) };
  soFar.planned([], labels, measuring.notes);
  const { task, usual, planOf, noLink } = measuring;
  const asked = { study: task.study, plan: task.plan, planOf, usual };
  const { rules, ...measurable } = measurableRules(own, measuring, asked, noLink, base === null, file, host);
  const notes = [...measuring.notes, ...sayOverruled(rules)];
  soFar.planned(rules, labels, notes);
  const measured = await measureGate(
    { ...measuring, task: { ...task, ...measurable } },
    rules,
    host,
    base,
    soFar,
  );
  const { run, dir } = measured;
  const input = { ...measured.input, probes: readProbes(dir) };
  const judged = judgeGate(input, rules, base?.record ?? null);
  const ending = endingOfRun(run, rules, levels, own, judged.failures);
  const outcome = outcomeWith(judged, ending, own);
  const report = {
    base: labels[0],
    head: labels[1],
    judged,
    undecided: own.undecided,
    outcome,
    ...ending,
    notes,
    record: relative(host.cwd, dir),
  };
  const end = () => {
    if (outcome !== 'failed') return EXIT_CODE[outcome];
    if (run.status === 'interrupted') {
      // Only a whole run of both sides is judged: what the change is measured beside may be another tomorrow.
      host.err('interrupted: a gate is not gone on with; start it again\n');
      return EXIT_INTERRUPTED;
    }
    const isOver = run.status === 'complete' || ranOutOfTime(run);
    if (!isOver) return sayEndOfRun(run, dir, host);
    for (const line of ending.endedEarly)
      host.err(line.startsWith(TO_MEND) ? `${line}\n` : `a side failed while it was measured: ${line}\n`);
    return EXIT_FAILED;
  };
  return { judged: report, end };
}

/** What is planned for a gate, and how its sides are called. */
interface Measuring extends Sides, Pick<PlannedGate, 'usual' | 'planOf'> {
  readonly task: MeasuringTask;
  /** Why no networks are emulated here; null where they are, or none is asked. */
  readonly noLink: EnvironmentError | null;
  readonly drivers: Drivers;
  /** Base and head for people, without what may be secret. */
  readonly labels: readonly [base: string, head: string];
  /** What is worth knowing of both before anything is measured. */
  readonly notes: readonly string[];
  readonly levels: SideLevels;
}

async function targetGate(
  own: Gate,
  file: string,
  host: Host,
  drivers: Drivers,
  beganMs: number,
  brought: Brought,
): Promise<Measuring> {
  const { base } = brought;
  const planned = await planGate(own, file, host, drivers, brought);
  const { plan, planOf, usual, notes, noLink, lookedMs, isInLittleTime } = planned;
  const study = waitingNoLonger(planned.study, plan, own.rules, null);
  const lateMs = lateAtMost(study, plan, own.rules, null, !isInLittleTime);
  await requireCells(plan, noLink, drivers, OTHER_LEVELS);
  for (const note of notes) host.err(`note: ${note}\n`);
  const elsewhere = foldersElsewhere(plan, host);
  const task = {
    ...freshTask({ study, plan }, linkChoice(), host, null, beganMs + lookedMs),
    lateMs,
    ...(elsewhere !== undefined && { elsewhere }),
  };
  const pairsIn = (cells: readonly PlannedCell[]) =>
    base === null
      ? pairsOfOneRun(cells, sideNames(own), LIKENESS)
      : pairsWithRecord(base, cells, study, false);
  const [ofBase, head] = sideNames(own);
  return {
    task,
    usual,
    planOf,
    noLink,
    drivers,
    pairsIn,
    labels: [labelOf(own.base), labelOf(own.head)],
    notes: [],
    levels: { base: base === null ? ofBase : null, head },
  };
}

async function askedGate(
  own: Gate,
  file: string,
  flags: UrlFlags,
  host: Host,
  made: Drivers,
  base: BaseRecord | null,
): Promise<Measuring> {
  const browser = base?.cells[0]?.factors.browser ?? own.browser;
  const planned = await planAskedGate(
    { ...own, browser },
    file,
    flags,
    host,
    made,
    base?.record.run.study.networks,
  );
  const { plan, planOf, noLink, drivers, servers, warnings, startMs, baseMs, isInLittleTime } = planned;
  const study = waitingNoLonger(planned.study, plan, own.rules, baseMs);
  const lateMs = lateAtMost(study, plan, own.rules, baseMs, !isInLittleTime);
  const names = servers.map(({ name }) => name);
  const labels = servers.map(({ label }) => label);
  return {
    task: { ...freshTask({ study, plan }, linkChoice(), host, null, startMs), lateMs, warnings },
    usual: usualAmong(own.rules, { network: [NO_NETWORK] }),
    planOf,
    noLink,
    drivers,
    answered: new Map(servers.map(({ name, items }) => [name, items])),
    pairsIn: (cells) =>
      base === null
        ? pairsOfOneRun(cells, names, LIKENESS_OF_URLS)
        : pairsWithRecord(base, cells, study, true),
    labels: [labels.length > 1 ? labels[0]! : labelOf(own.base), labels.at(-1)!],
    notes: planned.unlike,
    levels: { base: names.length > 1 ? names[0]! : null, head: names.at(-1)! },
  };
}

function measureGate(
  { task, drivers }: Measuring,
  rules: readonly PlannedRule[],
  host: Host,
  base: BaseRecord | null,
  soFar: SoFar,
): Promise<Measured> {
  const lookAt = base === null ? lookAtRules(rules) : lookAgainstRecord(rules, base.record.run);
  const began = (dir: string) => soFar.began(dir);
  const needs = neededCells(rules, task.plan);
  return measureStudy({ ...task, needs, lookAt, began }, host, drivers);
}

function readGateText(file: string, host: Host): Promise<string> {
  return readStudyText(file, {
    look: (path) => fsReader.look(resolve(host.cwd, path)),
    read: (path) => fsReader.read(resolve(host.cwd, path)),
    nearest: () => null,
  });
}

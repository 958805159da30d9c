// wirefare gate FILE: whether head keeps its rules beside base, measured in one run, interleaved.

import { createReadStream } from 'node:fs';
import { basename, extname, join, relative, resolve } from 'node:path';
import { EnvironmentError, Mistakes, UserError } from '../../base/errors.ts';
import { EXIT_BROKEN, EXIT_DONE, EXIT_UNDECIDED } from '../../base/exit-codes.ts';
import type { Host } from '../../base/host.ts';
import { unknownWord } from '../../base/spelling.ts';
import type { Drivers } from '../../drive/driver.ts';
import { shownUrl } from '../../payload/url/shown-url.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import { BEFORE_COMMAND_MS } from '../../plan/wall-costs.ts';
import { readProbes } from '../../record/read-record.ts';
import { readSamples } from '../../record/read-samples.ts';
import type { RunFile } from '../../record/record.ts';
import { FILES } from '../../record/record-writer.ts';
import { FORMAT_OF_ENDING, GATE_FORMATS, type GateFormat } from '../../report/gate/gate-formats.ts';
import type { GateReport } from '../../report/gate/gate-words.ts';
import { gateText } from '../../report/gate/write-gate.ts';
import { PLAIN_LOOK } from '../../report/report.ts';
import { fsReader } from '../../study/file/fs-reader.ts';
import { readStudyText } from '../../study/file/study-text.ts';
import { type Gate, readGateFile } from '../../study/gate/gate-file.ts';
import { type GateSide, isAsked } from '../../study/gate/gate-sides.ts';
import type { OpenQuestions } from '../../summary/comparisons/open-questions.ts';
import { judgeGate, outcomeOf, type PlannedRule, ranOutOfTime } from '../../summary/gate/judged-rules.ts';
import { summarise } from '../../summary/summarise.ts';
import { sayEndOfRun } from '../run/run.ts';
import { LackingPrograms } from '../study/lacks.ts';
import {
  freshTask,
  type Measured,
  type MeasuringTask,
  measureStudy,
  requireCells,
} from '../study/measure-study.ts';
import { foldersElsewhere } from '../study/record-folders.ts';
import { linkChoice } from '../study/study-options.ts';
import { writeInChunks } from '../surroundings/output-file.ts';
import { stdoutLook } from '../surroundings/record-files.ts';
import { makeDrivers } from '../surroundings/run-context.ts';
import { unknownFlagWord } from '../verb.ts';
import { planAskedGate, type UrlFlags } from './gate-asked.ts';
import { type BaseRecord, pairsWithRecord, readBase } from './gate-record.ts';
import {
  checkWords,
  LIKENESS,
  LIKENESS_OF_URLS,
  ofKeys,
  pairsOfOneRun,
  planGate,
  planRules,
  type Sides,
} from './gate-study.ts';
import { asTyped, sideNames, withSides } from './gate-targets.ts';
import { SideFails } from './started-servers.ts';

export interface GateFlags extends UrlFlags {
  readonly format: string;
  readonly out?: string;
  /** Files that it is written to too, in the formats of their endings. */
  readonly also?: readonly string[];
}

/** `made`: drivers for the host that knows both targets; a test may fake them. */
export async function gate(
  file: string,
  { format, out = '-', also: beside = [], ...ofUrls }: GateFlags,
  host: Host,
  made: (host: Host) => Drivers = makeDrivers,
): Promise<number> {
  const beganMs = host.clock.nowMs() - BEFORE_COMMAND_MS;
  const mistakes = new Mistakes();
  const asked = mistakes.of(() => {
    const known = GATE_FORMATS.find((name) => name === format);
    if (known === undefined) throw unknownFlagWord('--format', 'format', format, GATE_FORMATS);
    return known;
  });
  const also = mistakes.of(() => filesBeside(beside, host.cwd));
  const yaml = await mistakes.ofAsync(() => readGateText(file, host));
  const { gate: parsed = null, problems = [] } = yaml === undefined ? {} : readGateFile(yaml, file);
  mistakes.add(problems);
  const there = parsed === null ? undefined : mistakes.of(() => withSides(parsed, file, host));
  if (parsed !== null) mistakes.of(() => checkWords(parsed, file, there ?? host));
  mistakes.throwIfAny();
  const [own, known] = [parsed!, there!];
  const base = await readBase(own, file, host);
  const judged = await judgedGate(own, file, ofUrls, known, made(known), beganMs, base).catch(
    (thrown: unknown) => {
      if (own.headFails === 'broken' && isOfHead(thrown, own)) return unmeasured(own, thrown);
      throw ofKeys(thrown, own, file);
    },
  );
  if (typeof judged === 'number') return judged;
  const report = { name: basename(file, extname(file)), file, ...judged };
  for (const [path, as] of also!) {
    const text = await gateText(as, report, PLAIN_LOOK);
    await writeInChunks(path, async (write) => write(text));
  }
  const isPrinted = out === '-';
  const text = await gateText(asked!, report, isPrinted ? stdoutLook(host) : PLAIN_LOOK);
  if (isPrinted) host.out(text);
  else {
    const path = resolve(host.cwd, out);
    await writeInChunks(path, async (write) => write(text));
    host.out(`${path}\n`);
  }
  return { kept: EXIT_DONE, broken: EXIT_BROKEN, undecided: EXIT_UNDECIDED }[report.outcome];
}

type Judged = Omit<GateReport, 'name' | 'file'>;

/** Each with its format, which its ending says. */
function filesBeside(also: readonly string[], cwd: string): readonly (readonly [string, GateFormat])[] {
  const problems = also.flatMap((path) =>
    FORMAT_OF_ENDING[extname(path)] === undefined
      ? [unknownWord('--also', 'ending', extname(path), Object.keys(FORMAT_OF_ENDING))]
      : [],
  );
  if (problems.length > 0) throw new UserError(problems);
  return also.map((path) => [resolve(cwd, path), FORMAT_OF_ENDING[extname(path)]!]);
}

/** Plans, measures and judges; an exit code where the run ended early. */
async function judgedGate(
  own: Gate,
  file: string,
  ofUrls: UrlFlags,
  host: Host,
  drivers: Drivers,
  beganMs: number,
  base: BaseRecord | null,
): Promise<Judged | number> {
  const measuring = [own.base, own.head].some(isAsked)
    ? await askedGate(own, file, ofUrls, host, drivers, base)
    : await targetGate(own, file, host, drivers, beganMs, base);
  const rules = planRules(own, measuring, measuring.task.plan.cells, file, host);
  const measured = await measureGate(measuring, rules, own, host, base !== null);
  const { run } = measured;
  if (run.status !== 'complete' && !ranOutOfTime(run)) return sayEndOfRun(run, measured.dir, host);
  const input = { ...measured.input, probes: readProbes(measured.dir) };
  const judged = judgeGate(input, rules, base?.record ?? null);
  const [baseLabel, head] = measuring.labels;
  const record = relative(host.cwd, measured.dir);
  return { base: baseLabel, head, judged, outcome: outcomeOf(judged, own), headFails: [], record };
}

/** Whether head alone is at fault: it does not start, breaks its contract, or answers nothing to measure. */
function isOfHead(thrown: unknown, gate: Gate): thrown is EnvironmentError {
  if (thrown instanceof SideFails) return thrown.side === 'head';
  if (!(thrown instanceof LackingPrograms)) return false;
  const [, head] = sideNames(gate);
  return thrown.lacks.every(({ factor, name, fails }) => factor === 'target' && name === head && fails);
}

/** A gate that asks for it is broken by a head that cannot be measured. */
function unmeasured(own: Gate, thrown: EnvironmentError): Judged {
  const rules = own.rules.map((rule) => ({ rule, verdict: 'undecided', checks: [] }) as const);
  const { message, tried } = asTyped(thrown, own);
  return {
    base: labelOf(own.base),
    head: labelOf(own.head),
    judged: { verdict: 'broken', rules },
    outcome: 'broken',
    headFails: [message, ...tried],
    record: null,
  };
}

/** For people, without what may be secret. */
function labelOf(side: GateSide): string {
  if (side.kind === 'target') return side.typed;
  return side.kind === 'record' ? side.folder : shownUrl(new URL(side.url));
}

/** What is planned for a gate, and how its sides are called. */
interface Measuring extends Sides {
  readonly task: MeasuringTask;
  readonly drivers: Drivers;
  /** Base and head for people, without what may be secret. */
  readonly labels: readonly [base: string, head: string];
}

async function targetGate(
  own: Gate,
  file: string,
  host: Host,
  drivers: Drivers,
  beganMs: number,
  base: BaseRecord | null,
): Promise<Measuring> {
  const { study, plan, notes, noLink, lookedMs } = await planGate(own, file, host, drivers, base);
  await requireCells(plan, noLink, drivers);
  for (const note of notes) host.err(`note: ${note}\n`);
  const elsewhere = foldersElsewhere(plan, host);
  const task = {
    ...freshTask({ study, plan }, linkChoice(), host, null, beganMs + lookedMs),
    ...(elsewhere !== undefined && { elsewhere }),
  };
  const pairsIn = (cells: readonly PlannedCell[]) =>
    base === null
      ? pairsOfOneRun(cells, sideNames(own), LIKENESS)
      : pairsWithRecord(base, cells, study, LIKENESS, false);
  return { task, drivers, pairsIn, labels: [labelOf(own.base), labelOf(own.head)] };
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
  const { study, plan, drivers, servers, warnings, startMs } = await planAskedGate(
    { ...own, browser },
    file,
    flags,
    host,
    made,
  );
  const names = servers.map(({ name }) => name);
  const labels = servers.map(({ label }) => label);
  return {
    task: { ...freshTask({ study, plan }, linkChoice(), host, null, startMs), warnings },
    drivers,
    pairsIn: (cells) =>
      base === null
        ? pairsOfOneRun(cells, names, LIKENESS_OF_URLS)
        : pairsWithRecord(base, cells, study, LIKENESS_OF_URLS, true),
    labels: [labels.length > 1 ? labels[0]! : labelOf(own.base), labels.at(-1)!],
  };
}

function measureGate(
  { task, drivers }: Measuring,
  rules: readonly PlannedRule[],
  own: Gate,
  host: Host,
  isAgainstRecord: boolean,
): Promise<Measured> {
  // Held against another run, a rule is looked at once: when the time is over.
  const lookAt = (run: RunFile, dir: string) =>
    isAgainstRecord ? Promise.resolve(openQuestions(run, rules, rules.length)) : lookAtRules(run, dir, rules);
  return measureStudy({ ...task, needsAll: true, lookAt }, host, drivers).catch((thrown: unknown) => {
    const isOther =
      !(thrown instanceof EnvironmentError) || (own.headFails === 'broken' && isOfHead(thrown, own));
    throw isOther ? thrown : asTyped(thrown, own);
  });
}

/** The run goes on until every rule is decided; what no session more can decide keeps it going no longer. */
async function lookAtRules(run: RunFile, dir: string, rules: readonly PlannedRule[]): Promise<OpenQuestions> {
  const samples = await readSamples(createReadStream(join(dir, FILES.samples)));
  const probes = readProbes(dir);
  const judged = judgeGate({ run, samples, probes, summary: summarise(run, samples, probes) }, rules);
  const open = judged.rules.filter(
    ({ verdict, checks }) => verdict === 'undecided' && checks.some(({ moreTimeHelps }) => moreTimeHelps),
  );
  return openQuestions(run, rules, open.length);
}

function openQuestions({ plan }: RunFile, rules: readonly PlannedRule[], open: number): OpenQuestions {
  return {
    asked: rules.length,
    open,
    neededCells: new Set(plan.cells.map(({ id }) => id)),
    withinVariances: new Map(),
    widest: null,
  };
}

function readGateText(file: string, host: Host): Promise<string> {
  return readStudyText(file, {
    look: (path) => fsReader.look(resolve(host.cwd, path)),
    read: (path) => fsReader.read(resolve(host.cwd, path)),
    nearest: () => null,
  });
}

// Before a session measures: which of its cells the agent can run, and whether each ends with the right
// objects.

import type { Clock } from '../../../base/clock.ts';
import { callForDataset } from '../../../data/calls.ts';
import { DATASET_NAMES } from '../../../data/catalogue.ts';
import type { RunningTarget } from '../../../drive/driver.ts';
import { type Cell, isSequence } from '../../../factors/cell.ts';
import { NO_CODEC } from '../../../factors/codec.ts';
import { isAsItComes, spellCompression } from '../../../factors/compression.ts';
import { whyNotSpoken } from '../../../factors/target.ts';
import type { PlannedCell } from '../../../plan/plan.ts';
import type { CheckedCell } from '../../../record/record.ts';
import type { PayloadRef } from '../../../study/study.ts';
import type { CellSpec, Registration } from '../../../wire/agent-protocol.ts';
import { EXCEPTIONS, isExcepted } from '../../../wire/exceptions.ts';
import { TOO_LATE } from '../../../wire/sample.ts';
import { isOfOneLength, needsDictionary } from '../../../wire/target-contract.ts';
import type { AgentDesk } from '../../agents/agent-desk.ts';
import { type Answers, FAILURES_ENOUGH } from '../answers.ts';
import { placeOfDifference } from '../blocks/compared-answers.ts';
import { whyNotTheCheck } from '../post-asked-for.ts';
import { type SessionGuard, SessionTrouble } from '../session-guard.ts';
import { addressOf, type SessionPlaces, targetOf } from '../session-places.ts';
import { likenessForCheck } from './alike-cells.ts';
import type { SequenceSurroundings } from './cell-sequence.ts';
import { cellSpec } from './cell-spec.ts';
import type { HeadOf } from './header-bytes.ts';
import { lackingForMessages } from './lacking-for-messages.ts';

/** What agent and target have for a cell, by what they say of themselves. */
export interface Offered {
  readonly offered: readonly { readonly cell: PlannedCell; readonly spec: CellSpec }[];
  readonly dropped: Checked['dropped'];
}

export interface Checked {
  readonly runnable: readonly CellSpec[];
  readonly checks: readonly CheckedCell[];
  readonly dropped: readonly { readonly cell: string; readonly reason: string }[];
  /** Why the session cannot go on, where a target of a run that has to end in its time answers nothing. */
  readonly trouble: SessionTrouble | null;
}

/** Leaves out what agent or target do not have, and says which and why. */
export async function whatIsOffered(
  cells: readonly PlannedCell[],
  targets: readonly RunningTarget[],
  registration: Registration,
  session: {
    readonly guard: SessionGuard;
    readonly places: SessionPlaces;
    readonly payloads: readonly PayloadRef[];
    readonly sequences: SequenceSurroundings;
  },
): Promise<Offered> {
  const { guard, places, payloads, sequences } = session;
  const offered: { cell: PlannedCell; spec: CellSpec }[] = [];
  const dropped: { cell: string; reason: string }[] = [];
  for (const cell of cells) {
    const target = targetOf(cell.factors, targets);
    const lacking = whyNotRunnable(cell, target, registration);
    if (lacking !== null) {
      dropped.push({ cell: cell.id, reason: lacking });
      continue;
    }
    const spec = cellSpec(cell, await guard.wait(addressOf(cell, places, target)), payloads, sequences);
    if (canCompress(target, spec)) offered.push({ cell, spec });
    else {
      const reason = `target ${target.name} does not have ${spellCompression(cell.factors.compression)}`;
      dropped.push({ cell: cell.id, reason });
    }
  }
  return { offered, dropped };
}

/**
 * Leaves out what does not decode to the original, too. Of cells that are alike the first is checked, and the
 * others have its check. A target that hangs is asked no more once that ends the session.
 */
export async function checkAll(
  { offered, dropped: lacking }: Offered,
  targets: readonly RunningTarget[],
  session: {
    readonly desk: AgentDesk;
    readonly guard: SessionGuard;
    readonly clock: Pick<Clock, 'nowMs'>;
    readonly answers: Answers;
    readonly headOf: HeadOf;
  },
): Promise<Checked> {
  const { desk, guard, clock, answers, headOf } = session;
  const dropped = [...lacking];
  const checks: CheckedCell[] = [];
  const runnable: CellSpec[] = [];
  const checked = new Map<string, CheckedCell>();
  /** Targets of which some cell was answered, with the right objects or not. */
  const answering = new Set<string>();
  let trouble: SessionTrouble | null = null;
  for (const { cell, spec } of offered) {
    const { target } = cell.factors;
    trouble ??= answers.whyOver();
    if (!answering.has(target) && answers.hangs(target, FAILURES_ENOUGH))
      trouble ??= answers.whyWithout(target);
    if (trouble !== null) {
      dropped.push({ cell: spec.cell, reason: `it was not checked: ${trouble.message}` });
      continue;
    }
    const likeness = likenessForCheck(cell, spec.compression);
    const check = checked.get(likeness) ?? (await checkOne(spec, targetOf(cell.factors, targets)));
    checked.set(likeness, check);
    checks.push({ ...check, cell: spec.cell });
    if (check.difference === null)
      runnable.push(check.changed === undefined ? spec : { ...spec, changes: true });
    else dropped.push({ cell: spec.cell, reason: check.difference });
    if (!answers.hangs(target)) answering.add(target);
  }
  for (const { factors } of offered.map(({ cell }) => cell))
    if (!answering.has(factors.target)) trouble ??= answers.whyWithout(factors.target);
  return { runnable, checks, dropped, trouble };

  async function checkOne(spec: CellSpec, target: RunningTarget, isRepeat = false): Promise<CheckedCell> {
    const withinMs = answers.withinMs();
    const askedMs = clock.nowMs();
    const posted = await guard.wait(desk.check({ kind: 'check', cells: [spec], timeoutMs: withinMs }));
    const tookMs = clock.nowMs() - askedMs;
    guard.heard();
    const wrong = whyNotTheCheck(spec.cell, posted);
    if (wrong !== null) throw new SessionTrouble(`the agent posted ${wrong}`);
    const { failed = false, ...check } = posted[0]!;
    const { difference } = check;
    // The gaps of a cell that has some may be longer than any exchange may take.
    const isLate =
      difference !== null && (spec.leastGapMs === undefined ? tookMs >= withinMs : difference === TOO_LATE);
    if (isLate) answers.late(target.name, tookMs, spec.cell);
    else answers.came(target.name, tookMs);
    const mayPass = difference !== null && !isLate && isAsItComes(spec.compression);
    // A stumble of somebody's server says nothing of what it answers.
    if (mayPass && failed && !isRepeat) return checkOne(spec, target, true);
    if (mayPass && !failed && spec.changes !== true) {
      const again = await checkOne({ ...spec, changes: true }, target);
      return again.difference === null ? { ...again, changed: placeOfDifference(difference) } : again;
    }
    const hasHead = difference === null && spec.sequence === null;
    if (!hasHead) return { ...check, bytesHeaders: 0 };
    const { bytes: bytesHeaders, hasLength } = await guard.wait(headOf(spec, target, answers.withinMs()));
    return { ...check, bytesHeaders, ...(!hasLength && { withoutLength: true }) };
  }
}

/** What the agent or the target does not have for it; null where nothing is lacking. */
function whyNotRunnable(
  { factors }: PlannedCell,
  target: RunningTarget,
  registration: Registration,
): string | null {
  const { codecs, workerCodecs, protocols, engine } = registration;
  if (isSequence(factors)) return lackingForMessages(factors, target, registration);
  const { dataset, protocol } = factors;
  const codec = `${factors.format}/${factors.codec}`;
  const isDecoded = factors.codec !== NO_CODEC;
  if (isDecoded && !codecs.includes(codec)) return `${engine} cannot run the codec ${codec}`;
  if (isDecoded && factors.thread === 'worker' && workerCodecs?.includes(codec) !== true)
    return whyNotInWorker(factors, registration);
  if (!protocols.includes(protocol)) return `${engine} does not speak ${protocol}`;
  if (!(target.about.features.protocols ?? ['http1']).includes(protocol))
    return whyNotSpoken(target.name, protocol);
  if (factors.connection === 'cold' && isExcepted(target.about, protocol, 'no-goaway'))
    return `target ${target.name} ${EXCEPTIONS['no-goaway'].does}: it has no cold exchanges over ${protocol}`;
  if (factors.kind === 'call') return whyNotCallable(factors, target);
  return serves(target, dataset)
    ? otherLength(factors, target)
    : `target ${target.name} does not serve ${dataset}: ${insteadOf(dataset, target)}`;
}

/** Where the target does not resample a list of somebody's own. */
function otherLength({ dataset, n }: Cell, { name, about }: RunningTarget): string | null {
  if (!isOfOneLength(about, dataset)) return null;
  const own = about.features.payloads?.find((each) => each.name === dataset);
  if (own?.shape !== 'list' || own.count === n) return null;
  return `target ${name} serves ${dataset} as it is, and does not make ${n} records of its ${own.count}: take n ${own.count}`;
}

function whyNotInWorker({ format, codec }: Cell, { engine, workerCodecs }: Registration): string {
  if (workerCodecs === undefined) return `${engine} runs nothing in a worker`;
  const instead = workerCodecs.filter((each) => each.startsWith(`${format}/`));
  const advice = instead.length === 0 ? '' : `: take ${instead.join(' or ')}`;
  return `${format}/${codec} needs the DOM, and a worker has none${advice}`;
}

function insteadOf(dataset: string, { about }: RunningTarget): string {
  if (!DATASET_NAMES.includes(dataset)) return 'it takes no data of one’s own';
  const { datasets } = about.features;
  return datasets.length === 0 ? 'it has no datasets' : `it has ${datasets.join(', ')}`;
}

function whyNotCallable({ dataset, format, encoder }: Cell, { name, about }: RunningTarget): string | null {
  const { calls } = about.features;
  if (calls === undefined) return `target ${name} answers no calls`;
  const { operation } = callForDataset(dataset)!;
  if (!calls.operations.includes(operation)) return `target ${name} does not have the operation ${operation}`;
  const encoders = calls.formats[format];
  if (encoders === undefined) return `target ${name} answers no calls in ${format}`;
  return encoders.includes(encoder)
    ? null
    : `target ${name} answers ${format} by ${encoders.join(' or ')}, not by ${encoder}`;
}

function serves({ about: { features } }: RunningTarget, dataset: string): boolean {
  return (
    features.datasets.includes(dataset) || (features.payloads ?? []).some(({ name }) => name === dataset)
  );
}

/** `none` every target has; what needs a dictionary stands beside the data that have one. */
function canCompress({ about }: RunningTarget, { compression, level, dataset, sequence }: CellSpec): boolean {
  // Of messages it was asked before.
  if (compression === 'none' || sequence !== null) return true;
  const { compressions, payloads = [] } = about.features;
  const own = payloads.find(({ name }) => name === dataset);
  const levels = needsDictionary(compression) ? own?.dictionary?.[compression] : compressions[compression];
  return levels !== undefined && (level === null ? levels.length === 0 : levels.includes(level));
}

export function sayReasons(dropped: Checked['dropped']): string {
  return [...new Set(dropped.map((one) => one.reason))].slice(0, 3).join('; ');
}

// A place between what was measured, as the sliders of a report have it: what is measured there, and how far
// the prediction was from it.

import { UserError } from '../../base/errors.ts';
import { threeDigits } from '../../base/figures/numbers.ts';
import { count } from '../../base/figures/plurals.ts';
import { type Interval, isKnown } from '../../base/figures/ratios.ts';
import { quoted } from '../../base/spelling.ts';
import { hostFacts } from '../../drive/machine/host-facts.ts';
import { isElsewhere } from '../../factors/browser.ts';
import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import { type Cell, type RequestCell, wordOf } from '../../factors/cell.ts';
import { type WhatIfTime, whatIfTime } from '../../model/choices/what-if.ts';
import type { Plan } from '../../plan/plan.ts';
import { sayMachineDiffers } from '../../record/machines.ts';
import type { HostFacts, RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { payloadsNamedBy } from '../../study/cells/keep-cells.ts';
import type { CellFilter, Study } from '../../study/study.ts';
import { decisionsFor } from '../../summary/predicted/decisions.ts';
import { neverPredicted } from '../../summary/predicted/record-model.ts';
import { wayKey } from '../../summary/predicted/ways.ts';
import type { Summary } from '../../summary/summary.ts';
import type { RunResult } from '../../ui/jobs/run-result.ts';
import type { Point } from '../../ui/studies/asked.ts';
import { typedNetwork } from '../advise/typed-network.ts';

export interface PointStudy {
  readonly study: Study;
  /** By `wayKey`, what the record's model says of it; absent: nothing. */
  readonly predicted: ReadonlyMap<string, WhatIfTime>;
  /** Its ways, the quickest by what is predicted first; those of which nothing is said last. */
  readonly ranked: readonly RequestCell[];
}

const NETWORK = 'point';
const BUDGET_MS = 120_000;
const NOT_MEASURED = 'not measured';

/** Throws a UserError where the record's run.json says already that there is no such point. */
export function requirePoint(run: RunFile, { record, mbits, rttMs, n }: Point): void {
  const areFigures = [mbits, rttMs, n].every((value) => Number.isFinite(value) && value > 0);
  if (!areFigures)
    throw wrong(record, 'is asked for a point without bandwidth, round trip or number of objects');
  networkTyped(mbits, rttMs);
  const never = neverPredicted(run);
  if (never !== null) throw wrong(record, `predicts nothing: ${never}`);
  requireOwnNetwork(
    record,
    run.plan.cells.map(({ factors }) => factors),
  );
}

function requireOwnNetwork(record: string, cells: readonly Cell[]): void {
  if (cells.some(({ browser }) => !isElsewhere(browser))) return;
  const what = 'is of browsers that come over networks of their own, which no lab can set';
  throw wrong(record, `${what}: none of its points can be measured`);
}

/** Throws a UserError where there is no such point, or the record predicts nothing. */
export function pointStudy(run: RunFile, samples: SampleTable, point: Point, seed: number): PointStudy {
  requirePoint(run, point);
  const { record, group, mbits, rttMs, n } = point;
  const decisions = decisionsFor(run, samples);
  if ('reasons' in decisions) throw wrong(record, `predicts nothing: ${decisions.reasons.join('; ')}`);
  const decision = decisions[group];
  if (decision === undefined) throw wrong(record, `has no choice number ${quoted(group)}`);
  const { ways, notOffered, whatIf } = decision;
  requireOwnNetwork(record, ways);
  const at = whatIf.ns.indexOf(n);
  if (at < 0) throw wrong(record, `says nothing of ${count(n, 'object')}`);
  const network = networkTyped(mbits, rttMs);
  const placed = (way: RequestCell): RequestCell => ({ ...way, n, network: NETWORK });
  const told = ways.flatMap((way, i) => {
    const row = whatIf.rows[i]?.[at] ?? null;
    return row === null ? [] : [{ way, time: whatIfTime(row, whatIf, network) }];
  });
  const quickest = told.toSorted((a, b) => a.time.totalMs - b.time.totalMs).map(({ way }) => way);
  const ranked = [...quickest, ...ways.filter((way) => !quickest.includes(way))].map(placed);
  // What a browser does not ask for there is planned too: the plan skips it, and says why.
  const cells = [...ways, ...notOffered.map(({ factors }) => factors)].map(placed);
  return {
    study: studyAt(run.study, cells, ranked, network, seed, point),
    predicted: new Map(told.map(({ way, time }) => [wayKey(way), time])),
    ranked,
  };
}

function wrong(record: string, what: string): UserError {
  return new UserError([{ file: record, path: '', what }]);
}

function networkTyped(mbits: number, rttMs: number) {
  const problems: ConstructorParameters<typeof UserError>[0][number][] = [];
  const network = typedNetwork('point', `${NETWORK}=${mbits}mbit/${rttMs}ms`, problems);
  if (network === null) throw new UserError(problems);
  return network;
}

function studyAt(
  before: Study,
  cells: readonly RequestCell[],
  ranked: readonly RequestCell[],
  network: ReturnType<typeof networkTyped>,
  seed: number,
  { record, mbits, rttMs, n }: Point,
): Study {
  const { twin: _, design: __, interleave: ___, ...protocol } = before.protocol;
  const place = `n = ${n}, over ${mbits} Mbit/s and ${rttMs} ms`;
  return {
    name: `${before.name}-point`,
    title: `A point of ${record}: ${place}`,
    question: `Which way is the quickest at ${place}?`,
    source: null,
    standIns: [],
    parts: [{ name: NETWORK, title: place, cells }],
    networks: [network],
    payloads: payloadsNamedBy(cells, before.payloads),
    protocol: { ...protocol, sessions: null, budgetMs: BUDGET_MS, published: null, seed },
    comparisons: againstFirst(ranked, cells),
    claims: [],
  };
}

/**
 * The study as it is where the way that is best by what is predicted can be measured here; else the others
 * are held against the best of those that can.
 */
export function againstBest(
  study: Study,
  { ranked }: Pick<PointStudy, 'ranked'>,
  { cells }: Pick<Plan, 'cells'>,
): Study {
  const able = new Set(cells.flatMap(({ factors, skip }) => (skip === null ? [wayKey(factors)] : [])));
  const left = ranked.filter((way) => able.has(wayKey(way)));
  if (left[0] === ranked[0]) return study;
  const planned = study.parts.flatMap((part) => part.cells);
  return { ...study, comparisons: againstFirst(left, planned) };
}

function againstFirst(ranked: readonly RequestCell[], cells: readonly Cell[]): Study['comparisons'] {
  const [best] = ranked;
  return best === undefined || ranked.length < 2 ? [] : [{ against: filterOf(best, cells) }];
}

/** What tells it from the others. */
function filterOf(cell: Cell, cells: readonly Cell[]): CellFilter {
  const words = (name: (typeof FACTOR_NAMES)[number]) => new Set(cells.map((each) => wordOf(each, name)));
  const telling = FACTOR_NAMES.filter((name) => words(name).size > 1);
  return Object.fromEntries(telling.map((name) => [name, [wordOf(cell, name)]])) as CellFilter;
}

/** Of a record of another machine than this one, in what they differ; null of one of this machine. */
export function sayOtherMachine(
  record: string,
  { host }: Pick<RunFile, 'host'>,
  here: HostFacts = hostFacts(),
): string | null {
  const differing = sayMachineDiffers(host, here);
  if (differing.length === 0) return null;
  return `${record} was measured on another machine (${differing.join('; ')}), and what it predicts is of that one`;
}

/**
 * Beside what was measured, what had been predicted of it; of what was not measured, why. `otherMachine`: as
 * `sayOtherMachine` has it.
 */
export function predictedBeside(
  { cells }: Summary,
  { predicted }: Pick<PointStudy, 'predicted'>,
  otherMachine: string | null,
): RunResult['tables'][number] {
  const ordinary = cells.filter(({ twinOf }) => twinOf === null);
  const rows = ordinary.map(({ id, factors, totalMs, reason }) => {
    const time = predicted.get(wayKey(factors));
    const foretold = time === undefined ? '–' : sayInterval(time.totalMs, time.interval);
    if (totalMs === null)
      return [id, foretold, '–', reason === '' ? NOT_MEASURED : `${NOT_MEASURED}: ${reason}`];
    const whether =
      otherMachine === null ? sayWhetherMeet(time?.interval, totalMs.interval) : 'not comparable';
    return [id, foretold, sayInterval(totalMs.median, totalMs.interval), whether];
  });
  return {
    title: 'Predicted and measured, ms',
    columns: [
      { title: 'way', align: 'left' },
      { title: 'predicted', align: 'right' },
      { title: 'measured', align: 'right' },
      { title: 'intervals meet', align: 'left' },
    ],
    rows,
    notes: otherMachine === null ? [] : [`${otherMachine}: it is not held against what came out here.`],
  };
}

function sayInterval(middle: number, interval: Interval): string {
  const within = isKnown(interval) ? interval.map(threeDigits).join(', ') : 'unknown';
  return `${threeDigits(middle)} [${within}]`;
}

/** One that nobody knows reaches everywhere, and would meet any. */
function sayWhetherMeet(one: Interval | undefined, other: Interval): string {
  if (one === undefined) return 'nothing was predicted';
  if (!isKnown(one) || !isKnown(other)) return 'unknown';
  return one[0] <= other[1] && other[0] <= one[1] ? 'yes' : 'no';
}

// Records held against one another, cell by cell. Cells of two records never shared a session, so a
// difference has all of it: what sessions differ by, which their own intervals know, and what runs differ by
// beyond that, which no single run can know.

import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import { wordOf } from '../../factors/cell.ts';
import { isEvident, PHASES } from '../../items/items.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { ProbeRow, RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { familyLevel } from '../../stats/answers/family.ts';
import { answerOf } from '../../stats/answers/verdict.ts';
import { confidenceInterval, type Estimate, sumOfIndependent } from '../../stats/estimates/estimate.ts';
import { isModelled } from '../bill/modelled-cells.ts';
import { contrasted, NO_SPREADS } from '../comparisons/contrast.ts';
import { type RunTimes, runTimes } from '../samples/cell-times.ts';
import { countedSamples } from '../samples/counted-samples.ts';
import { type MetricTimes, metricTimes, timedAlike } from '../samples/metric-times.ts';
import { waitTimes } from '../samples/wait-times.ts';
import type { CellSummary, Summary } from '../summary.ts';
import { waitOf } from '../urls/what-if.ts';
import { differingConditions, groundOf } from './grounds.ts';
import { matchCells } from './matched-cells.ts';
import type {
  AgainstFirst,
  BytesDifference,
  CellDifference,
  FailedOf,
  Ground,
  ItemDifference,
  RecordShown,
  RecordsCompared,
  TimesDifference,
  TotalDifference,
  Withheld,
} from './records-compared.ts';

/**
 * What a cell's level differs by from one run to another beyond its sessions, as the log of a ratio: 24 cells
 * that two runs measured were 8.1 % apart in the median (docs/decisions/012-predicting.md), which is 0.674 of
 * a standard deviation.
 */
export const BETWEEN_RUNS: Estimate = { log: 0, standardError: 0.12, degreesOfFreedom: 23 };

export interface RecordGiven {
  readonly name: string;
  readonly run: RunFile;
  readonly samples: SampleTable;
  readonly probes: readonly ProbeRow[];
  readonly summary: Summary;
}

/** Two or more. */
export function compareRecords(given: readonly RecordGiven[]): RecordsCompared {
  const [first, ...others] = given.map(measured) as [Measured, ...Measured[]];
  const { margin, precision, confidence } = first.summary;
  return {
    records: [first, ...others].map(shown),
    against: others.map((other) => againstFirst(first, other, others.length)),
    margin,
    precision,
    confidence,
  };
}

interface Measured extends RecordGiven {
  readonly times: RunTimes;
  readonly timesFor: MetricTimes;
  readonly cells: readonly PlannedCell[];
  readonly summaries: ReadonlyMap<string, CellSummary>;
}

function measured(given: RecordGiven): Measured {
  const { run, samples, probes, summary } = given;
  const times = waitTimes(run, runTimes(run, countedSamples(run, samples)));
  return {
    ...given,
    times,
    timesFor: metricTimes(run, times, probes, null),
    cells: [...times.cells.values()].map(({ cell }) => cell).filter(({ twinOf }) => twinOf === null),
    summaries: new Map(summary.cells.map((cell) => [cell.id, cell])),
  };
}

function shown({ name, run, summary, cells }: Measured): RecordShown {
  const { study, startedAt } = run;
  return { name, study: study.name, startedAt, sessions: summary.sessions.complete, cells: cells.length };
}

function againstFirst(first: Measured, other: Measured, others: number): AgainstFirst {
  const ground = groundOf(first.run, other.run);
  const [own, theirs] = [first, other].map(({ run, cells }) => ({ study: run.study, cells }));
  const { pairs, onlyInFirst, onlyInOther, setAside } = matchCells(own!, theirs!);
  const items = new Map(pairs.map((pair) => [pair, itemsOf(first, other, pair.first, pair.other)]));
  // Verdicts are of totals, so items may not make them any wider.
  const compared = pairs.filter((pair) => !isModelBesidePackets(first, pair.first, other, pair.other));
  const family = compared.length * others;
  const itemFamily = [...items.values()].flat().filter(({ one, two }) => one && two).length * others;
  const [ofTotals, ofItems] = [family, itemFamily].map((size) => ({
    ground,
    alpha: familyLevel(1 - first.summary.confidence, size),
  }));
  return {
    record: other.name,
    ground,
    differs: differingConditions(first.run, other.run),
    setAside,
    family,
    itemFamily,
    cells: pairs.map((pair) => ({
      ...cellDifference({ first, other, ...ofTotals! }, pair.first, pair.other),
      items: items
        .get(pair)!
        .map(({ one, two, ...item }) => ({ ...item, ...difference(ofItems!, one, two) })),
    })),
    onlyInFirst: onlyInFirst.map((cell) => nameBeside(cell, onlyInOther)),
    onlyInOther: onlyInOther.map((cell) => nameBeside(cell, onlyInFirst)),
  };
}

/**
 * Its id; where the other record has another cell under the same one, with what they differ by: ids leave out
 * what all cells of a record have in common. `protobuf br-5 (protobuf-es)`.
 */
function nameBeside({ id, factors }: PlannedCell, others: readonly PlannedCell[]): string {
  const namesake = others.find((other) => other.id === id);
  if (namesake === undefined) return id;
  const differing = FACTOR_NAMES.map((name) => wordOf(factors, name)).filter(
    (word, i) => word !== wordOf(namesake.factors, FACTOR_NAMES[i]!),
  );
  return differing.length === 0 ? id : `${id} (${differing.join(', ')})`;
}

/** What TCP's arithmetic says of a network is never held against what packets took. */
function isModelBesidePackets(
  first: Measured,
  own: Pick<PlannedCell, 'factors'>,
  other: Measured,
  theirs: Pick<PlannedCell, 'factors'>,
): boolean {
  return isModelled(first.run, own) !== isModelled(other.run, theirs);
}

interface Judged {
  readonly first: Measured;
  readonly other: Measured;
  readonly ground: Ground;
  readonly alpha: number;
}

function cellDifference(
  judged: Judged,
  own: PlannedCell,
  theirs: PlannedCell,
): Omit<CellDifference, 'items'> {
  const [a, b] = [judged.first.summaries.get(own.id)!, judged.other.summaries.get(theirs.id)!];
  return {
    id: own.id,
    otherId: theirs.id,
    factors: own.factors,
    total: totalDifference(judged, a, b),
    bytes: bytesDifference(a, b),
    failed: a.failures + b.failures === 0 ? null : { first: failedOf(a), other: failedOf(b) },
  };
}

function failedOf({ exchanges, failures }: CellSummary): FailedOf {
  return { failed: failures, exchanges: exchanges + failures };
}

function totalDifference(judged: Judged, a: CellSummary, b: CellSummary): TotalDifference {
  const { first, other } = judged;
  const found = isModelBesidePackets(first, a, other, b)
    ? { ratio: null, interval: null }
    : difference(judged, estimateIn(first.times, a.id), estimateIn(other.times, b.id));
  const times = { firstMs: waitOf(a), otherMs: waitOf(b), ...found };
  const withheld = whyWithheld(judged, a, b);
  if (withheld !== null || found.interval === null) return { ...times, verdict: null, withheld };
  const [low, high] = found.interval;
  const { margin, precision } = first.summary;
  // `answerOf` is about the one below the line of the ratio.
  const verdict = answerOf([1 / high, 1 / low], { margin, precision });
  return { ...times, verdict, withheld: null };
}

function whyWithheld({ first, other, ground }: Judged, a: CellSummary, b: CellSummary): Withheld | null {
  if (ground === 'other machine') return 'machine';
  if (isModelBesidePackets(first, a, other, b)) return 'model';
  if (ground === 'other day') return 'day';
  if (Math.min(a.sessions, b.sessions) < FEWEST_SESSIONS) return 'sessions';
  const isAlarmed = ({ summary }: Measured, id: string) =>
    summary.twinAlarms.some(({ cells }) => cells.includes(id));
  return isAlarmed(first, a.id) || isAlarmed(other, b.id) ? 'twin' : null;
}

/** An item of the bill in both records, and its levels where both have one that can be told. */
interface ItemBeside extends Omit<ItemDifference, 'ratio' | 'interval'> {
  readonly one: Estimate | null;
  readonly two: Estimate | null;
}

function itemsOf(first: Measured, other: Measured, own: PlannedCell, theirs: PlannedCell): ItemBeside[] {
  const [a, b] = [first.summaries.get(own.id)!, other.summaries.get(theirs.id)!];
  const isTold = !isModelBesidePackets(first, own, other, theirs);
  return PHASES.flatMap((phase): readonly ItemBeside[] => {
    const [firstMs, otherMs] = [a.phases[phase] ?? null, b.phases[phase] ?? null];
    if (firstMs === null && otherMs === null) return [];
    if (!isEvident(phase)) return [{ phase, firstMs, otherMs, one: null, two: null }];
    const [one, two] = timedAlike(phase, [
      { timesFor: first.timesFor, cell: a.id },
      { timesFor: other.timesFor, cell: b.id },
    ]);
    const means = { firstMs: one.meanMs ?? firstMs, otherMs: two.meanMs ?? otherMs };
    if (!isTold) return [{ phase, ...means, one: null, two: null }];
    return [{ phase, ...means, one: estimateIn(one.times, a.id), two: estimateIn(two.times, b.id) }];
  });
}

/** Of a cell by itself: the level of its sessions, and how far that may be off. */
export function estimateIn(times: RunTimes, cell: string): Estimate | null {
  return contrasted(times, [{ cell, weight: 1 }], NO_SPREADS)?.estimate ?? null;
}

/** `alpha`: of one interval. */
export function difference(
  { ground, alpha }: { readonly ground: Ground; readonly alpha: number },
  first: Estimate | null,
  other: Estimate | null,
): Pick<TimesDifference, 'ratio' | 'interval'> {
  if (ground === 'other machine' || first === null || other === null) return { ratio: null, interval: null };
  const sides = [other, { ...first, log: -first.log }];
  const ofRuns = confidenceInterval(sumOfIndependent([...sides, BETWEEN_RUNS]), alpha);
  // The degrees of freedom of what is known better must not make it narrower than sessions alone do.
  const ofSessions = confidenceInterval(sumOfIndependent(sides), alpha);
  return {
    ratio: Math.exp(other.log - first.log),
    interval: [Math.min(ofRuns[0], ofSessions[0]), Math.max(ofRuns[1], ofSessions[1])],
  };
}

function bytesDifference(a: CellSummary, b: CellSummary): BytesDifference | null {
  return a.bytes === null || b.bytes === null ? null : { first: a.bytes.encoded, other: b.bytes.encoded };
}

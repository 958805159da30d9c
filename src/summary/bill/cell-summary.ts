// A planned cell → its figures, or why it has none.

import type { Interval } from '../../base/figures/ratios.ts';
import { isSequence } from '../../factors/cell.ts';
import { DONE_BY } from '../../factors/procedure.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import { whySkipped } from '../../plan/sessions/leave-out.ts';
import type { ProbeRow, RunFile } from '../../record/record.ts';
import {
  confidenceInterval,
  estimateOfClusteredMean,
  withSystematic,
} from '../../stats/estimates/estimate.ts';
import { countOutliers } from '../../stats/samples/outliers.ts';
import { mean, quantileOfSorted, sorted } from '../../stats/samples/quantile.ts';
import { ownPayload } from '../../study/study.ts';
import type { PublishedProtocol } from '../claims/published-protocol.ts';
import { contrast } from '../comparisons/contrast.ts';
import { meanBytes } from '../samples/bytes.ts';
import { type CellTimes, clusterOfRow, type RunTimes } from '../samples/cell-times.ts';
import { clockVarianceOfMean, coarsestStepMs } from '../samples/clock-variance.ts';
import type { CellSamples } from '../samples/counted-samples.ts';
import type { CellSummary, FirstUse, TotalMs } from '../summary.ts';
import { accountedInterval } from './accounted.ts';
import type { CellBill } from './cell-bill.ts';
import type { EmptyExchanges } from './empty-exchanges.ts';
import { firstPacketMs } from './first-packet.ts';
import { messageSummary } from './message-summary.ts';
import { modelledHandshakeMs } from './modelled-handshake.ts';
import { requestBill, type TimingOf } from './request-bill.ts';
import { sequenceBill } from './sequence-bill.ts';
import { isStreamedCell, withoutCompress } from './streamed.ts';

type ExchangeBytes = NonNullable<CellSummary['bytes']>;

/** Where a cell lies, as if it had been in all sessions. */
export interface Levels {
  /** Logarithm of its median total. */
  readonly logTotal: (cell: string) => number;
  /** What users of a URL wait for; null where no front stands before the cell's server. */
  readonly waitMs: (cell: string) => number | null;
}

export function cellSummary(
  run: RunFile,
  times: RunTimes,
  levels: Levels,
  empty: EmptyExchanges,
  published: PublishedProtocol,
  firstUse: ReadonlyMap<string, FirstUse>,
  probes: readonly ProbeRow[],
  cell: PlannedCell,
): CellSummary {
  const found = times.cells.get(cell.id);
  if (found === undefined) return unmeasured(run, times, cell);
  const totals = times.counted.totalsMs(found.samples.rows);
  const ascending = sorted(totals);
  const bytes = meanBytes(times.counted, cell, found.samples);
  const billOf = (samples: CellSamples, by: readonly ProbeRow[]) =>
    cellBill(run, times, empty, by, cell, samples, bytes);
  const whole = billOf(found.samples, probes);
  const accounted = accountedInterval(run, times, probes, found.samples, whole, billOf);
  const { intervals, ...bill } = whole;
  const total = totalMs(run, times, found, levels.logTotal(cell.id), ascending);
  const waitMs = levels.waitMs(cell.id);
  const messages = messageSummary(times.counted, cell, found.samples, total);
  return {
    ...identity(cell),
    status: 'measured',
    reason: '',
    exchanges: totals.length,
    failures: found.samples.failures,
    sessions: found.samples.sessions.length,
    totalMs: total,
    ...(waitMs !== null && { waitMs }),
    ...bill,
    ...(accounted !== null && { accountedInterval: accounted }),
    ...(Object.keys(intervals).length > 0 && { intervals }),
    bytes,
    published: published.of(cell.id),
    outliers: countOutliers(ascending),
    ...(firstUse.has(cell.id) && { firstUse: firstUse.get(cell.id)! }),
    ...(messages !== null && { messages }),
    ...(isStreamedCell(run, cell) && { streamed: true as const }),
  };
}

/**
 * The bill of these samples of the cell: all of them, or a part of them, which is not asked whether it can
 * tell what is hidden: that is said of all together. `timing`: as `requestBill` takes it.
 */
export function cellBill(
  run: RunFile,
  times: RunTimes,
  empty: EmptyExchanges,
  probes: readonly ProbeRow[],
  cell: PlannedCell,
  samples: CellSamples,
  bytes: ExchangeBytes,
  isPart = false,
  timing?: TimingOf,
): CellBill {
  if (isSequence(cell.factors)) return sequenceBill(cell.factors, samples, times.counted.table);
  const clock = {
    stepMs: coarsestStepMs(times.counted, samples),
    alpha: 1 - run.study.protocol.confidence,
    mayBeUntold: !isPart,
    ...(timing !== undefined && { timing }),
  };
  const { networks, payloads } = run.study;
  const url = ownPayload(cell.factors, payloads)?.url;
  const bill = requestBill(cell, samples, times.counted.table, empty, probes, clock, {
    handshakeMs: modelledHandshakeMs(run, cell),
    firstPacketMs: firstPacketMs(networks, cell, ofOneAnswer(bytes, cell), url),
  });
  return isStreamedCell(run, cell) ? withoutCompress(bill) : bill;
}

function ofOneAnswer(bytes: ExchangeBytes, { factors }: PlannedCell): ExchangeBytes {
  const answers = factors.kind === 'request' ? DONE_BY[factors.procedure].requests : 1;
  const { encoded, decoded, headers } = bytes;
  return { ...bytes, encoded: encoded / answers, decoded: decoded / answers, headers: headers / answers };
}

function totalMs(
  run: RunFile,
  times: RunTimes,
  cell: CellTimes,
  log: number,
  ascending: Float64Array,
): TotalMs {
  const alpha = 1 - run.study.protocol.confidence;
  const estimate = { ...contrast(times, [{ cell: cell.cell.id, weight: 1 }])!, log };
  return {
    median: Math.exp(estimate.log),
    pooledMedian: quantileOfSorted(ascending, 0.5),
    mean: mean(ascending),
    p5: quantileOfSorted(ascending, 0.05),
    p25: quantileOfSorted(ascending, 0.25),
    p75: quantileOfSorted(ascending, 0.75),
    p95: quantileOfSorted(ascending, 0.95),
    min: ascending[0]!,
    max: ascending.at(-1)!,
    interval: confidenceInterval(estimate, alpha),
    meanInterval: meanInterval(times, cell, alpha),
  };
}

function meanInterval(times: RunTimes, cell: CellTimes, alpha: number): Interval {
  const clusterOf = clusterOfRow(times);
  const clusters = new Map<number, { sum: number; count: number }>();
  for (const { rows } of cell.samples.sessions) {
    const totals = times.counted.totalsMs(rows);
    for (let i = 0; i < rows.length; ) {
      const key = clusterOf(rows[i]!);
      const cluster = clusters.get(key) ?? { sum: 0, count: 0 };
      clusters.set(key, cluster);
      // All of a session where sessions are clusters, or machines.
      const from = i;
      do cluster.sum += totals[i++]!;
      while (i < rows.length && (times.severalSessions || clusterOf(rows[i]!) === key));
      cluster.count += i - from;
    }
  }
  const all = [...clusters.values()];
  const estimate = estimateOfClusteredMean(
    all.map(({ sum }) => sum),
    all.map(({ count }) => count),
  );
  const ofClock = clockVarianceOfMean(times.counted, cell.cell, cell.samples, Math.exp(estimate.log));
  return confidenceInterval(withSystematic(estimate, ofClock), alpha);
}

function unmeasured(run: RunFile, times: RunTimes, cell: PlannedCell): CellSummary {
  const failures = times.counted.cells.get(cell.id)?.failures ?? 0;
  const reason = whySkipped(cell, run.study.protocol.budgetMs) ?? failureReason(run, times, cell.id);
  return {
    ...identity(cell),
    status: cell.role?.kind === 'predicted' ? 'predicted' : cell.skip === null ? 'failed' : 'skipped',
    reason,
    exchanges: 0,
    failures,
    sessions: 0,
    totalMs: null,
    phases: {},
    estimated: [],
    batched: [],
    accountedShare: null,
    bytes: null,
    published: null,
    outliers: 0,
  };
}

function failureReason(run: RunFile, times: RunTimes, cell: string): string {
  const dropped = run.sessions.flatMap((session) => session.dropped).find((drop) => drop.cell === cell);
  if (dropped !== undefined) return dropped.reason;
  if ((times.counted.cells.get(cell)?.rows.length ?? 0) > 0) return NOT_ABOVE_0;
  const reason = times.counted.cells.get(cell)?.failureReason ?? '';
  if (reason !== '') return reason;
  const session = run.sessions.find((each) => each.reason !== '');
  const known = session?.reason ?? run.reason;
  if (known !== '') return known;
  return allVoid(times, cell) ? 'every block of it was void' : 'the run ended before it was measured';
}

const NOT_ABOVE_0 = 'its median is not above 0 ms: too short for the clock, or for two clocks that differ';

/** Whether it was measured, but never in a block that counts. */
function allVoid({ counted: { table } }: RunTimes, cell: string): boolean {
  const place = table.cellIds.indexOf(cell);
  return place >= 0 && table.cell.includes(place);
}

function identity(cell: PlannedCell) {
  return { id: cell.id, part: cell.part, factors: cell.factors, twinOf: cell.twinOf };
}

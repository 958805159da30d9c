// What a million answers cost by the user's prices: the traffic by the bytes of body and header fields, which
// are counted, and the server's CPU by the times that the target told, which have an interval. Within each
// group of cells that do the same work: which is the cheapest, and what each other costs more.

import type { Interval } from '../../base/figures/ratios.ts';
import { isSequence } from '../../factors/cell.ts';
import { rankingGroups } from '../../plan/pairs.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { confidenceInterval, estimateOfClusteredMean } from '../../stats/estimates/estimate.ts';
import { estimateOfWeightedMean, intervalOfMean } from '../../stats/samples/weighted-mean.ts';
import type { Price } from '../../study/price.ts';
import type { Difference } from '../comparisons/comparison.ts';
import { runTimes } from '../samples/cell-times.ts';
import { countedSamples } from '../samples/counted-samples.ts';
import type { CellSummary, Summary } from '../summary.ts';
import { type ServerWork, serverWork, UNKNOWN_WORK } from './server-work.ts';

export interface PriceSummary {
  readonly price: Price;
  /** Of each interval by itself. */
  readonly confidence: number;
  readonly groups: readonly PriceGroup[];
  /** Cells that have no answers to be priced, and why. */
  readonly leftOut: { readonly cells: number; readonly why: string } | null;
}

/** Cells that do the same work on the same data. */
export interface PriceGroup {
  /** A cell's id: the lowest median. */
  readonly fastest: string;
  /** A cell's id; null where nothing is known of any. */
  readonly cheapest: string | null;
  /** The cheapest first, those of which a part is not known last. */
  readonly rows: readonly CellCost[];
}

/** Of a million exchanges, in the price's currency. */
export interface CellCost {
  /** A cell's id. */
  readonly cell: string;
  /** null: it has no price, or the bytes are not known. */
  readonly traffic: number | null;
  /** null: it has no price, or is not known. */
  readonly cpu: Cost | null;
  /** Why the CPU is not known; null where it is, or has no price. */
  readonly cpuUnknown: string | null;
  /** Of all that has a price; null where a part of it is not known. */
  readonly together: Cost | null;
  /** Over the cheapest of its group, both in the same sessions; null for that one, and where not known. */
  readonly extra: Difference | null;
}

export interface Cost {
  readonly value: number;
  /** `[0, MAX_VALUE]` where it could not be estimated. */
  readonly interval: Interval;
}

const MILLION = 1_000_000;
const BYTES_OF_GB = 1_000_000_000;
const MS_OF_HOUR = 3_600_000;

/** `summary` is of the same record. */
export function priceSummary(
  run: RunFile,
  samples: SampleTable,
  { cells, confidence }: Pick<Summary, 'cells' | 'confidence'>,
  price: Price,
): PriceSummary {
  const figures = new Map(cells.map((cell) => [cell.id, cell]));
  const measured = run.plan.cells.filter(
    ({ id, twinOf }) => twinOf === null && figures.get(id)?.status === 'measured',
  );
  const answering = measured.filter(({ factors }) => !isSequence(factors));
  const times = runTimes(run, countedSamples(run, samples));
  const priced = new Map(
    answering.map((cell) => {
      const own = figures.get(cell.id)!;
      const work = price.cpuPerHour === null ? null : serverWork(times, cell, own);
      return [cell.id, pricedCell(own, work, price, 1 - confidence)] as const;
    }),
  );
  const sequences = measured.length - answering.length;
  return {
    price,
    confidence,
    groups: rankingGroups(answering).map((group) => priceGroup(group, figures, priced, price, confidence)),
    leftOut: sequences === 0 ? null : { cells: sequences, why: 'messages of a sequence are no answers' },
  };
}

interface PricedCell {
  readonly cost: CellCost;
  readonly work: ServerWork | null;
}

function pricedCell(
  { id, bytes }: CellSummary,
  work: ReturnType<typeof serverWork> | null,
  { egressPerGB, cpuPerHour }: Price,
  alpha: number,
): PricedCell {
  const isTimed = typeof work === 'object' && work !== null;
  // No answer is empty: its bytes were not told.
  const traffic =
    egressPerGB === null || bytes === null || bytes.encoded === 0
      ? null
      : ((bytes.encoded + bytes.headers) / BYTES_OF_GB) * MILLION * egressPerGB;
  const cpu = isTimed && cpuPerHour !== null ? cpuCost(work, cpuPerHour, alpha) : null;
  const isKnown = (egressPerGB === null || traffic !== null) && (cpuPerHour === null || cpu !== null);
  const cost: CellCost = {
    cell: id,
    traffic,
    cpu,
    cpuUnknown: typeof work === 'string' ? UNKNOWN_WORK[work] : null,
    together: isKnown ? addedUp(traffic ?? 0, cpu) : null,
    extra: null,
  };
  return { cost, work: isTimed ? work : null };
}

function addedUp(traffic: number, cpu: Cost | null): Cost {
  if (cpu === null) return { value: traffic, interval: [traffic, traffic] };
  const [low, high] = cpu.interval;
  return {
    value: traffic + cpu.value,
    interval: [traffic + low, high === Number.MAX_VALUE ? high : traffic + high],
  };
}

function cpuCost(work: ServerWork, perHour: number, alpha: number): Cost {
  const clusters = [...work.values()];
  const estimate = estimateOfClusteredMean(
    clusters.map(({ sumMs }) => sumMs),
    clusters.map(({ count }) => count),
  );
  const [low, high] = confidenceInterval(estimate, alpha);
  return {
    value: ofMillion(Math.exp(estimate.log), perHour),
    interval: [ofMillion(low, perHour), high === Number.MAX_VALUE ? high : ofMillion(high, perHour)],
  };
}

function ofMillion(ms: number, perHour: number): number {
  return (ms / MS_OF_HOUR) * MILLION * perHour;
}

function priceGroup(
  group: readonly PlannedCell[],
  figures: ReadonlyMap<string, CellSummary>,
  priced: ReadonlyMap<string, PricedCell>,
  { cpuPerHour }: Price,
  confidence: number,
): PriceGroup {
  const own = group.map(({ id }) => priced.get(id)!).toSorted((a, b) => rank(a.cost) - rank(b.cost));
  const [first] = own;
  const cheapest = first !== undefined && first.cost.together !== null ? first : null;
  const medianMs = ({ id }: PlannedCell) => figures.get(id)!.totalMs!.median;
  return {
    fastest: group.reduce((a, b) => (medianMs(b) < medianMs(a) ? b : a)).id,
    cheapest: cheapest?.cost.cell ?? null,
    rows: own.map((each) => ({
      ...each.cost,
      extra:
        cheapest === null || each === cheapest
          ? null
          : extraCost(each, cheapest, cpuPerHour ?? 0, 1 - confidence),
    })),
  };
}

function rank({ together }: CellCost): number {
  return together?.value ?? Number.POSITIVE_INFINITY;
}

/** What drifts in a session is in both, and cancels. */
function extraCost(
  { cost, work }: PricedCell,
  cheapest: PricedCell,
  perHour: number,
  alpha: number,
): Difference | null {
  if (cost.together === null) return null;
  const value = cost.together.value - cheapest.cost.together!.value;
  if (work === null || cheapest.work === null) return { value, interval: [value, value] };
  const pairs = [...work].flatMap(([cluster, a]) => {
    const b = cheapest.work!.get(cluster);
    return b === undefined ? [] : [ofMillion(a.sumMs / a.count - b.sumMs / b.count, perHour)];
  });
  const estimate = estimateOfWeightedMean(
    pairs,
    pairs.map(() => 1),
  );
  return { value, interval: intervalOfMean({ ...estimate, mean: value }, alpha) };
}

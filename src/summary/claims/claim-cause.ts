// What of the bill makes a claim's ratio, over all its pairs of cells: where a ratio is not what was
// published, this is where to look.

import { PHASES, type Phase } from '../../items/items.ts';
import { isByteMetric, type Metric, OWN_WORK } from '../../items/metrics.ts';
import type { RunFile } from '../../record/record.ts';
import type { Claim } from '../../study/study.ts';
import { INDEX } from '../../study/study-index.ts';
import type { CellSummary, Summary } from '../summary.ts';
import type { ClaimPair } from './claim-summary.ts';
import { type MessageTimes, messageTimes } from './message-cause.ts';
import { slopeEnds } from './slopes.ts';
import { type CellSides, geometricMean, tabledRatio } from './tabled-ratio.ts';

/**
 *   itself    the claim is about an item or about bytes: the bill has nothing finer; `published`: the same
 *             ratio by the study's own tables, null where they do not have all of it
 *   items     a ratio of sums (of an index: what it weighs): what each item adds to the difference
 *   shares    a share: what the items are of the whole
 *   messages  a message's time, or a slope of it, has no items: what the network takes of it by arithmetic
 *   unknown   its cells have no items, and the network was not measured or does not tell
 */
export type ClaimCause =
  | { readonly kind: 'itself'; readonly metric: Metric; readonly published: number | null }
  | {
      readonly kind: 'items';
      readonly of: 'time' | typeof INDEX;
      readonly items: readonly ItemDifference[];
      readonly bytesRatio: number | null;
    }
  | { readonly kind: 'shares'; readonly items: readonly ItemShare[] }
  | { readonly kind: 'messages'; readonly times: MessageTimes; readonly isSlope: boolean }
  | { readonly kind: 'unknown' };

export type CausingItem = Phase | Metric;

export interface ItemDifference {
  readonly item: CausingItem;
  /**
   * What the numerator pays more of it, over what the denominator pays of all items: the mean of the pairs.
   * Below 0 it pays less. All items add up to the difference.
   */
  readonly difference: number;
  /** The same, ms; null of an index, and of several pairs, of which the longest would be the mean. */
  readonly differenceMs: number | null;
  /** Numerator over denominator, the geometric mean of the pairs; null where one of them has none of it. */
  readonly ratio: number | null;
  /** The same as the study publishes it; null where it does not. */
  readonly published: number | null;
}

export interface ItemShare {
  readonly item: Phase;
  readonly share: number;
}

/** `pairs`: those of the claim that were measured. */
export function claimCause(
  run: Pick<RunFile, 'study' | 'link'>,
  summary: Pick<Summary, 'cells' | 'index'>,
  { metric = ['total'], shareOf, slope }: Pick<Claim, 'metric' | 'shareOf' | 'slope'>,
  pairs: readonly Pick<ClaimPair, 'numerator' | 'denominator'>[],
): ClaimCause {
  const cells = new Map(summary.cells.map((cell) => [cell.id, cell]));
  const [first = 'total', ...others] = metric;
  const isWholeMessage = first === 'total' && others.length === 0 && shareOf === undefined;
  const times = isWholeMessage ? messageTimes(run, messageSides(cells, pairs), slope) : null;
  if (times !== null) return { kind: 'messages', times, isSlope: slope !== undefined };
  if (slope !== undefined) return { kind: 'unknown' };
  const measured = measuredPairs(cells, pairs);
  if (shareOf !== undefined) return shares(measured.map(({ numerator }) => numerator));
  if (first === INDEX) return indexItems(run, summary, measured);
  const wholes = ['total', 'download'] as const;
  const whole = wholes.find((each) => each === first);
  const itself = (own: Metric): ClaimCause => ({
    kind: 'itself',
    metric: own,
    published: geometricMean(measured.map((pair) => tabledRatio(run, own, pair) ?? Number.NaN)),
  });
  if (whole === undefined && others.length === 0) return itself(first);
  if (metric.every(isByteMetric)) return itself(metric.includes('size') ? 'size' : first);
  const named = PHASES.filter((phase) => whole !== undefined || metric.some((each) => each === phase));
  return billItems(
    measured,
    whole === 'download' ? named.filter((phase) => !OWN_WORK.includes(phase)) : named,
  );
}

type CellsById = ReadonlyMap<string, CellSummary>;
type NamedPair = Pick<ClaimPair, 'numerator' | 'denominator'>;

function measuredPairs(cells: CellsById, pairs: readonly NamedPair[]): readonly CellSides[] {
  return pairs.map(({ numerator, denominator }) => ({
    numerator: cells.get(numerator)!,
    denominator: cells.get(denominator)!,
  }));
}

function messageSides(cells: CellsById, pairs: readonly NamedPair[]) {
  const ends = (name: string) => slopeEnds(name).map((id) => cells.get(id)!);
  return pairs.map(({ numerator, denominator }) => ({ over: ends(numerator), under: ends(denominator) }));
}

function billItems(pairs: readonly CellSides[], phases: readonly Phase[]): ClaimCause {
  if (
    pairs.length === 0 ||
    !pairs.every(({ numerator, denominator }) => [numerator, denominator].every(isBilled))
  )
    return { kind: 'unknown' };
  const items = phases
    .filter((phase) =>
      pairs.some((pair) => itemMs(pair.numerator, phase) + itemMs(pair.denominator, phase) !== 0),
    )
    .map((item): ItemDifference => {
      const values = pairs.map(({ numerator, denominator }) => ({
        over: itemMs(numerator, item),
        under: itemMs(denominator, item),
        whole: phases.reduce((sum, phase) => sum + itemMs(denominator, phase), 0),
      }));
      return {
        item,
        difference: mean(values.map(({ over, under, whole }) => (over - under) / whole)),
        differenceMs: values.length === 1 ? values[0]!.over - values[0]!.under : null,
        ratio: geometricMean(values.map(({ over, under }) => over / under)),
        published: null,
      };
    });
  return { kind: 'items', of: 'time', items, bytesRatio: ratioOfBytes(pairs) };
}

/** Items of messages that are sent at a rate take no part in their total. */
function isBilled({ phases, totalMs, messages }: CellSummary): boolean {
  return totalMs !== null && (messages === undefined || phases.transport !== undefined);
}

function itemMs({ phases }: CellSummary, phase: Phase): number {
  return phases[phase] ?? 0;
}

function ratioOfBytes(pairs: readonly CellSides[]): number | null {
  return geometricMean(
    pairs.map(
      ({ numerator, denominator }) => (numerator.bytes?.encoded ?? 0) / (denominator.bytes?.encoded ?? 0),
    ),
  );
}

function shares(cells: readonly CellSummary[]): ClaimCause {
  if (cells.length === 0 || !cells.every(isBilled)) return { kind: 'unknown' };
  const items = PHASES.filter((phase) => cells.some((cell) => itemMs(cell, phase) !== 0)).map((item) => ({
    item,
    share: mean(cells.map((cell) => itemMs(cell, item) / cell.totalMs!.mean)),
  }));
  return { kind: 'shares', items };
}

/** What each weighed figure adds; beside it, the same from the study's own tables. */
function indexItems(
  run: Pick<RunFile, 'study'>,
  { index }: Pick<Summary, 'index'>,
  pairs: readonly CellSides[],
): ClaimCause {
  const rows = new Map((index?.groups ?? []).flatMap((group) => group.rows.map((row) => [row.cell, row])));
  const found = pairs.flatMap(({ numerator, denominator }) => {
    const [over, under] = [rows.get(numerator.id), rows.get(denominator.id)];
    return over === undefined || under === undefined ? [] : [{ over, under, numerator, denominator }];
  });
  if (index === undefined || found.length === 0) return { kind: 'unknown' };
  const items = index.weights.map(({ metric, share }, i): ItemDifference => {
    const weighed = (row: (typeof found)[number]['over']) => share * row.items[i]!.normalised;
    return {
      item: metric,
      difference: mean(found.map(({ over, under }) => (weighed(over) - weighed(under)) / under.index)),
      differenceMs: null,
      ratio: geometricMean(found.map(({ over, under }) => over.items[i]!.value / under.items[i]!.value)),
      published: geometricMean(found.map((pair) => tabledRatio(run, metric, pair) ?? Number.NaN)),
    };
  });
  return { kind: 'items', of: INDEX, items, bytesRatio: null };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

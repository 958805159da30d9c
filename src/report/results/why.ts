// Why a ratio is not what was published, in words made of figures: which items of the bill make the
// difference today. Where the items do not tell, that it is unknown; where no difference is proven, that.

import { percent } from '../../base/figures/numbers.ts';
import { count, listed } from '../../base/figures/plurals.ts';
import { factor, isKnown, times } from '../../base/figures/ratios.ts';
import { sayTime } from '../../base/figures/times.ts';
import { FACTOR_NAMES, type FactorName } from '../../factors/catalogue.ts';
import { type Cell, wordOf } from '../../factors/cell.ts';
import { ITEMS, type Phase } from '../../items/items.ts';
import type { Metric } from '../../items/metrics.ts';
import type { CausingItem, ClaimCause, ItemDifference } from '../../summary/claims/claim-cause.ts';
import type { ClaimSummary } from '../../summary/claims/claim-summary.ts';
import { slopeEnds } from '../../summary/claims/slopes.ts';
import type { CellSummary } from '../../summary/summary.ts';
import { measuredFigures, publishedRange } from '../words/published.ts';
import type { MeasuredStudy } from './results.ts';
import { sayMessages } from './why-messages.ts';

/** Items that make this share of all that differs are named, three at most. */
const MOST_OF_IT = 0.8;
const MOST_NAMED = 3;
/** Bytes that differ by less are no reason. */
const NOTABLE_BYTES = 0.02;
/** Items that add up to less than this share of a proven difference do not show it. */
const LEAST_SHOWN = 1 / 3;

export function sayCause(cause: ClaimCause, found: ClaimSummary, study: MeasuredStudy): string {
  switch (cause.kind) {
    case 'itself':
      return sayItself(cause, found, study);
    case 'items':
      return sayUnproven(found) ?? sayItems(cause, found, study);
    case 'shares': {
      const largest = cause.items.toSorted((a, b) => b.share - a.share).slice(0, MOST_NAMED);
      return `today ${listed(largest.map(({ item, share }) => `${title(item)} is ${percent(share)}`))} of the whole`;
    }
    case 'messages':
      return sayMessages(cause, sayUnproven(found), nameClaimSides(found, study) ?? ['the one', 'the other']);
    case 'unknown':
      return sayUnproven(found) ?? 'unknown: the bill does not say';
  }
}

/** null where the interval leaves out 1: items of a difference are named where there is one. */
function sayUnproven({ interval }: Pick<ClaimSummary, 'interval'>): string | null {
  const [low, high] = interval ?? [0, Number.POSITIVE_INFINITY];
  if (low > 1 || high < 1) return null;
  if (!isKnown([low, high])) return 'no difference is proven today';
  const most = Math.max(high, 1 / low);
  const apart = most < 2 ? percent(most - 1) : `a factor of ${factor(most)}`;
  return `today the two differ by no more than ${apart}; no difference is proven`;
}

type Items = ClaimCause & { readonly kind: 'items' };

function sayItems({ of, items, bytesRatio }: Items, found: ClaimSummary, study: MeasuredStudy): string {
  const all = items.reduce((sum, { difference }) => sum + difference, 0);
  const measured = found.measured! - 1;
  if (all / measured < LEAST_SHOWN) return 'unknown: the means of the items do not show the difference';
  const named = mostOf(items);
  const [largest] = named;
  if (largest === undefined) return 'unknown: the bill does not say';
  if (isLeftOver(largest.item))
    return `unknown: most of the difference, ${sayAmount(largest)}, is in what the items leave over (${title(largest.item)})`;
  const [over, under] = nameClaimSides(found, study) ?? ['the one', 'the other'];
  const [verb, on] = of === 'time' ? ['spends', 'on'] : ['has', 'by'];
  const year = sayYear(study);
  const parts = named.map((each, i) => {
    const ofWhole = i === 0 && each.differenceMs === null ? ` of the ${nameWhole(of)}` : '';
    const item = isLeftOver(each.item) ? 'what the items leave over' : title(each.item);
    return `${sayAmount(each)}${ofWhole} ${moreOrLess(each)} ${on} ${item}${sayRatio(each, year)}`;
  });
  const hasBytes = bytesRatio !== null && Math.abs(Math.log(bytesRatio)) > NOTABLE_BYTES;
  const bytes = hasBytes ? `; bytes are ${times(bytesRatio)}` : '';
  return `today ${over} ${verb} ${listed(parts)} than ${under}: ${sayInAll(items, all, of)}${bytes}`;
}

/** The largest first, whichever way they point. */
function mostOf(items: readonly ItemDifference[]): readonly ItemDifference[] {
  const gross = items.reduce((sum, { difference }) => sum + Math.abs(difference), 0);
  const named: ItemDifference[] = [];
  let sum = 0;
  for (const each of items.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference))) {
    if (named.length === MOST_NAMED || each.difference === 0 || sum >= MOST_OF_IT * gross) break;
    named.push(each);
    sum += Math.abs(each.difference);
  }
  return named;
}

/** `0.09 ms more in all, 5.9 % of the whole` */
function sayInAll(items: readonly ItemDifference[], all: number, of: Items['of']): string {
  const direction = all < 0 ? 'less' : 'more';
  const known = items.flatMap(({ differenceMs }) => differenceMs ?? []);
  const share = sayShare(Math.abs(all));
  if (known.length < items.length) return `${share} ${direction} in all`;
  const allMs = known.reduce((sum, ms) => sum + ms, 0);
  return `${sayTime(Math.abs(allMs))} ${direction} in all, ${share} of the ${nameWhole(of)}`;
}

function nameWhole(of: Items['of']): string {
  return of === 'time' ? 'whole' : of;
}

function sayAmount({ difference, differenceMs }: ItemDifference): string {
  return differenceMs === null ? sayShare(Math.abs(difference)) : sayTime(Math.abs(differenceMs));
}

function sayShare(share: number): string {
  return share < 1 ? percent(share) : times(share);
}

function moreOrLess({ difference }: ItemDifference): string {
  return difference < 0 ? 'less' : 'more';
}

/** ` (2.10×, published 7.69×)` */
function sayRatio({ ratio, published }: ItemDifference, year: string): string {
  if (ratio === null) return '';
  return published === null ? ` (${times(ratio)})` : ` (${times(ratio)}, ${year} ${times(published)})`;
}

/** Nothing finer than the figure itself: whose it is, then and today. */
function sayItself(
  { metric, published }: ClaimCause & { readonly kind: 'itself' },
  found: ClaimSummary,
  study: MeasuredStudy,
): string {
  const names = nameClaimSides(found, study, metric);
  const [today] = measuredFigures(found)!;
  const then = sayThen(published, found, study);
  const finer = sayUnproven(found) === null ? 'the bill does not split it' : 'no difference is proven today';
  if (names === null) return `${title(metric)}: ${then}, today ${today}; ${finer}`;
  return `${title(metric)}: ${names[0]} against ${names[1]} is ${today} today, ${then}; ${finer}`;
}

/** What was published, and not what its words were read as. */
function sayThen(published: number | null, found: ClaimSummary, study: MeasuredStudy): string {
  const [low, high] = found.published;
  const isRead = low === null || high === null || (low < 1 && high > 1);
  if (!isRead) return `${sayYear(study)} ${publishedRange(found)}`;
  return published === null ? `claimed ${publishedRange(found)}` : `${sayYear(study)} ${times(published)}`;
}

/** Whose work an item is. */
const LIBRARIES: Readonly<Partial<Record<Metric, readonly FactorName[]>>> = {
  encode: ['encoder'],
  decode: ['codec'],
};

/** `metric`: what they are compared by; of a slope the cells with the most tell. */
export function nameClaimSides(
  found: ClaimSummary,
  { summary }: MeasuredStudy,
  metric: Metric = 'total',
): readonly [string, string] | null {
  const cells = new Map(summary.cells.map((cell) => [cell.id, cell]));
  const sides = (side: 'numerator' | 'denominator') =>
    found.pairs.map((pair) => cells.get(slopeEnds(pair[side])[0]!)!);
  return nameSides(metric, sides('numerator'), sides('denominator'));
}

/** The factor that tells the two sides apart best: the library, else the format, else whatever differs. */
function nameSides(
  metric: Metric,
  over: readonly CellSummary[],
  under: readonly CellSummary[],
): readonly [string, string] | null {
  const words = (cells: readonly CellSummary[], name: FactorName) => [
    ...new Set(cells.map(({ factors }: { readonly factors: Cell }) => String(wordOf(factors, name)))),
  ];
  const order: readonly FactorName[] = [...(LIBRARIES[metric] ?? []), 'format', ...FACTOR_NAMES];
  for (const name of order) {
    const [a, b] = [words(over, name), words(under, name)];
    if (a.length === 1 && b.length === 1 && a[0] !== b[0])
      return name === 'n' ? [count(Number(a[0]), 'object'), count(Number(b[0]), 'object')] : [a[0]!, b[0]!];
  }
  return null;
}

function isLeftOver(item: CausingItem): boolean {
  return item in ITEMS && ITEMS[item as Phase].source === 'left-over';
}

function title(item: CausingItem): string {
  return item in ITEMS ? ITEMS[item as Phase].title : TITLES[item as Exclude<Metric, Phase>];
}

const TITLES: Readonly<Record<Exclude<Metric, Phase>, string>> = {
  download: 'download',
  'main-thread': 'main thread',
  total: 'the whole',
  size: 'bytes',
  headers: 'header bytes',
  'request.size': 'bytes of the request',
};

/** `in 2016`; `published` where the source names no year. */
function sayYear({ run }: MeasuredStudy): string {
  const years = run.study.source?.match(/\b(?:19|20)\d\d\b/g);
  return years == null ? 'published' : `in ${years.at(-1)}`;
}

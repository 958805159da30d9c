// Why a ratio is not what was published, in words made of figures: which items of the bill make the
// difference today. Where the items do not tell, that it is unknown.

import { percent } from '../../base/figures/numbers.ts';
import { count, listed } from '../../base/figures/plurals.ts';
import { times } from '../../base/figures/ratios.ts';
import { FACTOR_NAMES, type FactorName } from '../../factors/catalogue.ts';
import { type Cell, wordOf } from '../../factors/cell.ts';
import { ITEMS, type Phase } from '../../items/items.ts';
import type { Metric } from '../../items/metrics.ts';
import type { CausingItem, ClaimCause, ItemDifference } from '../../summary/claims/claim-cause.ts';
import type { CellSummary, ClaimSummary } from '../../summary/summary.ts';
import { measuredFigures, publishedRange } from '../words/published.ts';
import type { MeasuredStudy } from './results.ts';

/** Items that make this share of all that adds to the difference are named, three at most. */
const MOST_OF_IT = 0.8;
const MOST_NAMED = 3;
/** What pulls the other way is named from this share on. */
const NOTABLE = 0.2;
/** Bytes that differ by less are no reason. */
const NOTABLE_BYTES = 0.02;
/** A difference below this share of the whole is none: then what outweighs what is told. */
const NO_DIFFERENCE = 0.03;
/** Below this share of all that the items differ by, shares of what is left of it say nothing. */
const LEAST_OF_ALL = 0.2;

export function sayCause(cause: ClaimCause, found: ClaimSummary, study: MeasuredStudy): string {
  switch (cause.kind) {
    case 'itself':
      return sayItself(cause, found, study);
    case 'items':
      return sayItems(cause.items, cause.bytesRatio, sayYear(study));
    case 'shares': {
      const largest = cause.items.toSorted((a, b) => b.share - a.share).slice(0, MOST_NAMED);
      return `today ${listed(largest.map(({ item, share }) => `${title(item)} is ${percent(share)}`))} of the whole`;
    }
    case 'unknown':
      return 'unknown: the bill does not say';
  }
}

function sayItems(items: readonly ItemDifference[], bytesRatio: number | null, year: string): string {
  const all = items.reduce((sum, { difference }) => sum + difference, 0);
  const gross = items.reduce((sum, { difference }) => sum + Math.abs(difference), 0);
  if (Math.abs(all) < Math.max(NO_DIFFERENCE, LEAST_OF_ALL * gross)) return sayBalance(items, year);
  const shares = items
    .map((item) => ({ item, share: item.difference / all }))
    .toSorted((a, b) => b.share - a.share);
  const adding = shares.reduce((sum, { share }) => sum + Math.max(0, share), 0);
  const named: typeof shares = [];
  for (const each of shares) {
    const together = named.reduce((sum, { share }) => sum + share, 0);
    if (named.length === MOST_NAMED || each.share <= 0 || together >= MOST_OF_IT * adding) break;
    named.push(each);
  }
  const [first] = named;
  if (first !== undefined && isLeftOver(first.item.item)) {
    return `unknown: ${percent(first.share)} of the difference is in what the items leave over (${title(first.item.item)})`;
  }
  const made = `today ${listed(named.map(({ item, share }) => `${title(item.item)} makes ${percent(share)} of the difference${sayRatio(item, year)}`))}`;
  const against = shares.filter(({ share }) => share <= -NOTABLE).toReversed();
  const other = against.map(
    ({ item, share }) => `${title(item.item)} takes ${percent(-share)} back${sayRatio(item, year)}`,
  );
  const hasBytes = bytesRatio !== null && Math.abs(Math.log(bytesRatio)) > NOTABLE_BYTES;
  return [made, ...other.slice(0, 1), ...(hasBytes ? [`bytes are ${times(bytesRatio)}`] : [])].join('; ');
}

/** Of two that are hardly apart: what the one saves, and the other. */
function sayBalance(items: readonly ItemDifference[], year: string): string {
  const byDifference = items.toSorted((a, b) => a.difference - b.difference);
  const [least, most] = [byDifference[0], byDifference.at(-1)];
  const isBalance =
    least !== undefined &&
    most !== undefined &&
    Math.min(-least.difference, most.difference) > NO_DIFFERENCE &&
    !isLeftOver(least.item) &&
    !isLeftOver(most.item);
  const notable = items.filter(({ difference }) => Math.abs(difference) > NO_DIFFERENCE);
  const largest = notable
    .filter(({ item }) => !isLeftOver(item))
    .toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference))[0];
  if (!isBalance && largest !== undefined) {
    const differs = `today ${title(largest.item)} differs by ${percent(Math.abs(largest.difference))} of the whole${sayRatio(largest, year)}`;
    return notable.some(({ item }) => isLeftOver(item))
      ? `${differs}, and what the items leave over takes it back: unknown why`
      : `${differs}, and several small items take it back`;
  }
  if (!isBalance && notable.length > 0) return 'unknown: it is in what the items leave over';
  if (!isBalance) return 'today no item differs by more than 3 % of the whole';
  const all = items.reduce((sum, { difference }) => sum + difference, 0);
  // Where hardly anything is left the two make up for each other; else what is left is the difference.
  const but = Math.abs(all) < NO_DIFFERENCE ? '' : `, but for ${percent(Math.abs(all))} of the whole`;
  return `today what ${title(most.item)} costs more${sayRatio(most, year)}, ${title(least.item)} saves${sayRatio(least, year)}${but}`;
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
  const cells = new Map(study.summary.cells.map((cell) => [cell.id, cell]));
  const sides = (side: 'numerator' | 'denominator') => found.pairs.map((pair) => cells.get(pair[side])!);
  const names = nameSides(metric, sides('numerator'), sides('denominator'));
  const [today] = measuredFigures(found)!;
  const then = sayThen(published, found, study);
  if (names === null) return `${title(metric)}: ${then}, today ${today}; the bill has nothing finer`;
  return `${title(metric)}: ${names[0]} over ${names[1]} is ${today} today, ${then}; the bill has nothing finer`;
}

/** What was published, and not what its words were read as. */
function sayThen(published: number | null, found: ClaimSummary, study: MeasuredStudy): string {
  const [low, high] = found.published;
  const isRead = low === null || high === null || (low < 1 && high > 1);
  if (!isRead) return `${sayYear(study)} ${publishedRange(found)}`;
  return published === null ? `read as ${publishedRange(found)}` : `${sayYear(study)} ${times(published)}`;
}

/** Whose work an item is. */
const LIBRARIES: Readonly<Partial<Record<Metric, readonly FactorName[]>>> = {
  encode: ['encoder'],
  decode: ['codec'],
};

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

// What single pairs of a claim say where the mean of all of them hides it.

import { count, listed } from '../../base/figures/plurals.ts';
import { times } from '../../base/figures/ratios.ts';
import { WIDENED_SHARE } from '../../stats/answers/replication.ts';
import type { ClaimSummary } from '../../summary/claims/claim-summary.ts';
import { sayContraryPairs } from '../../summary/claims/claims.ts';
import { judgePairs } from '../../summary/claims/every-pair.ts';
import { publishedRange } from '../words/published.ts';

/** Empty where all pairs say what the mean does, or are counted in its verdict. */
export function sayHiddenPairs(found: ClaimSummary): string {
  const {
    pairs,
    published: [low, high],
    verdict,
    isShare,
  } = found;
  if (pairs.length < 2 || verdict === 'in part') return '';
  if (low !== null && high !== null) return sayAround(found, low, high);
  if (verdict !== 'replicated' || isShare === true) return '';
  const opposite = judgePairs(pairs, found).filter((each) => each === 'opposite').length;
  if (opposite > 0) return sayContraryPairs(opposite, pairs.length, 'the opposite');
  return sayShortOf(found, low ?? 0, high ?? Number.POSITIVE_INFINITY);
}

/**
 * Pairs far out on both sides may cancel, and a few may carry a mean away from many that are as published. A
 * single figure is met as a claim is.
 */
function sayAround(found: ClaimSummary, low: number, high: number): string {
  const { pairs } = found;
  const isFigure = low === high;
  const [from, to] = isFigure ? [low / (1 + WIDENED_SHARE), high * (1 + WIDENED_SHARE)] : [low, high];
  const places = [
    { where: 'below', isThere: (ratio: number) => ratio < from },
    {
      where: isFigure ? 'within a tenth of' : 'within',
      isThere: (ratio: number) => ratio >= from && ratio <= to,
    },
    { where: 'above', isThere: (ratio: number) => ratio > to },
  ]
    .map(({ where, isThere }) => ({ where, number: pairs.filter(({ ratio }) => isThere(ratio)).length }))
    .filter(({ number }) => number > 0);
  const [first, ...others] = places;
  if (others.length === 0) return '';
  const told = [
    `${first!.number} measured ${first!.where} ${publishedRange(found)}`,
    ...others.map(({ where, number }) => `${number} ${where} it`),
  ];
  return `of ${count(pairs.length, 'pair')} by themselves ${listed(told)}`;
}

/** On the claimed side of 1, and yet not as far from it as was said: "a third fewer" of one message. */
function sayShortOf({ pairs }: ClaimSummary, from: number, to: number): string {
  const isAbove = from >= 1;
  const short = pairs.filter(({ interval: [low, high] }) => (isAbove ? high < from : low > to)).length;
  if (short === 0) return '';
  const border = isAbove ? `below ${times(from)}` : `above ${times(to)}`;
  return `${short} of ${count(pairs.length, 'pair')} by ${short === 1 ? 'itself' : 'themselves'} measured ${border}`;
}

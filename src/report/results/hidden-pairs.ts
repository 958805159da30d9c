// What single pairs of a claim say where the mean of all of them hides it.

import { count } from '../../base/figures/plurals.ts';
import { times } from '../../base/figures/ratios.ts';
import { sayContraryPairs } from '../../summary/claims/claims.ts';
import { judgePairs } from '../../summary/claims/every-pair.ts';
import type { ClaimSummary } from '../../summary/summary.ts';
import { publishedRange } from '../words/published.ts';

/** Empty where all pairs say what the mean does, or it is open. */
export function sayHiddenPairs(found: ClaimSummary): string {
  const { pairs, published, verdict, isShare } = found;
  if (pairs.length < 2 || isShare === true) return '';
  const [from, to] = [published[0] ?? 0, published[1] ?? Number.POSITIVE_INFINITY];
  if (from < 1 && to > 1) return sayOfAlike(found, from, to);
  if (verdict !== 'replicated') return '';
  const opposite = judgePairs(pairs, found).filter((each) => each === 'opposite').length;
  if (opposite > 0) return sayContraryPairs(opposite, pairs.length, 'the opposite');
  return published.includes(null) ? sayShortOf(found, from, to) : '';
}

/** Pairs far out on both sides may cancel, and a few may carry a mean away from many that are alike. */
function sayOfAlike({ pairs, verdict, published }: ClaimSummary, from: number, to: number): string {
  const inside = pairs.filter(({ ratio }) => ratio >= from && ratio <= to).length;
  const all = count(pairs.length, 'pair');
  if (verdict === 'not replicated' && inside > 0)
    return `${inside} of ${all} by ${themselves(inside)} measured ${publishedRange({ published })}`;
  if (verdict === 'replicated' && inside < pairs.length)
    return `${pairs.length - inside} of ${all} by ${themselves(pairs.length - inside)} measured more or less`;
  return '';
}

/** On the claimed side of 1, and yet not as far from it as was said: "a third fewer" of one message. */
function sayShortOf({ pairs }: ClaimSummary, from: number, to: number): string {
  const isAbove = from >= 1;
  const short = pairs.filter(({ interval: [low, high] }) => (isAbove ? high < from : low > to)).length;
  if (short === 0) return '';
  const border = isAbove ? `below ${times(from)}` : `above ${times(to)}`;
  return `${short} of ${count(pairs.length, 'pair')} by ${themselves(short)} measured ${border}`;
}

function themselves(number: number): string {
  return number === 1 ? 'itself' : 'themselves';
}

// Claims of a study whose servers or browsers were replaced: they are asked of those that took the place, and
// say so.

import type { CellFilter, Claim } from '../study.ts';

/** What somebody may put others in the place of. */
type Replaced = 'target' | 'browser';

/**
 * Those of its own that are still there, or else all that have taken their place. Where each side named one
 * of its own and none of them is there, both sides are asked of the same one; nothing is left of a claim
 * about servers, or browsers, alone.
 */
export function claimElsewhere(factor: Replaced, names: readonly string[], claim: Claim): Claim {
  const { where, numerator, denominator } = claim;
  const there = { ...claim, where: onThese(factor, names, where) };
  const named = [where, numerator, denominator].flatMap((filter) => (filter[factor] ?? []).map(String));
  if (named.length === 0 || named.some((name) => names.includes(name))) return there;
  const says = `${claim.says} (asked of ${names.join(', ')} instead of ${[...new Set(named)].join(', ')})`;
  const [over, under] = [numerator, denominator].map((filter) => without(factor, filter));
  const isOfTwo = numerator[factor] !== undefined && denominator[factor] !== undefined;
  if (!isOfTwo || JSON.stringify(over) === JSON.stringify(under)) return { ...there, says };
  return {
    ...there,
    says,
    where: { ...where, [factor]: names },
    numerator: over!,
    denominator: under!,
  };
}

export function onThese(factor: Replaced, names: readonly string[], filter: CellFilter): CellFilter {
  const own = filter[factor];
  if (own === undefined) return filter;
  const kept = own.filter((name) => names.includes(String(name)));
  return { ...filter, [factor]: kept.length > 0 ? kept : names };
}

function without(factor: Replaced, filter: CellFilter): CellFilter {
  const { [factor]: _, ...others } = filter;
  return others;
}

// The cells that a model has to see so that it can predict all others: every term that a prediction looks up
// is told at enough numbers of objects by some cell. Among cells that tell the same the cheap ones are taken
// (greedy set cover, Chvátal 1979, then whatever turned out to be needless is given back).

import type { RequestCell } from '../../factors/cell.ts';
import { type Need, needsFor } from '../../model/needs.ts';

/**
 * Neighbouring numbers of objects are at most so many times apart. The model draws straight lines between
 * them, and what an answer costs is nearly a constant and a share for each object, so a line between 10 and
 * 1 000 bends little; where caches or the collector make it bend, held-out cells show it.
 */
const FARTHEST_APART = 100;

export interface Candidate<Id> {
  readonly id: Id;
  readonly factors: RequestCell;
  /** What one exchange of it may take, ms. */
  readonly costMs: number;
}

export interface ToMeasure<Id> {
  readonly id: Id;
  /** What no cell before it tells. */
  readonly tells: readonly Need[];
}

/** `tells`: what measuring a cell tells. `given`: cells that are measured anyway. */
export function cellsToMeasure<Id>(
  candidates: readonly Candidate<Id>[],
  given: readonly RequestCell[],
  tells: (cell: RequestCell) => readonly Need[],
): readonly ToMeasure<Id>[] {
  const wanted = wantedPlaces(candidates, tells);
  const placesOf = (cell: RequestCell) =>
    new Map(tells(cell).map((need) => [placeOf(need, cell.n), need] as const));
  const open = new Set(wanted);
  for (const cell of given) for (const place of placesOf(cell).keys()) open.delete(place);
  const chosen: (Candidate<Id> & { readonly places: readonly string[] })[] = [];
  const told = candidates.map((each) => ({
    ...each,
    places: [...placesOf(each.factors).keys()].filter((place) => open.has(place)),
  }));
  const stillOpen = new Set(open);
  while (stillOpen.size > 0) {
    const worth = ({ places, costMs }: (typeof told)[number]) =>
      places.filter((place) => stillOpen.has(place)).length / costMs;
    const best = told.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    if (worth(best) === 0) break;
    chosen.push(best);
    for (const place of best.places) stillOpen.delete(place);
  }
  // Plain cells first, so that it is they of whom it is said that they tell encoding and decoding.
  const kept = withoutNeedless(chosen).toSorted(
    (a, b) => needsFor(a.factors).length - needsFor(b.factors).length,
  );
  const seen = new Set<string>();
  return kept.map(({ id, factors, places }) => {
    const own = placesOf(factors);
    const fresh = places.filter((place) => !seen.has(place));
    for (const place of fresh) seen.add(place);
    return { id, tells: fresh.map((place) => own.get(place)!) };
  });
}

/** Of every need the numbers of objects at which it is to be told. */
function wantedPlaces<Id>(
  candidates: readonly Candidate<Id>[],
  tells: (cell: RequestCell) => readonly Need[],
): ReadonlySet<string> {
  const needed = new Map(
    candidates.flatMap(({ factors }) => needsFor(factors)).map((need) => [need.key, need] as const),
  );
  const numbers = new Map<string, number[]>();
  for (const { factors } of candidates) {
    for (const { key } of tells(factors)) numbers.set(key, [...(numbers.get(key) ?? []), factors.n]);
  }
  return new Set(
    [...needed.values()].flatMap((need) => knots(numbers.get(need.key) ?? []).map((n) => placeOf(need, n))),
  );
}

function placeOf({ key, alongN }: Need, n: number): string {
  return alongN ? `${key} n=${n}` : key;
}

/** The fewest, the most, and as few between as keep neighbours close enough where the study has such. */
export function knots(numbers: readonly number[]): readonly number[] {
  const ascending = [...new Set(numbers)].toSorted((a, b) => a - b);
  const most = ascending.at(-1);
  const found: number[] = ascending.slice(0, 1);
  while (most !== undefined && found.at(-1)! < most) {
    const from = found.at(-1)!;
    const next = ascending.filter((n) => n > from);
    found.push(next.findLast((n) => n <= from * FARTHEST_APART) ?? next[0]!);
  }
  return found;
}

/** The dearest are given back first. */
function withoutNeedless<Each extends { readonly places: readonly string[]; readonly costMs: number }>(
  chosen: readonly Each[],
): readonly Each[] {
  let kept = chosen;
  for (const each of chosen.toSorted((a, b) => b.costMs - a.costMs)) {
    const others = kept.filter((other) => other !== each);
    const toldByOthers = new Set(others.flatMap(({ places }) => places));
    if (each.places.every((place) => toldByOthers.has(place))) kept = others;
  }
  return kept;
}

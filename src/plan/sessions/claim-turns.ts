// In which turn the pairs of claims come into a run that has no time for all of them. A mean of the smallest
// sizes alone is no answer about all sizes, so that a claim's ends come first, then its middle, then what
// lies between. But an end that takes much waits until all that takes little has had its turn: it would cost
// other claims theirs. What is said of every pair is another matter: all of its pairs answer it and a part
// does not, so that once something is known of every claim, and the middle of what takes little, they come in
// together, or wait.

import { isOfIndex } from '../../study/resolve/resolve-claims.ts';
import type { Claim } from '../../study/study.ts';
import { canRun, cellsOfClaim, cellsOfPair, pairsForClaim } from '../claims/claim-cells.ts';
import { type PairPlace, pairsByPlace } from '../claims/pair-places.ts';
import type { PlannedCell } from '../plan.ts';

type Cells = readonly PlannedCell[];

/** Cells that are measured, and by how much a run of them is too long. */
export class Chosen {
  cells: ReadonlySet<PlannedCell>;
  private ms: number;
  private readonly excessOf: (kept: ReadonlySet<PlannedCell>) => number;
  /** What did not fit fits no better beside more. */
  private readonly tooLong = new Set<Cells>();

  constructor(first: Cells, excessOf: (kept: ReadonlySet<PlannedCell>) => number) {
    this.cells = new Set(first);
    this.ms = excessOf(this.cells);
    this.excessOf = excessOf;
  }

  hasTimeFor(more: Cells): boolean {
    return this.excessOf(this.with(more)) <= 0;
  }

  take(more: Cells): void {
    this.cells = this.with(more);
    this.ms = this.excessOf(this.cells);
  }

  /** They come in if they fit, and make the run longer by no more than that. */
  takeWithin(more: Cells, mostMs: number): 'taken' | 'too dear' | 'does not fit' {
    if (this.tooLong.has(more)) return 'does not fit';
    const wider = this.with(more);
    if (wider.size === this.cells.size) return 'taken';
    const ms = this.excessOf(wider);
    if (ms > 0) this.tooLong.add(more);
    if (ms > 0) return 'does not fit';
    if (ms - this.ms > mostMs) return 'too dear';
    [this.cells, this.ms] = [wider, ms];
    return 'taken';
  }

  private with(more: Cells): ReadonlySet<PlannedCell> {
    return new Set([...this.cells, ...more]);
  }
}

/** Pairs of claims in one panel, which share what it takes to visit it. */
interface Group {
  /** The cells of each, the one that takes least first. */
  readonly pairs: readonly Cells[];
  readonly all: Cells;
  readonly meanMs: number;
}

export interface Claimed extends Readonly<Record<PairPlace, readonly Group[]>> {
  /** All cells of each claim that is said of every pair, the claim that takes least first. */
  readonly whole: readonly Cells[];
}

/** By place, and in each place those first that take least for a pair. */
export function claimedGroups(
  claims: readonly Claim[],
  cells: Cells,
  panelKey: (cell: PlannedCell) => string,
  costMs: (cells: Cells) => number,
): Claimed {
  const ofClaims = claims.map((claim) => pairsOfClaim(cells, claim, costMs));
  const inPlace = (place: PairPlace): readonly Group[] => {
    const pairs = ofClaims.flatMap((ofClaim) => ofClaim[place]).toSorted((a, b) => costMs(a) - costMs(b));
    const inPanels = [...Map.groupBy(pairs, ([cell]) => panelKey(cell!)).values()].map((own): Group => {
      const sumMs = own.reduce((sum, pair) => sum + costMs(pair), 0);
      return { pairs: own, all: own.flat(), meanMs: sumMs / own.length };
    });
    return inPanels.toSorted((a, b) => a.meanMs - b.meanMs);
  };
  return {
    least: inPlace('least'),
    end: inPlace('end'),
    middle: inPlace('middle'),
    between: inPlace('between'),
    whole: wholeClaims(claims, cells).toSorted((a, b) => costMs(a) - costMs(b)),
  };
}

/** The ratios of a claim together, since it is decided by all of them. */
function wholeClaims(claims: readonly Claim[], cells: Cells): readonly Cells[] {
  const asked = claims.filter(({ every, ours }) => every === true && ours !== true);
  const groups = Map.groupBy(asked, ({ id, of }) => of?.id ?? id);
  return [...groups.values()].map((ratios) => [
    ...new Set(ratios.flatMap((ratio) => cellsOfClaim(cells, ratio))),
  ]);
}

/** Of an index all of its cells, since what else does the same is a part of it. */
function pairsOfClaim(
  cells: Cells,
  claim: Claim,
  costMs: (cells: Cells) => number,
): Readonly<Record<PairPlace, readonly Cells[]>> {
  const none = { least: [], end: [], middle: [], between: [] };
  const there = isOfIndex(claim) ? [] : pairsForClaim(cells, claim, canRun).there;
  const own = cellsOfClaim(cells, claim);
  if (there.length === 0) return own.length === 0 ? none : { ...none, least: [own] };
  const cheapestFirst = there
    .map((pair) => ({ pair, ms: costMs(cellsOfPair(pair)) }))
    .toSorted((a, b) => a.ms - b.ms);
  const { least, end, middle, between } = pairsByPlace(cheapestFirst.map(({ pair }) => pair));
  return {
    least: least.map(cellsOfPair),
    end: end.map(cellsOfPair),
    middle: middle.map(cellsOfPair),
    between: between.map(cellsOfPair),
  };
}

/** Of the whole budget, for one pair. */
const LITTLE_SHARE = 1 / 12;
/** And at most, for all pairs of one claim: others have turns to come. */
const WHOLE_SHARE = 1 / 2;

type Price = 'little' | 'any';

/**
 * Something is known of every claim before anything takes much. A mean of 10 objects alone would be harder to
 * decide than that of three sizes, and tell less: one claim of every pair must not cost ten others theirs.
 */
const TURNS: readonly ('whole' | readonly [PairPlace, Price])[] = [
  ['least', 'little'],
  ['end', 'little'],
  ['least', 'any'],
  ['middle', 'little'],
  'whole',
  ['between', 'little'],
  ['end', 'any'],
  ['middle', 'any'],
  ['between', 'any'],
];

/** What does not fit leaves the time to what takes less. */
export function takeClaimed(claimed: Claimed, chosen: Chosen, budgetMs: number): void {
  const mostMs = { little: LITTLE_SHARE * budgetMs, any: Number.POSITIVE_INFINITY };
  for (const turn of TURNS) {
    if (turn === 'whole') {
      for (const all of claimed.whole) chosen.takeWithin(all, WHOLE_SHARE * budgetMs);
      continue;
    }
    const [place, price] = turn;
    for (const { pairs, all } of claimed[place]) {
      if (chosen.takeWithin(all, pairs.length * mostMs[price]) === 'taken') continue;
      for (const pair of pairs) if (chosen.takeWithin(pair, mostMs[price]) === 'does not fit') break;
    }
  }
}

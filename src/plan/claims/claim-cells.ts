// Which cells a published claim is about: what it holds against what, as published or by what stands in.

import type { FactorName } from '../../factors/catalogue.ts';
import { FACTOR_NAMES, factorsThatFollow } from '../../factors/catalogue.ts';
import { wordOf } from '../../factors/cell.ts';
import { cellFits } from '../../study/cells/filter.ts';
import { isOfIndex } from '../../study/resolve/resolve-claims.ts';
import type { CellFilter, Claim } from '../../study/study.ts';
import { rankingGroups } from '../pairs.ts';
import type { PlannedCell } from '../plan.ts';
import { growths } from './claim-slopes.ts';

export interface CellPair {
  readonly numerator: PlannedCell;
  readonly denominator: PlannedCell;
  /** Of a slope: the cells with the least of its number, from which those with the most have grown. */
  readonly from?: { readonly numerator: PlannedCell; readonly denominator: PlannedCell };
}

/** All that have to be measured for it. */
export function cellsOfPair({ numerator, denominator, from }: CellPair): readonly PlannedCell[] {
  return [numerator, denominator, ...(from === undefined ? [] : [from.numerator, from.denominator])];
}

export interface ClaimPairs {
  /** All that the claim is about, as published or else by its stand-in. */
  readonly wanted: readonly CellPair[];
  /** Those of them that are there on both sides. */
  readonly there: readonly CellPair[];
  readonly standsIn: boolean;
}

/**
 * Its pairs as published where at least one of them is there, else those of its stand-in if it has one.
 * `isThere`: of a plan, what can be run; of a record, what was measured.
 */
export function pairsForClaim(
  cells: readonly PlannedCell[],
  claim: Claim,
  isThere: (cell: PlannedCell) => boolean,
): ClaimPairs {
  const own = cells.filter(({ twinOf, part }) => twinOf === null && (claim.part ?? part) === part);
  const areThere = (pair: CellPair) => cellsOfPair(pair).every(isThere);
  const asPublished = pairsUnder(own, claim, claim.where);
  const there = asPublished.filter(areThere);
  if (there.length > 0 || claim.standIn === null) return { wanted: asPublished, there, standsIn: false };
  const standing = pairsUnder(own, claim, { ...claim.where, ...claim.standIn });
  if (standing.length === 0) return { wanted: asPublished, there, standsIn: false };
  return { wanted: standing, there: standing.filter(areThere), standsIn: true };
}

/**
 * The cells that have to be measured for the claim, each once; none where nothing of it can be run. An index
 * is over that of a cell which does the same, so that those are needed too.
 */
export function cellsOfClaim(cells: readonly PlannedCell[], claim: Claim): readonly PlannedCell[] {
  const { there } = pairsForClaim(cells, claim, canRun);
  const own = new Set(there.flatMap(cellsOfPair));
  if (!isOfIndex(claim)) return [...own];
  const alike = rankingGroups(cells.filter((cell) => cell.twinOf === null && canRun(cell)));
  return alike.filter((group) => group.some((cell) => own.has(cell))).flat();
}

export function canRun({ skip }: PlannedCell): boolean {
  return skip === null;
}

/**
 * Every numerator cell with every denominator cell that is alike in all factors which neither filter names.
 * Cells of one part are held against each other; against those of another part only where no part has both.
 * Codec and encoder follow the format: where a filter names formats, each stands with the first of its codecs
 * and encoders in the plan that the filter lets through. Of a share both are the same cell. Of a slope each
 * side is the cell with the most of its number, from the one with the least.
 */
function pairsUnder(cells: readonly PlannedCell[], claim: Claim, where: CellFilter): CellPair[] {
  const picked = cells.filter(({ factors }) => cellFits(factors, where));
  const numerators = picked.filter(({ factors }) => cellFits(factors, claim.numerator));
  if (claim.shareOf !== undefined) return numerators.map((cell) => ({ numerator: cell, denominator: cell }));
  const denominators = picked.filter(({ factors }) => cellFits(factors, claim.denominator));
  const [over, under] = [
    firstCodecs(numerators, claim.numerator),
    firstCodecs(denominators, claim.denominator),
  ];
  if (claim.slope === undefined) return pairsAlike(over, under, claim);
  const [overFrom, underFrom] = [growths(over, claim.slope), growths(under, claim.slope)];
  return pairsAlike([...overFrom.keys()], [...underFrom.keys()], claim).map((pair) => ({
    ...pair,
    from: {
      numerator: overFrom.get(pair.numerator)!,
      denominator: underFrom.get(pair.denominator)!,
    },
  }));
}

function pairsAlike(
  numerators: readonly PlannedCell[],
  denominators: readonly PlannedCell[],
  claim: Claim,
): CellPair[] {
  const alike = alikeIn(claim);
  const pairingKey = ({ factors }: PlannedCell) => JSON.stringify(alike.map((name) => wordOf(factors, name)));
  const byKey = Map.groupBy(denominators, pairingKey);
  const groups = Map.groupBy(numerators, pairingKey);
  return [...groups].flatMap(([key, group]) => pairsWithin(group, byKey.get(key) ?? []));
}

/** The factors that numerator and denominator share, because neither names them. */
function alikeIn({ numerator, denominator, slope }: Claim): readonly FactorName[] {
  const free = [...namedFactors(numerator), ...namedFactors(denominator), ...(slope ? [slope] : [])];
  const named = free.flatMap(factorsThatFollow);
  return FACTOR_NAMES.filter((name) => !named.includes(name));
}

function pairsWithin(
  numerators: readonly PlannedCell[],
  denominators: readonly PlannedCell[],
): readonly CellPair[] {
  const all = numerators.flatMap((numerator) =>
    denominators
      .filter((denominator) => denominator !== numerator)
      .map((denominator): CellPair => ({ numerator, denominator })),
  );
  const ofOnePart = all.filter(({ numerator, denominator }) => numerator.part === denominator.part);
  return ofOnePart.length > 0 ? ofOnePart : all;
}

function firstCodecs(cells: readonly PlannedCell[], filter: CellFilter): readonly PlannedCell[] {
  if (filter.format === undefined) return cells;
  const names = FACTOR_NAMES.filter((name) => name !== 'codec' && name !== 'encoder');
  const seen = Map.groupBy(cells, (cell) =>
    JSON.stringify([cell.part, ...names.map((name) => wordOf(cell.factors, name))]),
  );
  return [...seen.values()].map((group) => group[0]!);
}

function namedFactors(filter: CellFilter): FactorName[] {
  return Object.keys(filter) as FactorName[];
}

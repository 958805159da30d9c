// Which cells a published claim holds against which.

import type { FactorName } from '../../factors/catalogue.ts';
import { FACTOR_NAMES, factorsThatFollow } from '../../factors/catalogue.ts';
import { wordOf } from '../../factors/cell.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import { cellFits } from '../../study/cells/filter.ts';
import type { CellFilter, Claim } from '../../study/study.ts';

export interface CellPair {
  readonly numerator: PlannedCell;
  readonly denominator: PlannedCell;
}

/**
 * Every numerator cell with every denominator cell that is alike in all factors which neither filter names.
 * Cells of one part are held against each other; against those of another part only where no part has both.
 * Codec and encoder follow the format: where a filter names formats, each stands with the first of its codecs
 * and encoders in the plan that the filter lets through.
 */
export function pairsForClaim(cells: readonly PlannedCell[], claim: Claim, where: CellFilter): CellPair[] {
  const picked = cells.filter(({ factors }) => cellFits(factors, where));
  const numerators = picked.filter(({ factors }) => cellFits(factors, claim.numerator));
  if (claim.shareOf !== undefined) return numerators.map((cell) => ({ numerator: cell, denominator: cell }));
  const denominators = picked.filter(({ factors }) => cellFits(factors, claim.denominator));
  const alike = alikeIn(claim);
  const pairingKey = ({ factors }: PlannedCell) => JSON.stringify(alike.map((name) => wordOf(factors, name)));
  const byKey = Map.groupBy(firstCodecs(denominators, claim.denominator), pairingKey);
  const groups = Map.groupBy(firstCodecs(numerators, claim.numerator), pairingKey);
  return [...groups].flatMap(([key, group]) => pairsWithin(group, byKey.get(key) ?? []));
}

/** The factors that numerator and denominator share, because neither names them. */
function alikeIn({ numerator, denominator }: Claim): readonly FactorName[] {
  const named = [...namedFactors(numerator), ...namedFactors(denominator)].flatMap(factorsThatFollow);
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

export function namedFactors(filter: CellFilter): FactorName[] {
  return Object.keys(filter) as FactorName[];
}

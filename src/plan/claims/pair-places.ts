// Which of a claim's pairs tell most of it. What is true of the least and of the most that it is said of is
// believed of what lies between; neither of the two tells it alone.

import { FACTOR_NAMES, factorNamed } from '../../factors/catalogue.ts';
import { isSequence, wordOf } from '../../factors/cell.ts';
import type { CellPair } from './claim-cells.ts';

/** In the order in which they are wanted. Exactly one pair is the least. */
export type PairPlace = 'least' | 'end' | 'middle' | 'between';

const ORDERED = FACTOR_NAMES.filter((name) => factorNamed(name).order !== undefined);

/**
 * Of each factor whose levels have an order, such as sizes, one pair is the end and one the middle; in both
 * all other such factors are at their least. So the most computation is told on few objects, and the most
 * objects with little computation. `cheapestFirst`: of pairs in the same place the first one has it.
 */
export function pairsByPlace(
  cheapestFirst: readonly CellPair[],
): Readonly<Record<PairPlace, readonly CellPair[]>> {
  const axes = axesOf(cheapestFirst);
  const taken = new Set<string>();
  const placed = cheapestFirst.map((pair): PairPlace => {
    const beyondLeast = axes.map((axis, index) => ({ index, ...axis(pair) })).filter(({ at }) => at > 0);
    const place = beyondLeast.length > 1 ? 'between' : placeOn(beyondLeast[0]);
    const key = `${place} ${beyondLeast[0]?.index}`;
    if (taken.has(key)) return 'between';
    taken.add(key);
    return place;
  });
  // Where no pair has the least of everything.
  if (placed.length > 0 && !placed.includes('least')) placed[0] = 'least';
  const inPlace = (place: PairPlace) => cheapestFirst.filter((_, index) => placed[index] === place);
  return {
    least: inPlace('least'),
    end: inPlace('end'),
    middle: inPlace('middle'),
    between: inPlace('between'),
  };
}

interface OnAxis {
  readonly at: number;
  readonly last: number;
}

/** Of messages n is for how long they are measured, and nothing that a claim is said of. */
function axesOf(pairs: readonly CellPair[]): readonly ((pair: CellPair) => OnAxis)[] {
  const isOfMessages = pairs.some(({ numerator }) => isSequence(numerator.factors));
  return ORDERED.filter((name) => name !== 'n' || !isOfMessages).map((name) => {
    const levelOf = ({ numerator }: CellPair) => wordOf(numerator.factors, name);
    const levels = [...new Set(pairs.map(levelOf))].sort(factorNamed(name).order);
    return (pair) => ({ at: levels.indexOf(levelOf(pair)), last: levels.length - 1 });
  });
}

function placeOn(axis: OnAxis | undefined): PairPlace {
  if (axis === undefined) return 'least';
  if (axis.at === axis.last) return 'end';
  return axis.at === Math.ceil(axis.last / 2) ? 'middle' : 'between';
}

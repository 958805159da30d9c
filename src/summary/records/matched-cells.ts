// Which cell of one record is which of another: the same levels of every factor, the same data, the same
// figures of the network. Where no cell is, the factors are set aside of which each record has one level
// throughout: base and head are targets of two names, and everything else is the same.

import { FACTOR_NAMES, type FactorName, factorsThatFollow } from '../../factors/catalogue.ts';
import { type Cell, wordOf, wordsKey } from '../../factors/cell.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import { ownPayload } from '../../study/study.ts';
import type { SetAside } from './records-compared.ts';

/** A record's measured cells, twins aside. */
export interface MeasuredCells {
  readonly study: Pick<RunFile['study'], 'payloads' | 'networks'>;
  readonly cells: readonly PlannedCell[];
}

export interface Matching {
  readonly pairs: readonly { readonly first: PlannedCell; readonly other: PlannedCell }[];
  readonly onlyInFirst: readonly PlannedCell[];
  readonly onlyInOther: readonly PlannedCell[];
  readonly setAside: readonly SetAside[];
}

export function matchCells(first: MeasuredCells, other: MeasuredCells): Matching {
  const exact = matchBy(first, other, FACTOR_NAMES);
  if (exact.pairs.length > 0) return { ...exact, setAside: [] };
  const setAside = differingThroughout(first.cells, other.cells);
  const ignored = new Set(setAside.flatMap(({ factor }) => factorsThatFollow(factor)));
  const names = FACTOR_NAMES.filter((name) => !ignored.has(name));
  return { ...matchBy(first, other, names), setAside };
}

function matchBy(
  first: MeasuredCells,
  other: MeasuredCells,
  names: readonly FactorName[],
): Omit<Matching, 'setAside'> {
  const [ofFirst, ofOther] = [first, other].map((record) => keyed(record, names)) as [Keyed, Keyed];
  return {
    pairs: [...ofFirst].flatMap(([key, cell]) => {
      const match = ofOther.get(key);
      return match === undefined ? [] : [{ first: cell, other: match }];
    }),
    onlyInFirst: [...ofFirst].flatMap(([key, cell]) => (ofOther.has(key) ? [] : [cell])),
    onlyInOther: [...ofOther].flatMap(([key, cell]) => (ofFirst.has(key) ? [] : [cell])),
  };
}

type Keyed = ReadonlyMap<string, PlannedCell>;

/** Where parts have the same cell, the first of one record is the first of the other. */
function keyed({ study, cells }: MeasuredCells, names: readonly FactorName[]): Keyed {
  const keys = new Map<string, PlannedCell>();
  const seen = new Map<string, number>();
  for (const cell of cells) {
    const key = JSON.stringify([wordsKey(cell.factors, names), ...behindNames(cell.factors, study)]);
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    keys.set(`${key} ${nth}`, cell);
  }
  return keys;
}

/**
 * What the names of data and network stand for: a file's name says nothing of what was in it. A URL is asked
 * as it stands, whatever it answers.
 */
export function behindNames(cell: Cell, { payloads, networks }: MeasuredCells['study']): readonly unknown[] {
  const own = ownPayload(cell, payloads);
  const data = own?.url === undefined ? (own?.digest ?? null) : own.source;
  const profile = networks.find(({ name }) => name === cell.network);
  if (profile === undefined) return [data];
  const { downKbits, upKbits, rttMs, jitterMs, lossShare, queueBytes } = profile;
  return [data, downKbits, upKbits, rttMs, jitterMs, lossShare, queueBytes];
}

function differingThroughout(first: readonly PlannedCell[], other: readonly PlannedCell[]): SetAside[] {
  return FACTOR_NAMES.flatMap((factor) => {
    const [one, two] = [first, other].map((cells) => [
      ...new Set(cells.map(({ factors }) => wordOf(factors, factor))),
    ]);
    const differs = one!.length === 1 && two!.length === 1 && one![0] !== two![0];
    return differs ? [{ factor, first: one![0]!, other: two![0]! }] : [];
  });
}

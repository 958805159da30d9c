// A cell: one level of every factor that cells of its kind have, and how it is compared with others.

import {
  FACTOR_NAMES,
  type FACTORS,
  type FactorName,
  type FactorNameOf,
  factorNamed,
  isFactorOf,
  type LevelOf,
  wordOfOtherKind,
} from './catalogue.ts';
import type { Computation } from './computation.ts';
import type { Connection } from './connection.ts';
import type { CellKind, Word } from './factor.ts';

type CellOf<Kind extends CellKind> = { readonly kind: Kind } & {
  readonly [Name in FactorNameOf<Kind>]: LevelOf<Name>;
};

export type RequestCell = CellOf<'request'>;
export type CallCell = CellOf<'call'>;
export type SequenceCell = CellOf<'sequence'>;
export type Cell = RequestCell | CallCell | SequenceCell;

/** The factors of requests that have a usual level. */
type UsualName = {
  [Name in FactorNameOf<'request'>]: (typeof FACTORS)[Name] extends {
    readonly byDefault: { readonly request: Word };
  }
    ? Name
    : never;
}[FactorNameOf<'request'>];

/** A request with these levels; every factor that they leave out has its usual one. */
export function usualRequest(
  levels: Omit<RequestCell, UsualName | 'kind'> & Partial<Pick<RequestCell, UsualName>>,
): RequestCell {
  const usual = FACTOR_NAMES.filter((name) => isFactorOf('request', name)).flatMap((name) => {
    const { byDefault, parse } = factorNamed(name);
    return byDefault?.request === undefined ? [] : [[name, parse(byDefault.request)]];
  });
  return { kind: 'request', ...Object.fromEntries(usual), ...levels };
}

/** The level's word in records and columns. A cell that does not have the factor has the word of its kind. */
export function wordOf(cell: Cell, name: FactorName): Word {
  if (!isFactorOf(cell.kind, name)) return wordOfOtherKind(name, cell.kind);
  return factorNamed(name).spell((cell as unknown as Readonly<Record<FactorName, unknown>>)[name]);
}

export function hasFactor(cell: Cell, name: FactorName): boolean {
  return isFactorOf(cell.kind, name);
}

/** A key that is the same for two cells if and only if they have the same levels. */
export function cellKey(cell: Cell): string {
  return JSON.stringify(FACTOR_NAMES.map((name) => wordOf(cell, name)));
}

export function isSequence(cell: Cell): cell is SequenceCell {
  return cell.kind === 'sequence';
}

/** Groups the cells that are alike in every factor except these. */
export function groupsAlike(cells: readonly Cell[], free: readonly FactorName[]): Cell[][] {
  const fixed = FACTOR_NAMES.filter((name) => !free.includes(name));
  return [...Map.groupBy(cells, (cell) => wordsKey(cell, fixed)).values()];
}

/** A key that is the same for cells that are alike in these factors. */
export function wordsKey(cell: Cell, names: readonly FactorName[]): string {
  return JSON.stringify(names.map((name) => wordOf(cell, name)));
}

/** A sequence always finds its connection open: opening it is not part of what is timed. */
export function connectionOf(cell: Cell): Connection {
  return cell.kind === 'sequence' ? 'warm' : cell.connection;
}

/** What is computed on the objects; nothing in calls and sequences. */
export function computationOf(cell: Cell): Computation {
  return cell.kind === 'request' ? cell.computation : 'none';
}

// Which cells of head are held against which of base: those that are alike in everything but what a server
// has of its own. Of several encoders each is held against the same one, as far as both sides have it.

import { FACTOR_NAMES, type FactorName, factorsThatFollow } from '../../../factors/catalogue.ts';
import { wordsKey } from '../../../factors/cell.ts';
import type { ByServer } from '../../../items/cell-items.ts';
import type { PlannedCell } from '../../../plan/plan.ts';
import type { Study } from '../../../study/study.ts';
import type { RulePair } from '../../../summary/gate/judged-rules.ts';
import { behindNames } from '../../../summary/records/matched-cells.ts';
import type { BaseRecord } from '../sides/gate-record.ts';

export interface Sides {
  /** Which cells of these are held against which. */
  readonly pairsIn: (cells: readonly PlannedCell[]) => RulePair[];
  /** Of servers that are asked as they stand, by level of `target`: the items that their answers have. */
  readonly answered?: ReadonlyMap<string, ReadonlySet<ByServer>>;
}

/** What cells that are alike may still differ in: of targets the encoder alone. */
const WAYS: readonly FactorName[] = ['format', 'codec', 'encoder', 'compression', 'protocol'];

export const LIKENESS: readonly FactorName[] = FACTOR_NAMES.filter(
  (name) => !factorsThatFollow('target').includes(name),
);

/** What two URLs are asked alike in: each answers in its own format and protocol. */
export const LIKENESS_OF_URLS: readonly FactorName[] = ['network'];

/** A gate asks a URL in one way alone, and a record may have several: all but what a server answers with. */
const LIKENESS_TO_URLS_OF_RECORD: readonly FactorName[] = FACTOR_NAMES.filter(
  (name) => ![...WAYS, 'dataset', 'n', 'target'].includes(name),
);

/** `sides`: base and head as levels of `target`; `likeness`: in what else their cells are alike. */
export function pairsOfOneRun(
  cells: readonly PlannedCell[],
  sides: readonly string[],
  likeness: readonly FactorName[],
): RulePair[] {
  const groups = Map.groupBy(cells, ({ part, factors }) => `${part} ${wordsKey(factors, likeness)}`);
  return [...groups.values()].flatMap((group) => {
    const [base, head] = sides.map((side) => group.filter(({ factors }) => factors.target === side));
    return pairsAmong(base ?? [], head ?? []);
  });
}

/** `headIsAsked`: head answers what it answers, and its cells are alike in how they are asked. */
export function pairsWithRecord(
  { record, cells }: BaseRecord,
  head: readonly PlannedCell[],
  headStudy: Study,
  headIsAsked: boolean,
): RulePair[] {
  const likeness = headIsAsked ? LIKENESS_TO_URLS_OF_RECORD : LIKENESS;
  const key = ({ factors }: PlannedCell, study: Study) => {
    const [data, ...network] = behindNames(factors, study);
    return JSON.stringify([wordsKey(factors, likeness), headIsAsked ? null : data, ...network]);
  };
  const known = Map.groupBy(cells, (cell) => key(cell, record.run.study));
  const groups = Map.groupBy(head, (cell) => key(cell, headStudy));
  return [...groups].flatMap(([alike, group]) => pairsAmong(known.get(alike) ?? [], group));
}

/** Of cells that are alike: those that send in one way first, and what is left over in its order. */
function pairsAmong(bases: readonly PlannedCell[], heads: readonly PlannedCell[]): RulePair[] {
  const left = [...bases];
  const take = (at: number) => (at < 0 ? undefined : left.splice(at, 1)[0]!.id);
  const way = ({ factors }: PlannedCell) => wordsKey(factors, WAYS);
  const same = heads.map((head) => take(left.findIndex((base) => way(base) === way(head))));
  return heads.flatMap(({ id: head }, at) => {
    const base = same[at] ?? take(left.length > 0 ? 0 : -1);
    return base === undefined ? [] : [{ base, head }];
  });
}

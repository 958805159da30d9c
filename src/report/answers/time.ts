// Where the time goes: the largest of the bill's groups, in the baseline's exchange or else the fastest's.

import type { FactorName } from '../../factors/catalogue.ts';
import { isSequence } from '../../factors/cell.ts';
import { BILL_GROUPS, type BillGroup } from '../../items/items.ts';
import type { CellSummary } from '../../summary/summary.ts';
import { barMs, groupedBill } from '../tables/grouped-bill.ts';
import { type Case, growLeaves, type Leaf, REQUEST_CONDITIONS, sayWhere } from '../words/conditions.ts';
import type { Tables } from '../words/groups.ts';
import type { LevelsOf } from '../words/levels.ts';
import type { Answer, Sentence } from './answer.ts';
import { sayShares } from './ranges.ts';

/** What grows with the number of objects is said so first. */
const CONDITIONS: readonly FactorName[] = ['n', ...REQUEST_CONDITIONS.filter((name) => name !== 'n')];
const MOST_SENTENCES = 4;

const NAMES: Readonly<Record<BillGroup, string>> = {
  server: 'the server’s work',
  network: 'the network',
  browser: 'the browser’s own handling',
  client: 'the client’s work on the data',
};

interface TimeCase extends Case {
  readonly group: BillGroup;
  readonly share: number;
  readonly label: string;
}

export function whereTimeGoes(tables: Tables, part: string): readonly Answer[] {
  const cases = tables.tables
    .flatMap((table) => table.contests)
    .filter(({ shared }) => !isSequence(shared))
    .flatMap(({ baseline, contenders }): TimeCase[] => {
      const told = baseline ?? contenders[0];
      const bill = told === undefined ? null : groupedBill(told.cell);
      if (told === undefined || bill === null || bill.totalMs <= 0) return [];
      if (!isRoughlyWhole(told.cell)) return [];
      const group = BILL_GROUPS.reduce((a, b) => (bill.groupMs[b] > bill.groupMs[a] ? b : a));
      // Of what is compressed while it is sent the transfer holds work of the server, nobody knows how much.
      if (told.cell.streamed === true && group === 'network') return [];
      // Of few exchanges the items may add up to more than the total; a share of both cannot be above 1.
      const wholeMs = Math.max(bill.totalMs, barMs(bill));
      return [
        {
          factors: told.cell.factors,
          outcome: group,
          group,
          share: bill.groupMs[group] / wholeMs,
          label: told.name,
        },
      ];
    });
  if (cases.length === 0) return [];
  const leaves = growLeaves(cases, CONDITIONS);
  const told = leaves.length <= MOST_SENTENCES ? leaves : [...growLeaves(cases, [])];
  const labels = new Set(cases.map(({ label }) => label));
  const whose = labels.size === 1 ? `${[...labels][0]}’s time` : 'the time';
  return [
    {
      question: 'Where does the time go?',
      part,
      sentences: told.map((leaf) => writeSentence(leaf, whose, tables.levels, cases.length, told === leaves)),
    },
  ];
}

/** Where items are further from the total than this, nobody knows which is the largest. */
const MOST_MISSED = 0.2;

export function isRoughlyWhole({ accountedShare }: Pick<CellSummary, 'accountedShare'>): boolean {
  return accountedShare === null || Math.abs(accountedShare - 1) <= MOST_MISSED;
}

function writeSentence(
  leaf: Leaf<TimeCase>,
  whose: string,
  levels: LevelsOf,
  cases: number,
  byPlace: boolean,
): Sentence {
  const shares = sayShares(leaf.cases.map(({ share }) => share));
  const where = byPlace ? sayWhere(leaf, levels) : `in ${leaf.cases.length} of ${cases} cases`;
  const name = NAMES[leaf.cases[0]!.group];
  return { kind: 'note', where, text: `${name} is the largest part of ${whose}: ${shares}` };
}

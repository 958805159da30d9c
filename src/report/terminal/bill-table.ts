// The bill itself: every item of the fastest and of the baseline, side by side, adding up to their mean
// totals.

import { decimalsFor, grouped } from '../../base/figures/numbers.ts';
import { inUnit, unitFor } from '../../base/figures/times.ts';
import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import { connectionOf, isSequence, wordsKey } from '../../factors/cell.ts';
import { BILL_GROUPS, groupOf, ITEMS } from '../../items/items.ts';
import { FIRST_USE_MEANING, firstUseText } from '../tables/first-use.ts';
import {
  type GroupedBill,
  groupedBill,
  hasResidual,
  shownPhases,
  UNTOLD_MARK,
  UNTOLD_NOTE,
} from '../tables/grouped-bill.ts';
import { sayMissed } from '../words/accounted.ts';
import type { Contender, Contest, Table } from '../words/groups.ts';
import { clipped, grid } from './grid.ts';
import type { Paint } from './paint.ts';

const WIDEST_LABEL = 20;
const ALL_BUT_CONNECTION = FACTOR_NAMES.filter((name) => name !== 'connection');

/** Empty where nothing was measured. */
export function billTable(table: Table, contest: Contest, paint: Paint): readonly string[] {
  const first = contest.contenders[0];
  if (first === undefined) return [];
  const shown = billed(table, contest, first);
  const bills = shown.map(({ cell }) => groupedBill(cell)!);
  const unit = isSequence(table.shared) ? unitFor(bills.map(({ totalMs }) => totalMs)) : 'ms';
  const decimals = Math.min(3, decimalsFor(bills.map(({ totalMs }) => inUnit(totalMs, unit))) + 1);
  const figure = (value: number | undefined, mark = '') =>
    value === undefined ? '' : `${mark}${grouped(inUnit(value, unit), decimals)}`;
  const worth = shownPhases(bills);
  const rows = BILL_GROUPS.flatMap((group) => {
    const phases = worth.filter((phase) => groupOf(phase) === group);
    return phases.map((phase, i) => [
      i === 0 ? group : '',
      ITEMS[phase].title,
      ...bills.map((bill) => {
        if (bill.untold.includes(phase)) return UNTOLD_MARK;
        const item = findItem(bill, phase);
        const width = item?.halfWidthMs ?? null;
        const within = width === null ? '' : ` ± ${figure(width)}`;
        return figure(item?.meanMs, item?.estimated || item?.batched ? '~' : '') + within;
      }),
    ]);
  });
  return grid(
    [
      { title: `mean ${unit}`, align: 'left' },
      { title: '', align: 'left' },
      ...shown.map(({ label }) => ({ title: clipped(label, WIDEST_LABEL), align: 'right' as const })),
    ],
    [
      ...rows,
      ...(isSequence(table.shared) && !bills.some(hasResidual)
        ? []
        : [['residual', '', ...bills.map(({ residualMs }) => figure(residualMs))]]),
      ['total', '', ...bills.map(({ totalMs }) => figure(totalMs))].map(paint.strong),
      ...(isSequence(table.shared) ? [] : publishedRows(shown, decimals)),
      ...firstUseRows(shown, decimals),
    ],
    paint.dim,
  );
}

/** No row where no session had one. */
function firstUseRows(shown: readonly Contender[], decimals: number): readonly (readonly string[])[] {
  const texts = shown.map(({ cell }) => firstUseText(cell, decimals)?.figure);
  return texts.every((text) => text === undefined)
    ? []
    : [['first use', '', ...texts.map((text) => text ?? '–')]];
}

/** The mean by the study's own protocol, and what that removed; no rows where it names none. */
function publishedRows(shown: readonly Contender[], decimals: number): readonly (readonly string[])[] {
  const figures = shown.map(({ cell }) => cell.published);
  if (figures.every((one) => one === null)) return [];
  return [
    ['published', 'mean', ...figures.map((one) => (one === null ? '–' : grouped(one.meanMs, decimals)))],
    [
      '',
      'removed',
      ...figures.map((one) =>
        one === null ? '' : `${grouped(one.removed)} of ${grouped(one.counted + one.removed)}`,
      ),
    ],
  ];
}

/**
 * The first and, where the table has it, the same on a cold connection; else the baseline; where that is the
 * first itself, the next.
 */
function billed({ rows }: Table, { baseline, contenders }: Contest, first: Contender): readonly Contender[] {
  const { factors } = first.cell;
  const reconnecting = rows.find(
    ({ cell }) =>
      connectionOf(cell.factors) !== connectionOf(factors) &&
      wordsKey(cell.factors, ALL_BUT_CONNECTION) === wordsKey(factors, ALL_BUT_CONNECTION),
  );
  if (reconnecting !== undefined) return [first, reconnecting];
  const other = baseline === null || baseline.cell === first.cell ? contenders[1] : baseline;
  return other === undefined ? [first] : [first, other];
}

/** What stands beneath the bill: what its marks mean, and what its figures leave out. */
export function billNotes(table: Table, contest: Contest): readonly string[] {
  const [first] = contest.contenders;
  const shown = first === undefined ? [] : billed(table, contest, first);
  const isEstimated = shown.some(({ cell }) => cell.estimated.length + cell.batched.length > 0);
  return [
    ...(isEstimated ? ['~ measured alone or in batches'] : []),
    ...(shown.some(({ cell }) => groupedBill(cell)!.untold.length > 0) ? [UNTOLD_NOTE] : []),
    ...shown.flatMap(({ label, cell }) => sayMissed(label, cell) ?? []),
    ...(shown.some(({ cell }) => cell.firstUse !== undefined) ? [FIRST_USE_MEANING] : []),
  ];
}

function findItem(bill: GroupedBill, phase: string) {
  return bill.items.find((item) => item.phase === phase);
}

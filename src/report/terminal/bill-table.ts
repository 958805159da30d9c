// The bill itself: every item of the fastest and of the baseline, side by side, adding up to their mean
// totals.

import { decimalsFor, grouped } from '../../base/figures/numbers.ts';
import { inUnit, unitFor } from '../../base/figures/times.ts';
import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import { connectionOf, isSequence, wordsKey } from '../../factors/cell.ts';
import { BILL_GROUPS, groupOf, ITEMS } from '../../items/items.ts';
import { type GroupedBill, groupedBill, hasResidual, shownPhases } from '../tables/grouped-bill.ts';
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
        const item = findItem(bill, phase);
        return figure(item?.meanMs, item?.estimated || item?.batched ? '~' : '');
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
    ],
    paint.dim,
  );
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

export function hasEstimates(contest: Contest): boolean {
  return [contest.contenders[0], contest.baseline].some(
    (one) => one != null && one.cell.estimated.length + one.cell.batched.length > 0,
  );
}

function findItem(bill: GroupedBill, phase: string) {
  return bill.items.find((item) => item.phase === phase);
}

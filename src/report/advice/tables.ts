// What advice shows as tables, the same in every report: what each way takes and needs, and the bill of
// today's way beside the best one's.

import { decimalsFor, grouped } from '../../base/figures/numbers.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import { BILL_GROUPS, groupOf, ITEMS } from '../../items/items.ts';
import type { AdviceFacts, Needs } from '../../record/advice-facts.ts';
import type { RunFile } from '../../record/record.ts';
import type { MeasuredAdvice } from '../../summary/advice/advice.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';
import { needsDictionary } from '../../wire/target-contract.ts';
import { groupedBill, shownPhases, UNTOLD_MARK, UNTOLD_NOTE } from '../tables/grouped-bill.ts';
import { sayMissed } from '../words/accounted.ts';
import { wayNames } from './way-name.ts';

export interface AdviceTable {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly align: 'left' | 'right' }[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

export function adviceTables(run: RunFile, summary: Summary): readonly AdviceTable[] {
  const { advice } = summary;
  const facts = run.advice;
  if (advice === undefined || facts === undefined) return [];
  const measured = advice.networks.filter((one) => one.kind === 'measured');
  if (measured.length === 0) return [];
  return [needsTable(measured, facts, summary), billTable(measured, summary)];
}

/**
 * Today's, the recommended ones and what ties with them: bytes, the server's work, and what a client must
 * have.
 */
function needsTable(advice: readonly MeasuredAdvice[], facts: AdviceFacts, summary: Summary): AdviceTable {
  const cells = new Map(summary.cells.map((cell) => [cell.id, cell]));
  const ids = advice.flatMap(({ today, recommended, ties }) => [
    ...(today === null ? [] : [today]),
    recommended,
    ...ties,
  ]);
  const told = ids.map((id) => cells.get(id)!);
  const nameOf = wayNames(told.map(({ factors }) => recordedCell(factors)));
  const byName = Map.groupBy(told, ({ factors }) => nameOf(recordedCell(factors)));
  const todays = new Set(
    advice.flatMap(({ today }) => (today === null ? [] : [nameOf(recordedCell(cells.get(today)!.factors))])),
  );
  const serverMs = [...byName.values()].map(meanServerMs);
  const decimals = decimalsFor(serverMs);
  const rows = [...byName].map(([name, same], i) => {
    const needs = facts.needs.find(
      ({ format, codec }) => format === same[0]!.factors.format && codec === same[0]!.factors.codec,
    );
    return [
      name,
      todays.has(name) ? 'today' : '',
      grouped(same[0]!.bytes?.encoded ?? 0),
      grouped(serverMs[i]!, decimals),
      sayNeeds(needs, same[0]!.factors.compression.coding),
    ];
  });
  const columns = [
    { title: 'way', align: 'left' },
    { title: '', align: 'left' },
    { title: 'bytes', align: 'right' },
    { title: 'server ms', align: 'right' },
    { title: 'needs', align: 'left' },
  ] as const;
  const notes = [
    'server ms: encoding and compressing one answer, the time of one core. Libraries: minified and gzipped',
    ...(rows.some((row) => row.at(-1)!.split(', ').includes('eval'))
      ? ['eval: the page’s Content-Security-Policy must allow it (unsafe-eval)']
      : []),
    ...(facts.payload.shape === 'messages' ? ['bytes: the mean of the messages that were sent'] : []),
  ];
  return { title: 'What it takes', columns, rows, notes };
}

function meanServerMs(cells: readonly CellSummary[]): number {
  const each = cells.map(({ phases }) => (phases.encode ?? 0) + (phases.compress ?? 0));
  return each.reduce((sum, value) => sum + value, 0) / each.length;
}

function sayNeeds(needs: Needs | undefined, compression: string): string {
  if (needs === undefined) return '';
  const library = needs.library;
  const things = [
    ...(library === null ? [] : [`${library.name} ${grouped(library.gzipBytes / 1_000, 1)} kB`]),
    ...(needs.schema ? ['schema'] : []),
    ...(needs.eval ? ['eval'] : []),
    ...(needsDictionary(compression) ? ['dictionary'] : []),
  ];
  return things.length === 0 ? 'nothing' : things.join(', ');
}

/** For every network today's bill and the recommended one's; means, because means add up. */
function billTable(advice: readonly MeasuredAdvice[], summary: Summary): AdviceTable {
  const cells = new Map(summary.cells.map((cell) => [cell.id, cell]));
  const columns = advice.flatMap(({ network, today, recommended }) => {
    const on = advice.length === 1 ? '' : network === NO_NETWORK ? 'no limit ' : `${network} `;
    const pair =
      today === recommended
        ? [{ head: `${on}today = best`, id: recommended }]
        : [
            ...(today === null ? [] : [{ head: `${on}today`, id: today }]),
            { head: `${on}best`, id: recommended },
          ];
    return pair.map(({ head, id }) => {
      const cell = cells.get(id)!;
      return { head, cell, bill: groupedBill(cell)! };
    });
  });
  const bills = columns.map(({ bill }) => bill);
  const decimals = Math.min(2, decimalsFor(bills.map(({ totalMs }) => totalMs)) + 1);
  const rows = BILL_GROUPS.flatMap((group) =>
    shownPhases(bills)
      .filter((phase) => groupOf(phase) === group)
      .map((phase, i) => [
        i === 0 ? group : '',
        ITEMS[phase].title,
        ...bills.map(({ items, untold }) => {
          if (untold.includes(phase)) return UNTOLD_MARK;
          const item = items.find((each) => each.phase === phase);
          if (item === undefined) return '';
          return `${item.estimated || item.batched ? '~' : ''}${grouped(item.meanMs, decimals)}`;
        }),
      ]),
  );
  return {
    title: 'The bill, today and best',
    columns: [
      { title: 'mean ms', align: 'left' },
      { title: '', align: 'left' },
      ...columns.map(({ head }) => ({ title: head, align: 'right' as const })),
    ],
    rows: [
      ...rows,
      ['residual', '', ...bills.map(({ residualMs }) => grouped(residualMs, decimals))],
      ['total', '', ...bills.map(({ totalMs }) => grouped(totalMs, decimals))],
    ],
    notes: [
      ...(bills.some(({ items }) => items.some(({ estimated, batched }) => estimated || batched))
        ? ['~ measured alone or in batches']
        : []),
      ...(bills.some(({ untold }) => untold.length > 0) ? [UNTOLD_NOTE] : []),
      ...columns.flatMap(({ head, cell }) => sayMissed(head, cell) ?? []),
    ],
  };
}

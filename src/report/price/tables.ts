// What a million answers cost, as tables: the same in every report. One for each table of cells; traffic and
// CPU apart, because the one is counted and the other measured.

import { moneyDecimals, sayMoney } from '../../base/figures/money.ts';
import { percent } from '../../base/figures/numbers.ts';
import { count, listed, plural } from '../../base/figures/plurals.ts';
import type { Interval } from '../../base/figures/ratios.ts';
import type { RunFile } from '../../record/record.ts';
import type { CellCost, PriceSummary } from '../../summary/price/price-summary.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';
import type { AdviceTable } from '../advice/tables.ts';
import { type CellName, cellNames } from '../tables/index-tables.ts';
import { withShortNames } from '../terminal/fitted-table.ts';
import type { Column } from '../terminal/grid.ts';
import { makeTables } from '../words/groups.ts';

/** In a terminal. */
const MOST_TABLES = 3;

/** None where nobody gave a price. `width`: of a terminal, where tables are few and long names are cut. */
export function priceTables(run: RunFile, summary: Summary, width?: number): readonly AdviceTable[] {
  const { price } = summary;
  if (price === undefined) return [];
  const names = cellNames(makeTables(summary, run.study), run);
  const cells = new Map(summary.cells.map((cell) => [cell.id, cell]));
  const groups = Map.groupBy(
    price.groups.flatMap(({ rows }) => rows),
    ({ cell }) => names.get(cell)!.table,
  );
  const all = [...groups].map(([title, rows]) => priceTable(title, rows, price, names));
  const shown = width === undefined ? all : all.slice(0, MOST_TABLES);
  const left = all.length - shown.length;
  const notes = [
    ...(left === 0 ? [] : [`${count(left, 'more table')} of costs in --format md and html`]),
    ...notesOn(price, names, cells),
  ];
  return shown.map((table, i) =>
    withShortNames(
      { ...table, notes: i === shown.length - 1 ? notes : [] },
      width ?? Number.POSITIVE_INFINITY,
    ),
  );
}

function priceTable(
  where: string,
  rows: readonly CellCost[],
  { price, confidence }: PriceSummary,
  names: ReadonlyMap<string, CellName>,
): AdviceTable {
  const { egressPerGB, cpuPerHour, currency } = price;
  const cpus = rows.flatMap(({ cpu }) => cpu ?? []);
  const decimals = {
    traffic: moneyDecimals(rows.map(({ traffic }) => traffic ?? 0)),
    cpu: moneyDecimals(cpus.map(({ value }) => value)),
    together: moneyDecimals(rows.map(({ together }) => together?.value ?? 0)),
  };
  const figure = (value: number | undefined | null, places: number) =>
    value == null ? 'not known' : sayMoney(value, null, places);
  const columns: (Column & { readonly say: (cost: CellCost) => string })[] = [
    { title: 'way', align: 'left', say: ({ cell }) => names.get(cell)!.label },
  ];
  const add = (title: string, say: (cost: CellCost) => string) =>
    columns.push({ title, align: 'right', say });
  if (egressPerGB !== null) add('traffic', ({ traffic }) => figure(traffic, decimals.traffic));
  if (cpuPerHour !== null) {
    add('CPU', ({ cpu }) => figure(cpu?.value, decimals.cpu));
    add(`${percent(confidence, 0)} interval`, ({ cpu }) =>
      cpu === null ? '' : sayInterval(cpu.interval, decimals.cpu),
    );
  }
  if (egressPerGB !== null && cpuPerHour !== null)
    add('together', ({ together }) => figure(together?.value, decimals.together));
  const unit = currency === null ? [] : [`in ${currency}`];
  return {
    title: [['What a million answers cost', ...unit].join(', '), ...(where === '' ? [] : [where])].join(
      ' · ',
    ),
    columns: columns.map(({ title, align }) => ({ title, align })),
    rows: rows.map((cost) => columns.map(({ say }) => say(cost))),
    notes: [],
  };
}

/** `[0.021, 0.024]`, `[unknown]` */
export function sayInterval([low, high]: Interval, decimals: number): string {
  if (high === Number.MAX_VALUE) return '[unknown]';
  return `[${sayMoney(low, null, decimals)}, ${sayMoney(high, null, decimals)}]`;
}

function notesOn(
  { price: { egressPerGB, cpuPerHour, currency }, groups, leftOut }: PriceSummary,
  names: ReadonlyMap<string, CellName>,
  cells: ReadonlyMap<string, CellSummary>,
): readonly string[] {
  const rows = groups.flatMap((group) => group.rows);
  const factors = rows.map(({ cell }) => cells.get(cell)!.factors);
  const work = [
    'encoding, compressing and computing',
    ...(factors.some(({ kind }) => kind === 'call') ? ['decoding requests'] : []),
  ];
  const isTwice = factors.some((each) => each.kind === 'request' && each.procedure === 'e4');
  return [
    ...(egressPerGB === null
      ? []
      : [
          `traffic: the body as it is sent and its header fields, counted, at ${sayRate(egressPerGB, currency)} a GB (10⁹ bytes)`,
        ]),
    ...(cpuPerHour === null
      ? []
      : [
          `CPU: ${listed(work)}, as the target timed it, at ${sayRate(cpuPerHour, currency)} an hour of one core; nothing else that a server does`,
        ]),
    ...(isTwice ? ['of procedure e4 an answer is both of its answers'] : []),
    ...sayUnknown(rows, names),
    ...(leftOut === null ? [] : [sayLeftOut(leftOut)]),
  ];
}

export function sayLeftOut({ cells, why }: NonNullable<PriceSummary['leftOut']>): string {
  return `${count(cells, 'cell')} ${plural(cells, 'is', 'are')} left out: ${why}`;
}

/** As it was typed. */
function sayRate(rate: number, currency: string | null): string {
  return sayMoney(rate, currency, Math.max(2, (String(rate).split('.')[1] ?? '').length));
}

function sayUnknown(rows: readonly CellCost[], names: ReadonlyMap<string, CellName>): readonly string[] {
  const unknown = rows.filter(({ cpuUnknown }) => cpuUnknown !== null);
  return [...Map.groupBy(unknown, ({ cpuUnknown }) => cpuUnknown)].map(([why, own]) => {
    const labels = [...new Set(own.map(({ cell }) => names.get(cell)!.label))];
    return `CPU of ${listed(labels)} is not known: ${why}`;
  });
}

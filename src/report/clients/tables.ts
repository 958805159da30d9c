// Times by the number of other clients, as tables, the same in every report.

import { decimalsFor, grouped, percent } from '../../base/figures/numbers.ts';
import { parseClients, sayClients } from '../../factors/clients.ts';
import { BILL_GROUPS } from '../../items/items.ts';
import type { ClientsGroup, ClientsLevel, ClientsWay } from '../../summary/clients/clients-summary.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';
import type { AdviceTable } from '../advice/tables.ts';
import { groupedBill } from '../tables/grouped-bill.ts';

/** None where nobody else asked. */
export function clientsTables({
  clients,
  cells,
}: Pick<Summary, 'clients' | 'cells'>): readonly AdviceTable[] {
  return (clients?.groups ?? []).flatMap((group) => [clientsTable(group), billTable(group, cells)]);
}

/** Means, as in any bill: where the time goes that more clients cost. */
function billTable({ ways }: ClientsGroup, cells: readonly CellSummary[]): AdviceTable {
  const byId = new Map(cells.map((cell) => [cell.id, cell]));
  const rows = ways.flatMap((way) =>
    way.levels.map((level) => ({ way, level, bill: groupedBill(byId.get(level.cell)!)! })),
  );
  const decimals = decimalsFor(rows.map(({ level }) => level.medianMs));
  const ms = (value: number | null) => (value === null ? '–' : grouped(value, decimals).replace('-', '−'));
  return {
    title: 'The bill by clients at once',
    columns: [
      { title: 'way', align: 'left' },
      { title: 'clients', align: 'left' },
      ...BILL_GROUPS.map((group) => ({ title: `${group} ms`, align: 'right' as const })),
      { title: 'residual', align: 'right' },
    ],
    rows: rows.map(({ way, level, bill }) => [
      level === way.levels[0] ? wayName(way) : '',
      shortClients(level),
      ...BILL_GROUPS.map((group) => ms(bill.groupMs[group])),
      ms(bill.residualMs),
    ]),
    notes: [],
  };
}

function clientsTable({ ways }: ClientsGroup): AdviceTable {
  const levels = ways.flatMap((way) => way.levels.map((level) => ({ way, level })));
  const times = levels.flatMap(({ level }) => [level.medianMs, level.p95Ms]);
  const decimals = decimalsFor(times);
  const ms = (value: number | null) => (value === null ? '–' : grouped(value, decimals).replace('-', '−'));
  const share = (value: number | null | undefined) => (value == null ? '–' : percent(value, 0));
  return {
    title: 'Times by clients at once',
    columns: [
      { title: 'way', align: 'left' },
      { title: 'clients', align: 'left' },
      { title: 'median ms', align: 'right' },
      { title: 'p95 ms', align: 'right' },
      { title: 'cores', align: 'right' },
      { title: 'process', align: 'right' },
      { title: 'asked/s', align: 'right' },
      { title: 'busy', align: 'right' },
    ],
    rows: levels.map(({ way, level }) => [
      level === way.levels[0] ? wayName(way) : '',
      shortClients(level),
      ms(level.medianMs),
      ms(level.p95Ms),
      ms(level.machineMs),
      ms(level.targetMs),
      level.seen === null ? '–' : grouped(level.seen.perSecond, level.seen.perSecond < 10 ? 1 : 0),
      share(level.seen?.targetBusyShare),
    ]),
    notes: [
      'cores: what the median loses while the same load is on a copy of the target, on the same cores; process: what it loses beyond that, since one process answers all; a server of its own loses both, but for what k6 and the client take of this machine',
      'busy: of the time of the cores that the target has',
      ...sayLateness(ways),
      ...ways.flatMap(sayCarried),
      ...ways.flatMap(sayWaiting),
    ],
  };
}

/** The generator's own, which no client had a part in; of loads by a rate of which nothing was dropped. */
function sayLateness(ways: readonly ClientsWay[]): readonly string[] {
  const all = ways.flatMap(({ levels }) => levels.flatMap(({ seen }) => seen?.worstLatenessP99Ms ?? []));
  if (all.length === 0) return [];
  const worstMs = Math.max(...all);
  const late = worstMs < 1 ? 'less than 1 ms' : `${grouped(worstMs)} ms`;
  return [`k6 itself began one request in a hundred ${late} late, in the session in which it was worst`];
}

/** What the model says beside what was measured, so that everybody sees how far it holds here. */
function sayWaiting(way: ClientsWay): readonly string[] {
  const told = way.levels.flatMap((level) =>
    level.waiting === undefined ? [] : [{ level, ...level.waiting }],
  );
  if (told.length === 0) return [];
  const decimals = decimalsFor(told.flatMap(({ foreseenMs, measuredMs }) => [foreseenMs[1], measuredMs]));
  const ms = (value: number) => grouped(value, decimals);
  const each = told.map(
    ({ level, foreseenMs: [least, most], measuredMs }) =>
      `${ms(least)} to ${ms(most)} ms with ${shortClients(level)} (measured ${ms(measuredMs)})`,
  );
  return [`${wayName(way)}: by CPU time and rate alone a request waits on average ${each.join('; ')}`];
}

/** Its cell's name, without its clients. */
export function wayName({ cell, levels: [level] }: ClientsWay): string {
  return cell.replace(` clients=${level?.clients}`, '');
}

function shortClients({ clients }: ClientsLevel): string {
  return clients === '0' ? 'none' : sayClients(parseClients(clients)!).replace(/ clients? at once/, '');
}

function sayCarried(way: ClientsWay): readonly string[] {
  if (way.carries === null) return [];
  const { cpuMsEach, askedPerSecond, perSecond, clients } = way.carries;
  const many = clients === null ? '' : `, ${grouped(clients)} clients at that rate`;
  return [
    `${wayName(way)}: ${grouped(cpuMsEach, decimalsFor([cpuMsEach]))} ms of CPU a request, as a copy took at ${grouped(askedPerSecond)} a second, fill the target’s cores at ${grouped(perSecond)} requests a second${many} (a model: waiting grows long before, and a process that is asked for more may take less for each)`,
  ];
}

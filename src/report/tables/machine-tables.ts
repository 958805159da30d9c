// What the machines of a merged record say, each by itself: who they are, and how far their answers lie
// apart. The same in every report.

import { sayBytes } from '../../base/figures/bytes.ts';
import { grouped } from '../../base/figures/numbers.ts';
import { count, listed } from '../../base/figures/plurals.ts';
import { between, times } from '../../base/figures/ratios.ts';
import { FEWEST_MACHINES } from '../../base/least-evidence.ts';
import type { RunFile } from '../../record/record.ts';
import type { Comparison, OnMachine } from '../../summary/comparisons/comparison.ts';
import type { MachineSummary, Summary } from '../../summary/summary.ts';
import type { AdviceTable } from '../advice/tables.ts';
import { withShortNames } from '../terminal/fitted-table.ts';
import { makeTables } from '../words/groups.ts';
import { type CellName, cellNames } from './index-tables.ts';

/** In a terminal. */
const MOST_MACHINES = 6;
const MOST_ANSWERS = 6;

/** None of one machine. `width`: of a terminal, where rows are few and long names are cut. */
export function machineTables(run: RunFile, summary: Summary, width?: number): readonly AdviceTable[] {
  const { machines = [], comparisons } = summary;
  if (machines.length < 2) return [];
  const torn = comparisons.flatMap((each) => (each.asked && each.onMachines !== undefined ? [each] : []));
  const tables = [machinesTable(machines, width)];
  if (torn.length > 0) tables.push(answersTable(run, summary, torn, machines, width));
  return tables.map((table) => (width === undefined ? table : withShortNames(table, width)));
}

/** `10 machines: the intervals are of machines such as these`. */
export function sayWhichMachines(measured: number): string {
  return measured < FEWEST_MACHINES
    ? `${count(measured, 'machine')} say too little of others: ratios and their intervals are of these`
    : `ratios are means over ${count(measured, 'machine')}, and their intervals are of machines such as these`;
}

function machinesTable(machines: readonly MachineSummary[], width?: number): AdviceTable {
  const shown = machines.slice(0, width === undefined ? machines.length : MOST_MACHINES);
  const twins = machines.filter(({ twinsThatDiffer }) => twinsThatDiffer > 0).map(({ name }) => name);
  return {
    title: 'The machines',
    columns: [
      { title: 'machine', align: 'left' },
      { title: '', align: 'left' },
      { title: 'memory', align: 'right' },
      { title: 'records', align: 'right' },
      { title: 'sessions', align: 'right' },
    ],
    rows: shown.map(({ name, cpu, cores, node, memoryBytes, records, sessions }) => [
      node === undefined ? `${cpu}, ${count(cores, 'core')}` : `${node}, asked from ${cpu}`,
      name,
      // Nobody says how much a node has.
      node === undefined ? sayBytes(memoryBytes) : '',
      grouped(records),
      grouped(sessions),
    ]),
    notes: [
      ...more(machines.length - shown.length, 'machine'),
      ...(twins.length === 0
        ? []
        : [
            `a twin differs from its cell on ${listed(twins)}: merge without ${twins.length === 1 ? 'it' : 'them'}`,
          ]),
    ],
  };
}

/** Those that are furthest apart come first. */
function answersTable(
  run: RunFile,
  summary: Summary,
  asked: readonly Comparison[],
  machines: readonly MachineSummary[],
  width?: number,
): AdviceTable {
  const names = cellNames(makeTables(summary, run.study), run);
  const all = asked
    .map((comparison) => ({ comparison, ends: endsOf(comparison.onMachines!) }))
    .toSorted((a, b) => b.ends.high.ratio / b.ends.low.ratio - a.ends.high.ratio / a.ends.low.ratio);
  const shown = all.slice(0, width === undefined ? all.length : MOST_ANSWERS);
  const onMachine = ({ ratio, machine }: OnMachine) => `${times(ratio)} ${machines[machine]!.name}`;
  return {
    title: 'What each machine says by itself, those furthest apart first',
    columns: [
      { title: 'compared', align: 'left' },
      { title: 'all', align: 'right' },
      { title: '', align: 'right' },
      { title: 'lowest', align: 'right' },
      { title: 'highest', align: 'right' },
    ],
    rows: shown.map(({ comparison, ends }) => [
      sayPair(comparison, names),
      times(comparison.ratio),
      between(comparison.interval),
      onMachine(ends.low),
      onMachine(ends.high),
    ]),
    notes: [
      ...more(all.length - shown.length, 'comparison'),
      'above 1 the first is the faster one; no cell is held against one of another machine',
    ],
  };
}

function endsOf(onMachines: readonly OnMachine[]): { readonly low: OnMachine; readonly high: OnMachine } {
  const order = onMachines.toSorted((a, b) => a.ratio - b.ratio);
  return { low: order[0]!, high: order.at(-1)! };
}

/** `xml, json · 10 objects` */
function sayPair({ a, b }: Comparison, names: ReadonlyMap<string, CellName>): string {
  const [one, other] = [names.get(a), names.get(b)];
  const where = one?.table ?? '';
  return `${one?.label ?? a}, ${other?.label ?? b}${where === '' ? '' : ` · ${where}`}`;
}

function more(left: number, noun: string): readonly string[] {
  return left === 0 ? [] : [`${count(left, `more ${noun}`)} in --format md and html`];
}

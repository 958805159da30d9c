// The bill: a cell's phases gathered into the four groups that people ask about, with the residual beside them. A cell
// of messages has that of one message, means over its sequences.

import type { CellSummary } from '../../summary/summary.ts';
import { isMessages } from '../../wire/factors.ts';
import type { Phase } from '../../wire/sample.ts';

export const BILL_GROUPS = ['server', 'network', 'browser', 'client'] as const;
export type BillGroup = (typeof BILL_GROUPS)[number];

const GROUP_OF: Readonly<Record<Exclude<Phase, 'residual'>, BillGroup>> = {
  'server.decode': 'server',
  'server.compute': 'server',
  encode: 'server',
  compress: 'server',
  connect: 'network',
  tls: 'network',
  network: 'network',
  transfer: 'network',
  transport: 'network',
  queue: 'browser',
  stall: 'browser',
  delivery: 'browser',
  check: 'browser',
  'client.encode': 'client',
  decompress: 'client',
  decode: 'client',
  'client.compute': 'client',
};

/** Phases in the order in which the bill draws them: by group, and by time within it. */
export const BILL_ORDER = Object.keys(GROUP_OF) as readonly Exclude<Phase, 'residual'>[];

/** What messages have beside transport, which is what these leave over. */
const OF_MESSAGES = ['client.encode', 'encode', 'decode', 'server.decode', 'check'] as const;

export const PHASE_TITLES: Readonly<Record<Phase, string>> = {
  'server.compute': 'compute on the server',
  encode: 'encode',
  compress: 'compress',
  connect: 'connect',
  tls: 'TLS',
  network: 'first byte',
  transfer: 'transfer',
  queue: 'queue',
  stall: 'stall',
  delivery: 'delivery',
  decompress: 'decompress',
  decode: 'decode',
  'client.compute': 'compute on the client',
  'client.encode': 'encode on the client',
  'server.decode': 'decode on the server',
  transport: 'transport',
  check: 'checking, by the lab',
  residual: 'residual',
};

export interface BillItem {
  readonly phase: Phase;
  readonly group: BillGroup;
  readonly meanMs: number;
  readonly estimated: boolean;
  readonly batched: boolean;
}

export interface Bill {
  readonly items: readonly BillItem[];
  readonly groupMs: Readonly<Record<BillGroup, number>>;
  /** Mean total less the items; negative where the items add up to more. */
  readonly residualMs: number;
  readonly totalMs: number;
}

export function groupOf(phase: Exclude<Phase, 'residual'>): BillGroup {
  return GROUP_OF[phase];
}

/** null where the cell was not measured. Means, because means add up and medians do not. */
export function billOf(cell: CellSummary): Bill | null {
  if (cell.totalMs === null) return null;
  const share = isMessages(cell.factors) ? 1 / cell.factors.n : 1;
  const items: BillItem[] = [];
  const groupMs = { server: 0, network: 0, browser: 0, client: 0 };
  for (const phase of BILL_ORDER) {
    const all = cell.phases[phase];
    if (all === undefined) continue;
    const meanMs = all * share;
    const group = GROUP_OF[phase];
    groupMs[group] += meanMs;
    items.push({
      phase,
      group,
      meanMs,
      estimated: cell.estimated.includes(phase),
      batched: cell.batched.includes(phase),
    });
  }
  const found = items.reduce((sum, item) => sum + item.meanMs, 0);
  const totalMs = cell.totalMs.mean * share;
  const { residual } = cell.phases;
  return { items, groupMs, residualMs: residual === undefined ? totalMs - found : residual * share, totalMs };
}

/**
 * Whether there is anything to tell apart: of messages that nobody encodes or decodes all the time is transport, and the
 * items of paced ones are no parts of their total.
 */
export function isItemised({ factors, phases, totalMs }: CellSummary): boolean {
  if (totalMs === null || !isMessages(factors)) return totalMs !== null;
  return phases.transport !== undefined && OF_MESSAGES.some((phase) => (phases[phase] ?? 0) > 0);
}

/** Below this share of every bill an item is shown in none: it would be a name without anything to see. */
const WORTH_SHOWING = 0.0005;

/** The phases worth a line (or a colour) in any of the bills, in the order of the bill. */
export function shownPhases(bills: readonly Bill[]): readonly Exclude<Phase, 'residual'>[] {
  return BILL_ORDER.filter((phase) =>
    bills.some(({ items, totalMs }) =>
      items.some((item) => item.phase === phase && item.meanMs >= WORTH_SHOWING * totalMs),
    ),
  );
}

/** Transport takes what is left over of messages: a residual is only what both sides did at the same time. */
export function hasResidual({ residualMs, totalMs }: Bill): boolean {
  return Math.abs(residualMs) >= WORTH_SHOWING * Math.abs(totalMs);
}

/** Length of a bill's bar in ms: its items may add up to more than the total. */
export function barMs(bill: Bill): number {
  const found = bill.items.reduce((sum, item) => sum + Math.max(0, item.meanMs), 0);
  return found + Math.max(0, bill.residualMs);
}

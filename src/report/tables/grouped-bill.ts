// The bill as people read it: a cell's items gathered into the four groups that people ask about, with the
// residual beside them. A cell of messages has that of one message, means over its sequences.

import { isSequence } from '../../factors/cell.ts';
import {
  BILL_GROUPS,
  BILL_ORDER,
  type BilledPhase,
  type BillGroup,
  groupOf,
  hasItem,
  isEvident,
} from '../../items/items.ts';
import type { CellSummary } from '../../summary/summary.ts';

/** What messages have beside transport, which is what these leave over. */
const OF_MESSAGES = BILL_ORDER.filter((phase) => hasItem('sequence', phase) && isEvident(phase));

export interface BillItem {
  readonly phase: BilledPhase;
  readonly group: BillGroup;
  readonly meanMs: number;
  readonly estimated: boolean;
  readonly batched: boolean;
  /** Half of its interval's width, ms; null where none is known. */
  readonly halfWidthMs: number | null;
}

export interface GroupedBill {
  readonly items: readonly BillItem[];
  /** Items of which the run can only say within what they lie: their time stands in others. */
  readonly untold: readonly BilledPhase[];
  readonly groupMs: Readonly<Record<BillGroup, number>>;
  /** Mean total less the items; negative where the items add up to more. */
  readonly residualMs: number;
  readonly totalMs: number;
}

/** null where the cell was not measured. Means, because means add up and medians do not. */
export function groupedBill(cell: CellSummary): GroupedBill | null {
  if (cell.totalMs === null) return null;
  const share = isSequence(cell.factors) ? 1 / cell.factors.n : 1;
  const items: BillItem[] = [];
  const groupMs = Object.fromEntries(BILL_GROUPS.map((group) => [group, 0])) as Record<BillGroup, number>;
  for (const phase of BILL_ORDER) {
    const all = cell.phases[phase];
    if (all === undefined) continue;
    const meanMs = all * share;
    const group = groupOf(phase);
    groupMs[group] += meanMs;
    items.push({
      phase,
      group,
      meanMs,
      estimated: cell.estimated.includes(phase),
      batched: cell.batched.includes(phase),
      halfWidthMs: halfWidthMs(cell, phase),
    });
  }
  const itemsMs = items.reduce((sum, item) => sum + item.meanMs, 0);
  const totalMs = cell.totalMs.mean * share;
  const { residual } = cell.phases;
  return {
    items,
    untold: BILL_ORDER.filter((phase) => isUntold(cell, phase)),
    groupMs,
    residualMs: residual === undefined ? totalMs - itemsMs : residual * share,
    totalMs,
  };
}

/** Shown as `?`. */
export const UNTOLD_MARK = '?';
export const UNTOLD_NOTE = '? too few pairs of answers to tell: in transfer and delivery';

export function isUntold({ intervals, phases }: CellSummary, phase: BilledPhase): boolean {
  return intervals?.[phase] !== undefined && phases[phase] === undefined;
}

/** Of an estimated item, whose interval lies evenly around it. */
export function halfWidthMs({ intervals }: CellSummary, phase: BilledPhase): number | null {
  const [low, high] = intervals?.[phase] ?? [];
  if (low === undefined || high === undefined || high === Number.MAX_VALUE) return null;
  return (high - low) / 2;
}

/**
 * Whether there is anything to tell apart: of messages that nobody encodes or decodes all the time is
 * transport, and the items of paced ones are no parts of their total.
 */
export function isItemised({ factors, phases, totalMs }: CellSummary): boolean {
  if (totalMs === null || !isSequence(factors)) return totalMs !== null;
  return phases.transport !== undefined && OF_MESSAGES.some((phase) => (phases[phase] ?? 0) > 0);
}

/** Below this share of every bill an item is shown in none: it would be a name without anything to see. */
const WORTH_SHOWING = 0.0005;

/** The phases worth a line (or a colour) in any of the bills, in the order of the bill. */
export function shownPhases(bills: readonly GroupedBill[]): readonly BilledPhase[] {
  return BILL_ORDER.filter((phase) =>
    bills.some(
      ({ items, untold, totalMs }) =>
        untold.includes(phase) ||
        items.some((item) => item.phase === phase && item.meanMs >= WORTH_SHOWING * totalMs),
    ),
  );
}

/** Transport takes what is left over of messages: a residual is only what both sides did at the same time. */
export function hasResidual({ residualMs, totalMs }: GroupedBill): boolean {
  return Math.abs(residualMs) >= WORTH_SHOWING * Math.abs(totalMs);
}

/** Length of a bill's bar in ms: its items may add up to more than the total. */
export function barMs(bill: GroupedBill): number {
  const itemsMs = bill.items.reduce((sum, item) => sum + Math.max(0, item.meanMs), 0);
  return itemsMs + Math.max(0, bill.residualMs);
}

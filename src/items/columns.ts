// Where a sample holds the items. Items that requests have stand in the sample itself, under the names of its
// columns. Items that only calls or only sequences have stand in its members `call` and `messages`. All lists
// are made once, when this file is loaded.

import type { CellKind } from '../factors/factor.ts';
import {
  type ColumnOf,
  columnOf,
  hasItem,
  ITEMS,
  isPosted,
  PHASES,
  type PhaseOf,
  type PhaseWith,
  type PostedPhase,
} from './items.ts';

type SamplePhase = Extract<PostedPhase, PhaseOf<'request'>>;
type CallPhase = Exclude<Extract<PostedPhase, PhaseOf<'call'>>, SamplePhase>;
type SequencePhase = Exclude<Extract<PostedPhase, PhaseOf<'sequence'>>, SamplePhase>;
/** Times that samples may lack. */
export type AbsentColumn = ColumnOf<Extract<PostedPhase, PhaseWith<{ readonly mayBeAbsent: true }>>>;

/**
 * requestStart → responseStart. It is no item of its own because it holds items of the network and the
 * server.
 */
const WAIT = 'waitMs';

/** Times of a sample. */
export type TimeColumn = ColumnOf<SamplePhase> | typeof WAIT;
export type CallColumn = ColumnOf<CallPhase>;
export type SequenceColumn = ColumnOf<SequencePhase>;

type Times<Column extends string> = {
  readonly [C in Exclude<Column, AbsentColumn>]: number;
} & { readonly [C in Extract<Column, AbsentColumn>]?: number };

/** In ms; the sum if an exchange has several requests. */
export type SampleTimes = Times<TimeColumn>;
export type CallTimes = Times<CallColumn>;
export type SequenceTimes = Times<SequenceColumn>;

/** Items that stand in the sample itself. */
export const SAMPLE_PHASES = PHASES.filter(
  (phase): phase is SamplePhase => isPosted(phase) && isInSample(phase),
);

/** In the order of time. The wait stands before the items that the target reports from it. */
export const TIME_COLUMNS: readonly TimeColumn[] = SAMPLE_PHASES.flatMap((phase, i) => {
  const isFirstInWait = isInWait(phase) && !SAMPLE_PHASES.slice(0, i).some(isInWait);
  return isFirstInWait ? [WAIT, columnOf(phase)] : [columnOf(phase)];
});

/**
 * Times that follow one another, from the call to the desired state: they add up to the total, except for the
 * residual.
 */
export const SPAN_COLUMNS: readonly TimeColumn[] = TIME_COLUMNS.filter(
  (column) => !SAMPLE_PHASES.some((phase) => columnOf(phase) === column && isInWait(phase)),
);

/** Times that stand in member `call`. */
export const CALL_COLUMNS: readonly CallColumn[] = phasesBeside('call').map(
  (phase) => columnOf(phase) as CallColumn,
);

/** Times that stand in member `messages`. */
export const SEQUENCE_COLUMNS: readonly SequenceColumn[] = phasesBeside('sequence').map(
  (phase) => columnOf(phase) as SequenceColumn,
);

const ABSENT_COLUMNS: ReadonlySet<string> = new Set(
  PHASES.filter((phase) => isPosted(phase) && ITEMS[phase].mayBeAbsent === true).map(
    (phase) => ITEMS[phase].column!,
  ),
);

/** Whether samples may lack it; a missing time is 0. */
export function mayBeAbsent(column: string): boolean {
  return ABSENT_COLUMNS.has(column);
}

/** Its name in CSV and Parquet, where columns of sequences may have the same name. */
export function callTableColumn(column: CallColumn): string {
  const phase = phasesBeside('call').find((each) => columnOf(each) === column)!;
  return ITEMS[phase].callTableColumn ?? column;
}

/** 0 of every time that a sample must have. */
export const NO_TIMES: SampleTimes = Object.fromEntries(
  TIME_COLUMNS.filter((column) => !mayBeAbsent(column)).map((column) => [column, 0]),
) as unknown as SampleTimes;

/** Whether it stands in the sample itself, whatever kind the cell is. */
export function isInSample(phase: PostedPhase): phase is SamplePhase {
  return hasItem('request', phase);
}

function phasesBeside(kind: CellKind): readonly PostedPhase[] {
  return PHASES.filter(isPosted).filter((phase) => hasItem(kind, phase) && !isInSample(phase));
}

function isInWait(phase: PostedPhase): boolean {
  return ITEMS[phase].source === 'server-timing';
}

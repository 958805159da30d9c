// Typed warnings: data in the record, printed once at the end of every report.

export type WarningKind =
  | 'cpu-pressure'
  | 'outside-load'
  | 'hidden-page'
  | 'link-disturbed'
  | 'modelled-network'
  | 'coarse-clock'
  | 'drift'
  | 'few-sessions'
  | 'timing-doubtful'
  | 'reconnected'
  | 'not-cold'
  | 'items-do-not-add-up'
  | 'streamed-compression'
  | 'cell-failed'
  | 'cell-skipped'
  | 'session-failed'
  | 'interrupted'
  | 'damaged-record'
  | 'noise-floor-high'
  | 'clock-error'
  | 'long-set-up'
  | 'late-first-message'
  | 'repeated-records'
  | 'checked-meanwhile'
  | 'rate-not-reached'
  | 'reordered'
  | 'items-overlap'
  | 'no-index'
  | 'environment';

export interface Warning {
  readonly kind: WarningKind;
  /** What was seen, with its figure. */
  readonly what: string;
  /** What to do about it, knowing what is already on; empty where nothing can be done. */
  readonly advice: string;
  /** Session index, where it belongs to one. */
  readonly session: number | null;
}

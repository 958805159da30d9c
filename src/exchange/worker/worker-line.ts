// What the two ends of a worker say to each other. What a user of the data would send goes by the worker's
// own line: an order there, the objects back. All that is ours goes by a second one, `control`, and never
// while an exchange is timed.

import type { DataValue } from '../../data/schema.ts';
import type { CellSpec, ProbeJob, ProbeResult } from '../../wire/agent-protocol.ts';
import type { RequestTimings } from '../connections/resource-entries.ts';
import type { ExchangeMarks } from '../request-exchange.ts';

/** What is asked of the worker: to get the objects of a cell from these URLs. */
export interface Order {
  readonly cell: string;
  readonly urls: readonly string[];
  /** Of a call: what it asks for, not yet encoded. */
  readonly request?: DataValue;
}

/** Asks for nothing. */
export const NO_ORDER: Order = { cell: '', urls: [] };

/** A worker as its owner sees it; a page's and Node's differ in little else. */
export interface WorkerLine {
  send(order: Order): void;
  /**
   * Called whenever objects have come; `read` hands them over. Where the platform decodes a message only when
   * it is read, that takes its time.
   */
  onObjects: ((read: () => DataValue) => void) | null;
  /** The worker has ended, or could not start. */
  onEnd: ((reason: string) => void) | null;
  readonly control: MessagePort;
}

/** A worker as it sees itself. */
export interface OwnerLine {
  send(objects: DataValue): void;
  onOrder: ((order: Order) => void) | null;
}

/** What a worker answers to, by the kind of question. Stamps in answers are in the worker's clock. */
export interface Answers {
  clock: { readonly nowMs: number; readonly timeOriginMs: number };
  prepare: null;
  /** Of the exchange that sent the last objects. */
  marks: WorkerMarks;
  get: null;
  entries: readonly (readonly [url: string, entries: readonly RequestTimings[]])[];
  probe: ProbeResult;
  /** Objects of this many records by the worker's own line. */
  objects: null;
  /** Gives up what is under way. */
  abort: null;
}

/** Its `endMs` is that before the objects were sent. */
export type WorkerMarks = Omit<ExchangeMarks, 'value'>;

export type Question =
  | { readonly kind: 'clock' }
  | { readonly kind: 'marks' }
  | { readonly kind: 'abort' }
  | { readonly kind: 'prepare'; readonly spec: CellSpec }
  | { readonly kind: 'get'; readonly url: string }
  | { readonly kind: 'entries'; readonly urls: readonly string[] }
  | { readonly kind: 'objects'; readonly count: number }
  | { readonly kind: 'probe'; readonly spec: CellSpec; readonly clockStepUs: number; readonly job: ProbeJob };

export interface Asked {
  readonly id: number;
  readonly question: Question;
}

/** `id` −1: of an order, which has no answer by this line where all is well. */
export type Answered =
  | { readonly id: number; readonly answer: Answers[keyof Answers] }
  | { readonly id: number; readonly failed: string };

export const OF_AN_ORDER = -1;

// What a page is told of something that the lab does for it: all of it each time, so that a page which comes
// late, or comes back, knows as much as one that followed from the beginning.

import type { Trust } from '../../run/events.ts';
import type { Failure } from '../server/say-failure.ts';

/** So rarely is a page told of what goes on within a session: watching is to take nothing from it. */
export const WHILE_MEASURING_MS = 5_000;

export type JobState = 'waiting' | 'going' | 'done' | 'stopped' | 'failed';

/** It waits or goes on. */
export function isOpen({ state }: { readonly state: JobState }): boolean {
  return state === 'waiting' || state === 'going';
}

const RANK: Readonly<Record<JobState, number>> = { waiting: 0, going: 1, done: 2, stopped: 2, failed: 2 };

/** The answer to a start may come after events that tell what it has come to since. */
export function isEarlier(
  { state }: { readonly state: JobState },
  than: { readonly state: JobState },
): boolean {
  return RANK[state] < RANK[than.state];
}

/** What such jobs go on with is measured. */
const MEASURING = new Set(['run', 'advise', 'measure', 'messages']);

export function isOfMeasuring({ kind }: Pick<JobSnapshot, 'kind'>): boolean {
  return MEASURING.has(kind);
}

/**
 * Something is measured, and whatever else the lab does would disturb it. While a question waits for its
 * answer, or a session for somebody with another device, nothing is, however long that takes.
 */
export function isMeasured(job: Pick<JobSnapshot, 'kind' | 'state' | 'question' | 'outside'>): boolean {
  return job.state === 'going' && job.question === null && isOfMeasuring(job) && !isWaitedFor(job.outside);
}

/** Of sessions at once, others may go on meanwhile. */
function isWaitedFor(outside: OutsideFacts | null): boolean {
  return outside?.isWanted === true && outside.clients.every(({ measures }) => !measures);
}

/** What a page is told first, each time it connects. */
export interface Hello {
  /** Ids of all that the lab knows: what is not among them goes on no more. */
  readonly known: readonly number[];
}

export interface JobSnapshot {
  readonly id: number;
  /** What its result is read as: `sizes`, `advise`, … */
  readonly kind: string;
  readonly title: string;
  /** Which data it is about, where it is about any: the same text for the same data. */
  readonly about?: string;
  readonly state: JobState;
  /** Title of what goes on before it, while it waits. */
  readonly waitsFor: string | null;
  readonly progress: ProgressFigures;
  /** Notes, in the order in which they came. */
  readonly notes: readonly string[];
  /** What it asks of whoever started it, and waits for; null: nothing. */
  readonly question: string | null;
  /** Somebody with another device is to measure; null: nobody is. */
  readonly outside: OutsideFacts | null;
  /** Folder of its record, where it leaves one. */
  readonly record: string | null;
  readonly result: unknown;
  readonly failure: Failure | null;
}

export interface OutsideFacts {
  /** The address to open there. */
  readonly url: string;
  /** Other addresses of this machine; absent: it has none, or somebody has chosen this one. */
  readonly others?: readonly string[];
  /** What the browser there is to trust; null: nothing, since it comes over plain HTTP. */
  readonly trust: Trust | null;
  /** A session waits for somebody. */
  readonly isWanted: boolean;
  /** Who came, the last one last. */
  readonly clients: readonly OutsideClient[];
  /** Devices that are there, and have joined no session yet: of those nothing else is known. */
  readonly newcomers: number;
}

/** A browser, by what it says of itself. */
export interface OutsideClient {
  readonly engine: string;
  readonly engineVersion: string;
  readonly userAgent: string;
  /** Of a page that is too old to say one: what its browser calls itself. */
  readonly device: string;
  readonly cores: number;
  /** Smallest step of its clock. */
  readonly clockStepUs: number;
  readonly crossOriginIsolated: boolean;
  /** Sessions that it has joined. */
  readonly sessions: number;
  /** It is in a session now. */
  readonly measures: boolean;
  /** Its page is there, in a session or waiting for one; null where it is too old to say. */
  readonly isThere: boolean | null;
  /** Its browser watches the lab, too, as far as anybody can tell. */
  readonly watches: boolean;
}

export interface ProgressFigures {
  readonly doing: string;
  /** A session's exchanges go on, and the page is told of them every `WHILE_MEASURING_MS` at most. */
  readonly isMeasuring: boolean;
  /** Before there is a run: so many of so many are done; absent: nobody can say, or there is one. */
  readonly steps?: { readonly done: number; readonly of: number };
  /** Of the sessions, or of such steps, 0 to 1; null where there are none. */
  readonly share: number | null;
  readonly leftMs: number | null;
  readonly exchanges: number;
  readonly sessionsDone: number;
  readonly sessionsPlanned: number;
  /** After how many sessions the run looks next at what it has, and in which time; null where it does not. */
  readonly nextLook: { readonly sessions: number; readonly inMs: number } | null;
  /** How many questions were open at each look. */
  readonly looks: readonly { readonly sessions: number; readonly open: number }[];
  /** What was measured at the last look, by network, the quickest first. */
  readonly race: readonly RaceCell[];
}

export interface RaceCell {
  readonly id: string;
  readonly network: string;
  readonly medianMs: number;
  readonly interval: readonly [number, number];
  /** The interval of the look before; null where there was none. */
  readonly before: readonly [number, number] | null;
  /** The run goes on without it: no open question needs it. */
  readonly isOut: boolean;
}

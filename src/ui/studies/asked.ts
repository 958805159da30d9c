// What the section of studies asks the lab, and what it is told. What a study may say is the lab's to know:
// the page has its JSON Schema, and asks about every text.

import type { Problem } from '../../base/errors.ts';
import type { ShownTable } from '../shell/table.ts';

export interface StudiesFacts {
  /** Where studies of one's own lie and are saved. */
  readonly folder: string;
  readonly studies: readonly ListedStudy[];
  /** Clients that runs may have instead of the study's. */
  readonly browsers: readonly string[];
}

export interface ListedStudy {
  /** What it is opened and run by: the name of one of the project's, or a file of the folder. */
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly isOwn: boolean;
}

export interface StudyText {
  readonly id: string;
  readonly text: string;
  /** Of the file as it was read: who saves it says what was changed. null: there is none. */
  readonly digest: string | null;
}

/** A text as a run would be given it. */
export interface TypedStudy {
  readonly id: string;
  readonly text: string;
}

/** Path of a value in the study: keys, and places in lists. */
export type StudyPath = readonly (string | number)[];

export interface StudyEdit extends TypedStudy {
  readonly path: StudyPath;
  /** null: it is taken away. */
  readonly value: unknown;
}

export interface CheckedStudy {
  /** The text as plain values, as far as it is YAML; null: it is none. */
  readonly value: unknown;
  readonly problems: readonly PlacedProblem[];
  /** What was not looked at: data and URLs, which are read when it is planned. */
  readonly unread: readonly string[];
  /** What is being measured, which a whole check would disturb: only the YAML was read. null: nothing is. */
  readonly waitsFor: string | null;
}

export interface PlacedProblem extends Problem {
  /** From 1; null: of the whole. */
  readonly line: number | null;
}

/** What a plan comes to, in the words of `wirefare plan`. */
export interface PlannedResult {
  readonly title: string;
  /** `18 of 21 cells`, `12 sessions`, `55 s` …, each with what it counts. */
  readonly facts: readonly (readonly [figure: string, of: string])[];
  readonly tables: readonly ShownTable[];
  /** What the budget, the sessions or a clock do not allow. */
  readonly shortcomings: readonly string[];
  readonly notes: readonly string[];
  /** All of it, as the terminal has it. */
  readonly text: string;
}

/** A record as it may be gone on with. */
export interface ResumableRecord {
  readonly name: string;
  readonly title: string;
  readonly status: string;
  readonly says: string;
  /** Why it cannot be gone on with; null: it can. */
  readonly refusal: string | null;
  /** `1/3`, of a share of a plan: it can be given neither more time nor a precision. */
  readonly share: string | null;
  /** Of a record of another machine, that its predictions are of that one; null: it is of this one. */
  readonly otherMachine: string | null;
  readonly notKept: NotKept;
  /** Which certificates were taken of its URLs over TLS; null: it has none. */
  readonly certificate: 'any' | 'trusted' | null;
}

/** What a record keeps not of its URLs, since it may be secret, and whoever goes on gives again. */
export interface NotKept {
  /** Names of headers. */
  readonly headers: readonly string[];
  /** Addresses that it has in part, as it shows them. */
  readonly addresses: readonly string[];
}

/** A place between what was measured, as the sliders of a report have it. */
export interface Point {
  readonly record: string;
  /** Which of several browsers or targets, counted from 0. */
  readonly group: number;
  readonly mbits: number;
  readonly rttMs: number;
  readonly n: number;
}

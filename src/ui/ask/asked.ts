// What the section Ask tells the lab, and what it is told: flags are those of the verbs `sizes`, `advise` and
// `measure`, so that the page knows nothing that the command line does not.

import { MOST_FILE_BYTES } from '../../base/files/largest-file.ts';

export interface AskFacts {
  readonly networks: readonly { readonly name: string; readonly says: string }[];
  /** What data may be said to be. */
  readonly kinds: readonly string[];
  readonly formats: readonly string[];
  readonly compressions: readonly string[];
  readonly browsers: readonly string[];
  readonly defaults: Readonly<Record<'network' | 'budget' | 'browser', string>>;
  readonly mostBytes: number;
}

/** Data by the id of an upload, or an address. */
export interface PayloadAsked {
  readonly upload?: string;
  readonly url?: string;
  /** Of the tab that asks: what it asks twice is done once. */
  readonly tab?: string;
  readonly flags: Readonly<Record<string, unknown>>;
}

/**
 * While something is measured no more is taken than is received in a few milliseconds; most data are no
 * longer.
 */
export const MOST_WHILE_MEASURED_BYTES = 1_000_000;

/** Data that are about to be sent. */
export interface RoomAsked {
  readonly name: string;
  readonly bytes: number;
}

/** Flags that say how data are read. */
const READING_FLAGS = ['path', 'from', 'answers'] as const;

/**
 * Which data a job of this kind is about: the same text for the same data, read in the same way. An address
 * is measured whole, whatever part of it advice would be about.
 */
export function aboutData(kind: string, { upload, url, flags }: PayloadAsked): string {
  const read = READING_FLAGS.map((name) => String(flags[name] ?? '').trim());
  return JSON.stringify([url ?? upload, ...(kind === 'measure' ? [] : read)]);
}

/** What is said of a file with more bytes than the page takes; the terminal has a limit too. */
export function sayTooLarge(bytes: number, mostBytes: number): string {
  const megabytes = (some: number) => Math.round(some / 1_000_000);
  const elsewhere = bytes > MOST_FILE_BYTES ? '' : ', or in a terminal: wirefare advise FILE';
  return `has ${megabytes(bytes)} MB, and the page takes ${megabytes(mostBytes)} MB: a part of it tells as much${elsewhere}`;
}

/** What the lab says of data that it has let go. */
export const NO_LONGER_HERE = 'is no longer here: drop it again';

/**
 * How data are sent today, as two fields of the form say it; a field that is left takes what the data show.
 */
export interface TodayChosen {
  /** Empty: as it came. */
  readonly format: string;
  readonly compression: string;
}

/**
 * In the word that `advise --today` reads. Empty: all as it came. `shown`: what the data show; null while
 * nobody has read them. Throws an Error where that is needed and not known.
 */
export function todayFlag(chosen: TodayChosen, shown: TodayChosen | null): string {
  if (chosen.format === '' && chosen.compression === '') return '';
  const format = chosen.format || shown?.format;
  if (format === undefined)
    throw new Error('Choose the format in which it is sent today, or wait until the data are read.');
  // Another format than the one that came says nothing of how that was compressed.
  const came = chosen.format === '' || chosen.format === shown?.format ? shown?.compression : undefined;
  const compression = chosen.compression || came || 'none';
  return compression === 'none' ? format : `${format}+${compression}`;
}

// The words of a part's factors, as typed → its levels: known, spelled out (`gzip` → gzip at level 6, `1kB` →
// 1000 bytes), each once.

import { isOverNetwork } from '../../factors/browser.ts';
import {
  type FactorName,
  factorNamed,
  isFactorOf,
  type LevelOf,
  STUDY_FACTOR_NAMES,
  type StudyFactorName,
} from '../../factors/catalogue.ts';
import { type Clients, controlOf } from '../../factors/clients.ts';
import { RANDOM_DATASET } from '../../factors/dataset.ts';
import type { Reading, Word } from '../../factors/factor.ts';
import { parseFormatWord } from '../../factors/format.ts';
import { CALL_WORD, type Procedure } from '../../factors/procedure.ts';
import { REQUEST_WORD } from '../../factors/transport.ts';
import { messageVocabulary } from '../cells/message-words.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import type { WordedFactors } from '../file/worded-file.ts';
import type { FormatWords, Vocabulary } from '../vocabulary.ts';

/**
 * The levels of every factor of a part, in the order typed; none of factors that its cells do not have. Of
 * messages, `protocol`, `direction` and `format` are empty where none is named: what they are then depends on
 * the transport and the dataset.
 */
export type Levels = { readonly [Name in StudyFactorName]: readonly StudyLevel<Name>[] };

/** A format brings its codec along, and a procedure may make calls of a part's requests. */
export type StudyLevel<Name extends StudyFactorName> = Name extends 'format'
  ? FormatLevel
  : Name extends 'procedure'
    ? Procedure | typeof CALL_WORD
    : LevelOf<Name>;

export interface FormatLevel {
  readonly words: FormatWords;
  /** null: the default codec of whichever browser runs it. */
  readonly codec: string | null;
}

export type FactorKey = StudyFactorName;

/** Whether a part sends messages: `request` is none of them. */
export function namesMessages({ transport = [] }: WordedFactors): boolean {
  return asList<string>(transport).some((word) => word !== REQUEST_WORD);
}

/** Adds a problem for every word that is no level and for every level named twice. */
export function resolveLevels(
  typed: WordedFactors,
  pathOf: (factor: FactorKey) => Path,
  vocabulary: Vocabulary,
  problems: ProblemList,
): Levels {
  const kind = namesMessages(typed) ? 'sequence' : 'request';
  const words = kind === 'sequence' ? messageVocabulary(vocabulary) : vocabulary;
  const levels = STUDY_FACTOR_NAMES.map((name) => {
    if (!isFactorOf(kind, name)) return [name, []];
    const list = asList<Word>(typed[name] ?? defaultWords(name, kind, typed));
    const read = (word: Word) => factorNamed(name).read(word, words, kind);
    const known = resolveList(list, Array.isArray(typed[name]), pathOf(name), name, read, problems);
    const made = known.map((word) => levelFor(name, word, words));
    return [name, name === 'clients' ? withControls(made as Clients[]) : made];
  });
  return Object.fromEntries(levels) as Levels;
}

/** Each load is laid on a copy of the target too, whether or not somebody names that. */
function withControls(levels: readonly Clients[]): Clients[] {
  return [...new Set(levels.flatMap((level) => [level, controlOf(level) ?? level]))];
}

/** Random messages are text unless said otherwise; of data there is no format of which all would think. */
function defaultWords(
  name: StudyFactorName,
  kind: 'request' | 'sequence',
  { dataset = RANDOM_DATASET, browser = [] }: WordedFactors,
): readonly Word[] {
  if (name === 'protocol' && kind === 'request' && areOverNetwork(asList<string>(browser))) return ['https1'];
  if (name === 'format' && !asList<string>(dataset).every((word) => word === RANDOM_DATASET)) return [];
  const word = factorNamed(name).byDefault?.[kind];
  return word === undefined ? [] : [word];
}

/** Off loopback a page has the fine clock over HTTPS alone, and such a page reads nothing over plain HTTP. */
function areOverNetwork(browsers: readonly string[]): boolean {
  return browsers.length > 0 && browsers.every(isOverNetwork);
}

function levelFor(name: FactorName, word: Word, { formats }: Vocabulary): unknown {
  if (name === 'procedure' && word === CALL_WORD) return CALL_WORD;
  if (name !== 'format') return factorNamed(name).parse(word);
  const { format, codec } = parseFormatWord(word);
  return { words: formats.find((each) => each.name === format)!, codec };
}

/** The words that are levels, spelled out. */
function resolveList(
  typed: readonly Word[],
  isList: boolean,
  path: Path,
  factor: FactorKey,
  read: (word: Word) => Reading,
  problems: ProblemList,
): Word[] {
  const words: Word[] = [];
  const seen = new Map<Word, Word>();
  for (const [index, word] of typed.entries()) {
    const place = isList ? [...path, index] : path;
    // It may hold a password, so it is not said again.
    if (factor === 'target' && /^https?:\/\//i.test(String(word))) {
      problems.add(
        place,
        'a URL as it stands is written {url: …}, with url, name, headers and more as its keys',
      );
      continue;
    }
    const reading = read(word);
    if ('unknown' in reading) {
      problems.addUnknown(place, factor, word, reading.allowed, reading.inShort);
      continue;
    }
    if ('wrong' in reading) {
      problems.add(place, reading.wrong);
      continue;
    }
    const former = seen.get(reading.word);
    if (former === undefined) words.push(reading.word);
    else problems.add(place, `${word} is there twice${former === word ? '' : `: ${former} means the same`}`);
    seen.set(reading.word, word);
  }
  return words;
}

export function asList<T>(typed: T | readonly T[]): readonly T[] {
  return Array.isArray(typed) ? (typed as readonly T[]) : [typed as T];
}

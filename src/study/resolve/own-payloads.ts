// Data of one's own in a study file: read before the cells are made, and called by their names from then on.
// What reads and keeps them is handed in, so that studies can be parsed without files.

import { messageOf, sayProblem, UserError } from '../../base/errors.ts';
import { quoted, sayUnknownKey } from '../../base/spelling.ts';
import { RANDOM_DATASET } from '../../factors/dataset.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import type { StudyFile } from '../file/study-file.ts';
import {
  OWN_PAYLOAD_KEYS,
  OWN_PAYLOAD_NAME,
  type OwnPayloadFile,
  type OwnPayloadKey,
} from '../file/study-file-payloads.ts';
import type { PayloadRef } from '../study.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { asList } from './resolve-levels.ts';

/** What is to be read. */
export interface PayloadAsk {
  /** As typed. */
  readonly files: readonly string[];
  readonly path: string | null;
  /** Whole numbers that a double would change are refused. */
  readonly exact: boolean;
  /** The file with an earlier answer. */
  readonly dictionary: string | null;
  /** null: from the name of the file. */
  readonly name: string | null;
}

export interface PayloadReader {
  /** Reads the data and keeps them. Rejects with a UserError that says all that is wrong with them. */
  read(ask: PayloadAsk): Promise<PayloadRef>;
}

/** What came of reading each, by `keyOf`: the data, or what is wrong with them. */
export type ReadPayloads = ReadonlyMap<string, PayloadRef | readonly string[]>;

/** Reads each that the file names, once. What is typed wrongly is left for `OwnPayloads` to tell. */
export async function readPayloads(file: StudyFile, reader: PayloadReader): Promise<ReadPayloads> {
  const read = new Map<string, PayloadRef | readonly string[]>();
  for (const typed of typedIn(file)) {
    const ask = readAsk(typed, () => {});
    if (ask === null || read.has(payloadAskKey(ask))) continue;
    read.set(payloadAskKey(ask), await reader.read(ask).catch(listProblems));
  }
  return read;
}

export class OwnPayloads {
  readonly #catalogue: Vocabulary;
  readonly #problems: ProblemList;
  readonly #read: ReadPayloads;
  readonly #own = new Map<string, PayloadRef>();
  readonly #unread: string[] = [];

  constructor(catalogue: Vocabulary, read: ReadPayloads, problems: ProblemList) {
    this.#catalogue = catalogue;
    this.#read = read;
    this.#problems = problems;
  }

  all(): readonly PayloadRef[] {
    return [...this.#own.values()];
  }

  /** Levels of `dataset`: the generated datasets and these. */
  datasets(): readonly string[] {
    return [...this.#catalogue.datasets, ...this.#own.keys(), ...this.#unread];
  }

  /**
   * The word that stands for it from here on. Adds a problem for all that is wrong, and for names that mean
   * two things.
   */
  nameOf(typed: OwnPayloadFile, path: Path): string {
    const ask = readAsk(typed, (key, what) => this.#problems.add(key === null ? path : [...path, key], what));
    const read = ask === null ? [] : (this.#read.get(payloadAskKey(ask)) ?? ['data cannot be read here']);
    if (!('digest' in read)) {
      for (const what of read) this.#problems.add([...path, 'file'], what);
      // The problem stands already; the word only has to be one that nothing else means.
      const word = `unread ${this.#unread.length}`;
      this.#unread.push(word);
      return word;
    }
    const wrong = this.#wrongWith(read);
    if (wrong !== null) this.#problems.add(typed.name === undefined ? path : [...path, 'name'], wrong);
    this.#own.set(read.name, read);
    return read.name;
  }

  #wrongWith({ name, digest, count }: PayloadRef): string | null {
    if ([RANDOM_DATASET, ...this.#catalogue.datasets].includes(name)) {
      return `${name} is a dataset that wirefare generates; give it another name`;
    }
    const former = this.#own.get(name);
    if (former !== undefined && former.digest !== digest) {
      return `other data above (${former.source}) are named ${name} too; give one of them another name`;
    }
    return count === 0 ? 'holds no records: there is nothing to send' : null;
  }
}

/** Every description among the levels of `dataset`, in the order of the file. */
function typedIn({ factors, parts }: StudyFile): OwnPayloadFile[] {
  return [factors, ...(parts ?? []).map((part) => part.factors)]
    .flatMap((each) => asList<string | OwnPayloadFile>(each?.dataset ?? []))
    .filter((level): level is OwnPayloadFile => typeof level === 'object');
}

function payloadAskKey({ files, path, exact, dictionary, name }: PayloadAsk): string {
  return JSON.stringify([files, path, exact, dictionary, name]);
}

/** null where it is not to be read; `wrong` is told of everything, under its key or none. */
function readAsk(
  typed: OwnPayloadFile,
  wrong: (key: string | null, what: string) => void,
): PayloadAsk | null {
  let sound = true;
  const refuse = (key: string | null, what: string) => {
    sound = false;
    wrong(key, what);
  };
  for (const key of Object.keys(typed)) {
    if (Object.hasOwn(OWN_PAYLOAD_KEYS, key)) continue;
    refuse(key, sayUnknownKey(key, Object.keys(OWN_PAYLOAD_KEYS)));
  }
  const checked = <T>(key: OwnPayloadKey, is: (value: unknown) => value is T): T | null => {
    const value = typed[key];
    if (value === undefined) return null;
    if (is(value)) return value;
    const { title, example } = OWN_PAYLOAD_KEYS[key];
    refuse(key, `${quoted(value)} is not ${title}, such as ${example}`);
    return null;
  };
  const text = (key: OwnPayloadKey, is: (value: string) => boolean) =>
    checked(key, (value): value is string => typeof value === 'string' && is(value));
  const path = text('path', (value) => value !== '');
  const exact = checked('exact', (value) => typeof value === 'boolean') ?? false;
  const dictionary = text('dictionary', (value) => value !== '');
  const name = text('name', (value) => OWN_PAYLOAD_NAME.test(value));
  const files = Array.isArray(typed.file) ? (typed.file as unknown[]) : [typed.file];
  if (typed.file === undefined) {
    refuse(null, `file is missing: give ${OWN_PAYLOAD_KEYS.file.title}, such as orders.json`);
  } else if (files.length === 0 || !files.every((file) => typeof file === 'string' && file !== '')) {
    refuse('file', `${quoted(typed.file)} is not ${OWN_PAYLOAD_KEYS.file.title}, such as orders.json`);
  }
  return sound ? { files: files as string[], path, exact, dictionary, name } : null;
}

function listProblems(thrown: unknown): readonly string[] {
  if (thrown instanceof UserError) return thrown.problems.map(sayProblem);
  throw thrown instanceof Error ? thrown : new Error(messageOf(thrown));
}

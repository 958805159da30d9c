// The factors of a study file, as typed: one level or a list of levels each. A filter names some of them.
// Which there are, their help and their words come from their declarations (src/factors).

import { z } from 'zod';
import {
  FACTOR_NAMES,
  type FACTORS,
  type FactorName,
  factorNamed,
  STUDY_FACTOR_NAMES,
  type StudyFactorName,
} from '../../factors/catalogue.ts';
import { MESSAGE_LIMITS } from '../../wire/sequence.ts';
import { wholeVocabulary } from '../cells/message-words.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { type OwnNetworkFile, ownNetworkSchema } from './study-file-networks.ts';
import { type OwnPayloadFile, ownPayloadSchema } from './study-file-payloads.ts';
import { type UrlTargetFile, urlTargetSchema } from './study-file-targets.ts';

type OneOrMore<T> = T | readonly T[];
type Shape<Name extends FactorName> = (typeof FACTORS)[Name]['help']['shape'];
type Typed<Name extends FactorName> =
  Shape<Name> extends 'numbers' ? number : Shape<Name> extends 'either' ? string | number : string;

/** Networks, data, URLs and clients may be described where they are named. */
interface Described {
  readonly network: OwnNetworkFile;
  readonly dataset: OwnPayloadFile;
  readonly target: UrlTargetFile;
  readonly clients: ClientsFile;
}

/** Other clients, as typed: `{count: 100, rate: 0.5/s}`. */
export interface ClientsFile {
  readonly count: number;
  readonly rate?: string | undefined;
}

export type FactorsFile = {
  readonly [Name in StudyFactorName]?:
    | OneOrMore<Typed<Name> | (Name extends keyof Described ? Described[Name] : never)>
    | undefined;
};

export type FilterFile = { readonly [Name in FactorName]?: OneOrMore<Typed<Name>> | undefined };

export function factorsSchema(vocabulary: Vocabulary): z.ZodType<FactorsFile> {
  const whole = wholeVocabulary(vocabulary);
  const levels = STUDY_FACTOR_NAMES.map((name) => {
    const { byDefault = {} } = factorNamed(name);
    const level = byDefault.request ?? byDefault.sequence;
    return [
      name,
      described(name, whole)
        .optional()
        .meta(isSaid(name) ? { default: level } : {}),
    ] as const;
  });
  return z.strictObject(Object.fromEntries(levels)) as unknown as z.ZodType<FactorsFile>;
}

/**
 * Picks cells: the factors named, each at one of the levels named. A plain `json` or `gzip` means any of its
 * kind.
 */
export function filterSchema(vocabulary: Vocabulary): z.ZodType<FilterFile> {
  const whole = wholeVocabulary(vocabulary);
  const names = [...STUDY_FACTOR_NAMES, ...FACTOR_NAMES.filter((name) => !factorNamed(name).inStudyFiles)];
  const levels = names.map(
    (name) => [name, (IN_FILTERS[name] ?? factorSchema(name, whole)).optional()] as const,
  );
  return z.strictObject(Object.fromEntries(levels)) as unknown as z.ZodType<FilterFile>;
}

/** Factors whose default is that of every study file. */
function isSaid(name: StudyFactorName): boolean {
  const { byDefault, kinds } = factorNamed(name);
  return byDefault?.request !== undefined || (byDefault?.sequence !== undefined && kinds.length === 1);
}

/** A filter names what is described by its name. */
const IN_FILTERS: Readonly<Partial<Record<FactorName, z.ZodType>>> = {
  dataset: words('What is sent: a dataset, or the name of data of one’s own.', [], ['book', 'orders']),
  network: words('A profile, or the name of a network of one’s own.', [], ['3g', 'office']),
  target: words('A server, or the name of a URL.', [], ['node', 'today']),
};

function described(name: StudyFactorName, whole: Vocabulary): z.ZodType {
  if (name === 'network') return withDescriptions(name, ownNetworkSchema(), whole);
  if (name === 'dataset') return withDescriptions(name, ownPayloadSchema(), whole);
  if (name === 'target') return withDescriptions(name, urlTargetSchema(), whole);
  if (name === 'clients') return clientsSchema(whole);
  return factorSchema(name, whole);
}

function factorSchema(name: FactorName, whole: Vocabulary): z.ZodType {
  const { help, known } = factorNamed(name);
  const description = help.says(whole);
  if (help.shape === 'numbers') return numbers(description, help.examples);
  if (help.shape === 'either') return wordsOrNumbers(description, help.examples);
  return words(description, (help.completed ?? known)(whole), help.examples);
}

/** Names, and descriptions of what has none. */
function withDescriptions(name: FactorName, own: z.ZodType, whole: Vocabulary): z.ZodType {
  const { help, known } = factorNamed(name);
  const completed = (help.completed ?? known)(whole);
  const plain = z.string().min(1);
  const word = completed.length > 0 ? plain.meta({ enum: completed }) : plain;
  const level = z.union([word, own]);
  return z
    .union([word, own, z.array(level).min(1)])
    .meta({ description: help.says(whole), examples: [...help.examples] });
}

/** Other clients, by their number, a word, or described. Checked later, as words are. */
function clientsSchema(whole: Vocabulary) {
  const { help } = factorNamed('clients');
  const own = z
    .strictObject({ count: z.int().min(0), rate: z.string().min(1).optional() })
    .meta({ description: 'So many clients; with a rate, each asks so often, whatever comes: 0.5/s.' });
  const level = z.union([z.int().min(0), z.string().min(1), own]);
  return z
    .union([z.int().min(0), z.string().min(1), own, z.array(level).min(1)])
    .meta({ description: help.says(whole), examples: [...help.examples] });
}

/** Checked later, where a message can name what a level may be. */
function wordsOrNumbers(description: string, examples: readonly unknown[]) {
  const number = z.number();
  const word = z.string().min(1);
  return z
    .union([number, word, z.array(z.union([number, word])).min(1)])
    .meta({ description, examples: [...examples] });
}

/**
 * One word or a list. The words are checked later, where a message can name the nearest; editors get them
 * here. Without known words editors accept any.
 */
function words(description: string, known: readonly string[], examples: readonly unknown[]) {
  const plain = z.string().min(1);
  const word = known.length > 0 ? plain.meta({ enum: known }) : plain;
  return z.union([word, z.array(word).min(1)]).meta({ description, examples: [...examples] });
}

function numbers(description: string, examples: readonly unknown[]) {
  const number = z.int().min(1).max(MESSAGE_LIMITS.messages);
  return z.union([number, z.array(number).min(1)]).meta({ description, examples: [...examples] });
}

// Sources as the user names them → a payload: read, checked, described.
//
//   names ─► raw sources ─► documents ─► picked by --path ─► shape ─► schema

import { type Problem, UserError } from '../base/errors.ts';
import { plural } from '../base/figures/plurals.ts';
import { inferSchema, inferSchemaOfAll } from '../data/infer/infer-schema.ts';
import { type Document, readDocument } from './documents.ts';
import { refusal } from './findings.ts';
import { isHar } from './har/har-file.ts';
import { chosenGroup, harSource, readHarGroups, sayOthers } from './har/har-groups.ts';
import { filesAt, readFileSource, readStdin, STDIN_NAME } from './local-source.ts';
import type { Payload, PayloadShape, Today } from './payload.ts';
import { checkedName, payloadName } from './payload-name.ts';
import { pick } from './pick.ts';
import type { RawSource, ReadOptions, ReadSurroundings } from './source.ts';
import type { SourceKind } from './source-kind.ts';
import { isUrl, readUrl } from './url/read-url.ts';

/**
 * `sources`: files, a folder of them, `-` for standard input, http(s) URLs, or a HAR; several are messages.
 * Throws a UserError with everything that is wrong in them; or the reason of `interrupted` if that stopped
 * the reading.
 */
export async function readPayload(
  sources: readonly string[],
  options: ReadOptions,
  surroundings: ReadSurroundings,
): Promise<Payload> {
  const named = options.name === undefined ? null : checkedName(options.name);
  const { names, isFolder } = await expanded(sources, surroundings);
  if (names.some(isHar)) return answersOf(names, named, options, surroundings);
  if (options.answers !== undefined)
    throw refusal('--answers', 'is for a HAR (trace.har), which holds answers of many paths');
  if (names.length === 1 && !isFolder) {
    const source = await readSource(names[0]!, options, surroundings);
    return payloadFromSource(source, named ?? payloadName(source.stem), options);
  }
  const raw: RawSource[] = [];
  for (const name of names) raw.push(await readSource(name, options, surroundings));
  const name = named ?? (isFolder ? payloadName(sources[0]!) : 'messages');
  return messages(raw, name, `${raw.length} files`, options);
}

/** Of a HAR the answers of one path: messages, or the one that there is. */
async function answersOf(
  names: readonly string[],
  named: string | null,
  options: ReadOptions,
  surroundings: ReadSurroundings,
): Promise<Payload> {
  const [name] = names as [string];
  if (names.length > 1) throw refusal(names.find(isHar)!, 'a HAR stands by itself: name no other source');
  const groups = await readHarGroups(name, surroundings);
  const group = chosenGroup(name, groups, options);
  const raw = group.answers.map((answer) => harSource(name, answer));
  const payload = named ?? payloadName(group.stem);
  const read =
    raw.length === 1
      ? payloadFromSource(raw[0]!, payload, options)
      : messages(raw, payload, `${raw.length} answers of ${group.name} in ${name}`, options);
  if (options.answers !== undefined) return read;
  return { ...read, notes: [...sayOthers(name, groups), ...read.notes] };
}

/** Throws like `readPayload`. */
export function payloadFromSource(source: RawSource, name: string, options: ReadOptions): Payload {
  const { kind, value, itemName, notes } = readPicked(source, options, options.path === undefined);
  const shape: PayloadShape = Array.isArray(value) ? 'list' : 'document';
  if (Array.isArray(value) && value.length === 0)
    throw refusal(source.label, 'the list is empty: at least one record is needed', placeOfPath(options));
  return {
    name,
    source: source.label,
    shape,
    value,
    schema: inferSchema(name, value, itemName),
    today: todaysWay(kind, [source]),
    notes,
  };
}

function messages(sources: readonly RawSource[], name: string, label: string, options: ReadOptions): Payload {
  const documents = readAll(sources, options);
  const kinds = new Set(documents.map(({ kind }) => kind));
  if (kinds.size > 1)
    throw refusal(label, `messages must all be of one kind, and these are ${[...kinds].join(' and ')}`);
  const values = documents.map(({ value }) => value);
  return {
    name,
    source: label,
    shape: 'messages',
    value: values,
    schema: inferSchemaOfAll(name, values),
    today: todaysWay(documents[0]!.kind, sources),
    notes: gathered(documents, sources),
  };
}

/** Further notes on many files are only counted. */
const MOST_TOLD = 20;

/** Joins the documents of several files. A note that several files share is reported once. */
function gathered(documents: readonly Document[], sources: readonly RawSource[]): string[] {
  const labels = new Map<string, string[]>();
  documents.forEach(({ notes }, i) => {
    for (const note of notes) {
      const known = labels.get(note);
      if (known === undefined) labels.set(note, [sources[i]!.label]);
      else known.push(sources[i]!.label);
    }
  });
  const notes = [...labels].map(([note, [first, ...others]]) =>
    others.length === 0 ? `${first}: ${note}` : `${first} and ${others.length} more: ${note}`,
  );
  const more = notes.length - MOST_TOLD;
  return more <= 0 ? notes : [...notes.slice(0, MOST_TOLD), `and ${more} more notes`];
}

/** Throws everything that is wrong in any of them. */
function readAll(sources: readonly RawSource[], options: ReadOptions): Document[] {
  const problems: Problem[] = [];
  let badFiles = 0;
  const documents = sources.flatMap((source) => {
    try {
      return [readPicked(source, options, false)];
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      badFiles += 1;
      if (badFiles <= MOST_TOLD) problems.push(...thrown.problems);
      return [];
    }
  });
  const more = badFiles - MOST_TOLD;
  if (more > 0)
    problems.push({
      file: `${sources.length} files`,
      path: '',
      what: `${more} more ${plural(more, 'has', 'have')} problems`,
    });
  if (problems.length > 0) throw new UserError(problems);
  return documents;
}

function readPicked(
  source: RawSource,
  { from, path, exact = false }: ReadOptions,
  asList: boolean,
): Document {
  const document = readDocument(source, { from, asList, exact });
  if (Array.isArray(document.value) && document.value.length === 0 && document.kind !== 'json')
    throw refusal(source.label, 'has no records');
  if (path === undefined) return document;
  return { ...document, value: pick(document.value, path, source.label), itemName: null };
}

function placeOfPath({ path }: ReadOptions): string {
  return path === undefined ? '' : `--path ${path}`;
}

/** The format for each kind of source. No format writes NDJSON or TSV, so the nearest one stands for them. */
const NEAREST_FORMAT: Readonly<Record<SourceKind, string>> = {
  json: 'json',
  ndjson: 'json',
  csv: 'csv',
  tsv: 'csv',
  xml: 'xml',
};

function todaysWay(kind: SourceKind, sources: readonly RawSource[]): Today {
  const [first] = sources;
  const answered = sources.length > 1 && sources.every(({ captured }) => captured !== null);
  return {
    format: NEAREST_FORMAT[kind],
    compression: first!.level === undefined ? first!.compression : `${first!.compression}-${first!.level}`,
    sourceBytes: sources.reduce((sum, { bytes }) => sum + bytes.length, 0),
    ...(answered && {
      answeredBytes: sources.reduce((sum, { captured }) => sum + captured!.bytesEncoded, 0),
    }),
    captured: sources.length === 1 ? first!.captured : null,
  };
}

/** Replaces folders by their files. */
async function expanded(
  sources: readonly string[],
  surroundings: ReadSurroundings,
): Promise<{ readonly names: readonly string[]; readonly isFolder: boolean }> {
  const lists = await Promise.all(
    sources.map((name) => (isUrl(name) || name === STDIN_NAME ? [name] : filesAt(name, surroundings))),
  );
  const names = lists.flat();
  const isFolder = sources.length === 1 && names[0] !== sources[0];
  if (names.filter((name) => name === STDIN_NAME).length > 1)
    throw refusal(STDIN_NAME, 'standard input can be read once only');
  return { names, isFolder };
}

function readSource(name: string, options: ReadOptions, surroundings: ReadSurroundings): Promise<RawSource> {
  if (name === STDIN_NAME) return readStdin(surroundings);
  return isUrl(name) ? readUrl(name, options, surroundings) : readFileSource(name, surroundings);
}

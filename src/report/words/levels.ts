// Levels of factors in words: as the name of a cell (`protobuf + gzip-6`) and as a condition
// (`from 1 000 objects up`).

import { FACTOR_NAMES, type FactorName, factorNamed } from '../../factors/catalogue.ts';
import { type Cell, isSequence, type SequenceCell, wordOf } from '../../factors/cell.ts';
import { isCompressed, spellCompression } from '../../factors/compression.ts';
import type { Among, Word } from '../../factors/factor.ts';
import { sayTransport } from '../../factors/transport.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { nameNetwork } from '../../network/say-network.ts';

export type Level = Word;

/** Every level of each factor among the cells, in order of appearance (numbers ascending). */
export interface LevelsOf extends ReadonlyMap<FactorName, readonly Level[]>, Among {
  /** A network is named with its figures, where they are known here. */
  readonly networks: readonly NetworkProfile[];
}

export function measuredLevels(
  cells: readonly { readonly factors: Cell }[],
  networks: readonly NetworkProfile[] = [],
): LevelsOf {
  const levels = new Map<FactorName, Level[]>();
  for (const name of FACTOR_NAMES) {
    const seen = [...new Set<Level>(cells.map((cell) => wordOf(cell.factors, name)))];
    levels.set(name, seen.sort(factorNamed(name).order ?? (() => 0)));
  }
  const noun = cells.length > 0 && cells.every(({ factors }) => isSequence(factors)) ? 'message' : 'object';
  return withWords(levels, networks, noun);
}

/** The levels of some of the cells, in the order in which all of them stand. */
export function levelsAmong(all: LevelsOf, cells: readonly { readonly factors: Cell }[]): LevelsOf {
  const own = measuredLevels(cells, all.networks);
  const entries = [...own].map(([name, levels]) => {
    const place = (level: Level) => (all.get(name) ?? []).indexOf(level);
    return [name, [...levels].sort((a, b) => place(a) - place(b))] as const;
  });
  return withWords(new Map(entries), own.networks, own.noun);
}

function withWords(
  levels: ReadonlyMap<FactorName, readonly Level[]>,
  networks: readonly NetworkProfile[],
  noun: Among['noun'],
): LevelsOf {
  return Object.assign(new Map(levels), {
    networks,
    noun,
    wordsOf: (name: string) => levels.get(name as FactorName) ?? [],
    sayNetwork: (name: string) => nameNetwork(name, networks),
  });
}

export function varies(levels: LevelsOf, name: FactorName): boolean {
  return (levels.get(name)?.length ?? 0) > 1;
}

/** Names a cell by the factors in which `among` differ; `fallback` where they differ in none. */
export function cellLabel(factors: Cell, among: LevelsOf, choices: CodingChoices): string {
  if (isSequence(factors)) return wayLabel(factors, among, choices);
  const parts: string[] = [];
  if (varies(among, 'format') || varies(among, 'codec')) parts.push(formatName(factors, choices));
  if (varies(among, 'compression') && isCompressed(factors.compression)) {
    parts.push(`+ ${spellCompression(factors.compression)}`);
  }
  const name = parts.join(' ');
  const compressionOnly =
    name === '' && varies(among, 'compression') ? 'no compression' : name.replace(/^\+ /, '');
  const work: string[] = compressionOnly === '' ? [] : [compressionOnly];
  if (hasChoiceOfEncoder(among)) work.push(`encoder ${factors.encoder}`);
  if (varies(among, 'computation')) work.push(levelIn(factors, 'computation', among));
  if (varies(among, 'procedure')) work.push(levelIn(factors, 'procedure', among));
  if (varies(among, 'connection') && (factors.connection === 'cold' || work.length === 0)) {
    work.push(factors.connection);
  }
  return work.length > 0 ? work.join(', ') : levelName('format', factors.format, among);
}

/**
 * `WebSocket`; `WebSocket binary + permessage-deflate (HTTP/2)` where the others differ in it. Text and
 * HTTP/1.1 without TLS go without saying.
 */
function wayLabel(factors: SequenceCell, among: LevelsOf, choices: CodingChoices): string {
  const { transport, format, compression, protocol } = factors;
  const words = [sayTransport(transport)];
  if ((varies(among, 'format') && format !== 'text') || varies(among, 'codec')) {
    words.push(formatName(factors, choices));
  }
  if (isCompressed(compression)) words.push(`+ ${spellCompression(compression)}`);
  const name = words.join(' ');
  const encoder = hasChoiceOfEncoder(among) ? [`encoder ${factors.encoder}`] : [];
  const over =
    varies(among, 'protocol') && protocol !== 'http1' ? ` (${levelName('protocol', protocol, among)})` : '';
  return [`${name}${over}`, ...encoder].join(', ');
}

/**
 * Encoders that differ because formats or targets do are no choice of their own; where formats or codecs are
 * named, an encoder is told with them.
 */
function hasChoiceOfEncoder(among: LevelsOf): boolean {
  const others = ['format', 'codec', 'target'] as const;
  return varies(among, 'encoder') && !others.some((name) => varies(among, name));
}

/** What is named only where cells have a choice of it. */
export interface CodingChoices {
  /** Formats with several codecs. */
  readonly codecs: ReadonlySet<string>;
  /** What several encoders wrote that is alike in everything else: as `writtenAlike` says it. */
  readonly encoders: ReadonlySet<string>;
}

export function codingChoices(cells: readonly { readonly factors: Cell }[]): CodingChoices {
  const all = cells.map(({ factors }) => factors);
  const several = (keyOf: (factors: Cell) => string, choice: (factors: Cell) => string) =>
    new Set(
      [...Map.groupBy(all, keyOf)]
        .filter(([, alike]) => new Set(alike.map(choice)).size > 1)
        .map(([key]) => key),
    );
  return {
    codecs: several(
      ({ format }) => format,
      ({ codec }) => codec,
    ),
    encoders: several(writtenAlike, ({ encoder }) => encoder),
  };
}

function writtenAlike({ format, codec, compression, target }: Cell): string {
  return JSON.stringify([format, codec, spellCompression(compression), target]);
}

/** A level by itself, as an answer names it. */
export function levelName(name: FactorName, level: Level, levels: LevelsOf): string {
  return factorNamed(name).say(level, levels);
}

function levelIn(cell: Cell, name: FactorName, levels: LevelsOf): string {
  return levelName(name, wordOf(cell, name), levels);
}

/** A set of levels as a condition: `from 1 000 objects up`. */
export function condition(name: FactorName, some: readonly Level[], levels: LevelsOf): string {
  return factorNamed(name).condition(some, levels);
}

/** `xml`, `xml/saxes`, `xml@XMLWriter`, as in the ids of cells. */
function formatName(factors: Cell, { codecs, encoders }: CodingChoices): string {
  const { format, codec, encoder } = factors;
  const own = codec.startsWith(`${format}/`) ? codec : `${format}/${codec}`;
  return `${codecs.has(format) ? own : format}${encoders.has(writtenAlike(factors)) ? `@${encoder}` : ''}`;
}

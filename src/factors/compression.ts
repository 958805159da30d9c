import { listed } from '../base/figures/plurals.ts';
import type { InShort } from '../base/spelling.ts';
import {
  ALL_KINDS,
  type CompressionWords,
  type Factor,
  type KnownWords,
  type Reading,
  remembered,
  type Word,
} from './factor.ts';

/**
 * A content coding at a level; `none` is no coding at all, and `permessage-deflate` is the compression of a
 * WebSocket.
 */
export interface Compression {
  /** As in HTTP: `gzip`, `br`, `zstd`, `dcz`. */
  readonly coding: string;
  /** null if the coding has no levels. */
  readonly level: number | null;
}

export const NO_COMPRESSION = 'none';
/** Of a URL: whatever its server makes of what the client accepts, none among it. */
export const AS_IT_COMES: Compression = { coding: 'as-is', level: null };

/** Whether the server chooses: it is asked as it stands, and knows nothing of us. */
export function isAsItComes(coding: string): boolean {
  return coding === AS_IT_COMES.coding;
}

/**
 * What browsers offer by themselves: in plain HTTP beyond loopback only what every proxy on the way knows.
 * `isPlainBeyond`: that is where it goes.
 */
export function offeredByBrowsers(isPlainBeyond: boolean): string {
  return isPlainBeyond ? 'gzip, deflate' : 'gzip, deflate, br, zstd';
}
/** As a vocabulary has it, where URLs are measured. */
export const AS_IT_COMES_WORDS: CompressionWords = {
  name: AS_IT_COMES.coding,
  levels: [],
  defaultLevel: null,
};
export const UNCOMPRESSED: Compression = { coding: NO_COMPRESSION, level: null };
/** The compression of messages over WebSocket; it has no level. */
export const PERMESSAGE_DEFLATE = 'permessage-deflate';

/** What people write for a content coding that has another name in HTTP. */
const OTHER_NAMES: Readonly<Record<string, string>> = { brotli: 'br', zstandard: 'zstd', zlib: 'deflate' };

export const parseCompression = remembered((word): Compression => {
  const [, coding, level] = /^(.*)-(\d+)$/.exec(String(word)) ?? [];
  if (coding === undefined) return { coding: String(word), level: null };
  return { coding, level: Number(level) };
});

export function spellCompression({ coding, level }: Compression): string {
  return level === null ? coding : `${coding}-${level}`;
}

export function isCompressed({ coding }: Compression): boolean {
  return coding !== NO_COMPRESSION;
}

function sayLevel(word: Word): string {
  if (word === AS_IT_COMES.coding) return 'the coding that comes';
  return word === NO_COMPRESSION ? 'no compression' : String(word);
}

export const compression = {
  say: sayLevel,
  condition: (some) =>
    some.length === 1 && some[0] === NO_COMPRESSION
      ? 'without compression'
      : `with ${listed(some.map(sayLevel))}`,
  question: 'Does compression pay?',
  name: 'compression',
  kinds: ALL_KINDS,
  role: 'way',
  sharedInTable: [],
  byDefault: { request: NO_COMPRESSION, call: NO_COMPRESSION, sequence: NO_COMPRESSION },
  unsaidIn: ALL_KINDS,
  comparedByDefault: true,
  inStudyFiles: true,
  parse: parseCompression,
  spell: spellCompression,
  /** A plain `gzip` covers any of its levels. */
  covers: (typed, word) =>
    typed === word || (!/\d$/.test(String(typed)) && parseCompression(word)?.coding === typed),
  known: ({ compressions }) => compressionWords(compressions),
  read: readCompression,
  help: {
    says: ({ compressions }) =>
      `\`none\`, or a content coding by its name in HTTP (brotli is \`br\`), with its level or at its default: ${defaultsAmong(compressions)}. Browsers offer br and zstd to HTTPS and, but for WebKit, to loopback; WebKit and Node offer no zstd. dcz is zstd with an earlier answer as dictionary (RFC 9842), for data of one’s own that name one; Chromium alone offers it, to HTTPS and loopback. Cells that a client would not ask for are left out. Of messages: \`none\`, or over WebSocket \`permessage-deflate\`.`,
    examples: ['gzip', ['none', 'gzip', 'br-5', 'zstd-3']],
    shape: 'words',
  },
} as const satisfies Factor<'compression', Compression>;

function readCompression(typed: Word, { compressions }: KnownWords): Reading {
  const known = compressionWords(compressions);
  if (!known.includes(String(typed)))
    return { unknown: true, allowed: known, inShort: compressionsInShort(compressions, typed) };
  const plain = compressions.find(({ name }) => name === typed);
  if (plain === undefined) return { word: String(typed) };
  return { word: spellCompression({ coding: plain.name, level: plain.defaultLevel }) };
}

/** `none`, `gzip`, `gzip-1`, … */
function compressionWords(compressions: readonly CompressionWords[]): string[] {
  return compressions.flatMap(({ name, levels }) => [
    name,
    ...levels.map((level) => spellCompression({ coding: name, level })),
  ]);
}

/**
 * For the message about a word that is no compression: the known ones in short, and what `brotli-5` means.
 */
export function compressionsInShort(compressions: readonly CompressionWords[], typed: Word): InShort {
  const listed = compressions.map(({ name, levels }) =>
    levels.length === 0 ? name : `${name}, ${name}-${levels[0]} to ${name}-${levels.at(-1)}`,
  );
  const [, name = '', level = ''] = /^([a-z]+)(-\d+)?$/i.exec(String(typed)) ?? [];
  const coding = OTHER_NAMES[name.toLowerCase()];
  const meant = coding === undefined ? null : `${coding}${level}`;
  return { listed, meant: meant !== null && compressionWords(compressions).includes(meant) ? meant : null };
}

function defaultsAmong(compressions: readonly CompressionWords[]): string {
  return compressions
    .filter(({ defaultLevel }) => defaultLevel !== null)
    .map(({ name, defaultLevel }) => spellCompression({ coding: name, level: defaultLevel }))
    .join(', ');
}

// How the payload is sent today: as the user says, or as its source shows.

import type { Problem } from '../base/errors.ts';
import { quoted, unknownWord } from '../base/spelling.ts';
import { COMPRESSION_SPELLINGS, readTypedCompression } from '../compression/catalogue.ts';
import { type Compression, spellCompression } from '../factors/compression.ts';
import { FORMATS } from '../formats/catalogue.ts';
import type { Way } from '../record/advice-facts.ts';

export interface TodayAsked {
  readonly format: string;
  /** null means the format's first decoder. */
  readonly codec: string | null;
  readonly compression: Compression;
}

const FLAG = '--today';
const LISTED = ['none', 'gzip-1 to 9', 'deflate-1 to 9', 'br-0 to 11', 'zstd-1 to 19'];

/** `json`, `json+gzip`, `json/JSON.parse+br-5`; a list of what is wrong with it otherwise. */
export function parseToday(text: string): TodayAsked | readonly Problem[] {
  const [left = '', right = 'none', ...more] = text.split('+').map((part) => part.trim());
  const [name, codec = null] = left.split(/\/(.*)/) as [string, string?];
  const format = FORMATS.find((each) => each.name === name);
  const compression = readTypedCompression(right.replace(/^brotli/, 'br'));
  const problems: Problem[] = [];
  const codecs = format?.codecs.map((each) => each.name) ?? [];
  if (format === undefined)
    problems.push(
      unknownWord(
        FLAG,
        'format',
        name,
        FORMATS.map((each) => each.name),
      ),
    );
  else if (codec !== null && !codecs.includes(codec))
    problems.push(unknownWord(FLAG, `decoder of ${name}`, codec, codecs));
  if (compression === null)
    problems.push(unknownWord(FLAG, 'compression', right, COMPRESSION_SPELLINGS, { listed: LISTED }));
  if (more.length > 0)
    problems.push({ file: FLAG, path: '', what: `${quoted(text)} has more than one compression` });
  if (problems.length > 0 || compression === null) return problems;
  return { format: name!, codec, compression };
}

/**
 * Today's way as the source shows it: its format, and its content coding at the level that servers have by
 * default.
 */
export function todayOfSource({ format, compression }: { format: string; compression: string }): TodayAsked {
  const known = FORMATS.some(({ name }) => name === format);
  const level = readTypedCompression(compression);
  return {
    format: known ? format : 'json',
    codec: null,
    compression: level ?? { coding: 'none', level: null },
  };
}

/** Its place among the ways; −1 if screening refused it. */
export function todaysWay(ways: readonly Way[], { format, codec, compression }: TodayAsked): number {
  const spelled = spellCompression(compression);
  return ways.findIndex(
    (way) => way.format === format && way.compression === spelled && (codec === null || way.codec === codec),
  );
}

// Which formats and compressions are meant by the flags of `wirefare sizes` and `wirefare advise`: everything
// wrong in them at once.

import { ADVISED_FORMATS } from '../../advise/screening/advised-formats.ts';
import { ALL_LEVELS, type Levels, type Load, levelsFor } from '../../advise/screening/levels.ts';
import type { Problem } from '../../base/errors.ts';
import { unknownWord } from '../../base/spelling.ts';
import { COMPRESSION_SPELLINGS, COMPRESSIONS, readTypedCompression } from '../../compression/catalogue.ts';
import {
  type Compression,
  compressionsInShort,
  isCompressed,
  spellCompression,
  UNCOMPRESSED,
} from '../../factors/compression.ts';
import { FORMAT_NAMES, FORMATS } from '../../formats/catalogue.ts';
import type { Format } from '../../formats/format.ts';

export interface SizeFlags {
  /** `json,protobuf` */
  readonly formats?: string;
  /** `gzip,br-5` */
  readonly compression?: string;
  /** `all`, or nothing. */
  readonly levels?: string;
}

export interface SizeChoices {
  readonly formats: readonly Format[];
  /** Those asked for by name, as columns of the table too; null where none was. */
  readonly asked: readonly Compression[] | null;
  /** What is tried on so much to compress. */
  levelsOf(load: Load): Levels;
}

const SPELLINGS = [...COMPRESSION_SPELLINGS, 'brotli'];

/** Adds everything wrong to `problems`. */
export function sizeChoices(flags: SizeFlags, problems: Problem[]): SizeChoices {
  const formats = chosenFormats(flags.formats, problems);
  const all = flags.levels === 'all';
  if (flags.levels !== undefined && !all)
    problems.push(unknownWord('--levels', 'word', flags.levels, ['all']));
  const asked = flags.compression === undefined ? null : chosenLevels(flags.compression, all, problems);
  return {
    formats,
    asked,
    levelsOf: (load) => {
      if (asked !== null) return { tried: withNone(asked), leftOut: [] };
      return all ? ALL_LEVELS : levelsFor(load);
    },
  };
}

function chosenFormats(typed: string | undefined, problems: Problem[]): readonly Format[] {
  if (typed === undefined) return ADVISED_FORMATS;
  const words = splitWords(typed, '--formats', problems);
  for (const word of words)
    if (!FORMAT_NAMES.includes(word)) problems.push(unknownWord('--formats', 'format', word, FORMAT_NAMES));
  return FORMATS.filter(({ name }) => words.includes(name));
}

function chosenLevels(typed: string, all: boolean, problems: Problem[]): readonly Compression[] {
  const chosen = splitWords(typed, '--compression', problems).flatMap((word): readonly Compression[] => {
    const { listed = [], meant = null } = compressionsInShort(COMPRESSIONS, word);
    const known = readTypedCompression(word) ?? (meant === null ? null : readTypedCompression(meant));
    if (known === null) {
      problems.push(unknownWord('--compression', 'compression', word, SPELLINGS, { listed }));
      return [];
    }
    const { name, levels } = COMPRESSIONS.find((each) => each.name === known.coding)!;
    const isWithLevel = word.includes('-');
    return all && !isWithLevel && levels.length > 0
      ? levels.map((level) => ({ coding: name, level }))
      : [known];
  });
  const spelled = new Map(chosen.map((each) => [spellCompression(each), each]));
  return [...spelled.values()];
}

function withNone(levels: readonly Compression[]): readonly Compression[] {
  return [UNCOMPRESSED, ...levels.filter(isCompressed)];
}

function splitWords(typed: string, flag: string, problems: Problem[]): readonly string[] {
  const words = typed
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0) problems.push({ file: flag, path: '', what: 'names none' });
  return words;
}

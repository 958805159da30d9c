// `wirefare sizes --json`: one object with every size, for programs.

import type { Screened } from '../../advise/screening/screened.ts';
import { roundToDecimals } from '../../base/figures/numbers.ts';
import { spellCompression } from '../../factors/compression.ts';
import type { DictionarySizes } from './sizes-dictionary.ts';
import type { SizesFound } from './sizes-found.ts';

export function sizesJson(found: SizesFound, before: DictionarySizes | null = null): string {
  return `${JSON.stringify(sizesDocument(found, before), null, 1)}\n`;
}

export type SizesDocument = ReturnType<typeof sizesDocument>;

function sizesDocument(found: SizesFound, before: DictionarySizes | null) {
  const { payload, count, firstOf, today, jsonBytes, levels, screened } = found;
  const carried = screened.filter((each) => each.kind === 'carried');
  return {
    payload: {
      name: payload.name,
      source: payload.source,
      shape: payload.shape,
      records: payload.shape === 'list' ? count : null,
      messages: payload.shape === 'messages' ? count : null,
      /** What --path names, where it does: the source is more than that. */
      path: found.path ?? null,
      /** How many there are, where sizes are of the first of them only. */
      firstOf,
      jsonBytes: toHundredths(jsonBytes),
      today: {
        format: payload.today.format,
        compression: payload.today.compression,
        bytes: toHundredths(today.bytes),
        /** Records of the source, where sizes are of another number; null where they are of all of it. */
        records: today.count,
      },
      notes: payload.notes,
    },
    sizes: screened.flatMap(documentRows),
    /** The list in a document that formats which refuse the document would carry, and these formats. */
    offeredPath: found.offered ?? null,
    /** What the format says in another way and turns back. */
    mapped: carried
      .filter(({ mapped }) => mapped.length > 0)
      .map(({ format, encoder, mapped }) => ({ format, codec: encoder, mapped })),
    /** Formats whose objects have their keys in the schema's order, which is not these data's. */
    losesKeyOrder: [...new Set(carried.filter((each) => each.losesKeyOrder).map(({ format }) => format))],
    refusedDecoders: carried.flatMap(({ format, refusedDecoders }) =>
      refusedDecoders.map(({ codec, reason }) => ({ format, decoder: codec, refused: reason })),
    ),
    /** Compressions that were not tried, for time. */
    leftOut: levels.leftOut.map(spellCompression),
    /** With an answer from before as dictionary, where one was named. */
    ...(before !== null && { dictionary: before }),
  };
}

function documentRows(screened: Screened): readonly SizeRow[] {
  const { format, encoder: codec } = screened;
  if (screened.kind === 'refused') return [{ format, codec, refused: screened.reason }];
  return screened.compressed.map(({ coding: name, level, bytes, bytesRange }) => ({
    format,
    codec,
    compression: name,
    level,
    bytes: toHundredths(bytes),
    ...(bytesRange !== null && { bytesMin: bytesRange[0], bytesMax: bytesRange[1] }),
  }));
}

/** One encoder with one compression, or the encoder alone where it refuses the data. */
type SizeRow =
  | { readonly format: string; readonly codec: string; readonly refused: string }
  | {
      readonly format: string;
      readonly codec: string;
      readonly compression: string;
      /** null where the compression has none. */
      readonly level: number | null;
      /** Of messages the mean of one, with the least and the most where they differ. */
      readonly bytes: number;
      readonly bytesMin?: number;
      readonly bytesMax?: number;
    };

/** Means of several messages: hundredths of a byte are enough. */
function toHundredths(bytes: number): number {
  return roundToDecimals(bytes, 2);
}

// Every way to send a payload that screening found: format × encoder × decoder × compression, with what each takes.

import { sayCompression } from '../compression/catalogue.ts';
import { formatNamed } from '../formats/catalogue.ts';
import type { RefusedWay, Way } from '../record/advice-facts.ts';
import type { Screened, ScreenedFormat } from './screened.ts';

/** Only ways of which everything was timed. */
export function waysFrom(screened: readonly Screened[]): Way[] {
  return screened.flatMap((each) => (each.kind === 'carried' ? waysOfFormat(each) : []));
}

export function refusedFrom(screened: readonly Screened[]): RefusedWay[] {
  return screened.flatMap((each) =>
    each.kind === 'refused' ? [{ format: each.format, encoder: each.encoder, reason: each.reason }] : [],
  );
}

function waysOfFormat(screened: ScreenedFormat): Way[] {
  const { format, encoder, encodeMs, compressed, losesKeyOrder } = screened;
  if (encodeMs === null) return [];
  return decodersOf(screened).flatMap(({ codec, decodeMs }) =>
    compressed.flatMap(({ name, level, bytes, compressMs, decompressMs }) => {
      const isPlain = name === 'none';
      if (!isPlain && (compressMs === null || decompressMs === null)) return [];
      return [
        {
          format,
          encoder,
          codec,
          compression: sayCompression({ name, level }),
          bytes,
          encodeMs,
          compressMs: compressMs ?? 0,
          decompressMs: decompressMs ?? 0,
          decodeMs,
          losesKeyOrder,
        },
      ];
    }),
  );
}

/**
 * In the format's order. What a browser does in one step (`response.json`) cannot be timed in Node and takes about as long
 * as the format's decoder of text.
 */
function decodersOf({ format, decoders }: ScreenedFormat): { codec: string; decodeMs: number }[] {
  const { codecs } = formatNamed(format);
  const timeOf = (name: string | undefined) => decoders.find(({ codec }) => codec === name)?.decodeMs ?? null;
  const textCodec = codecs.find(({ takes, needs }) => takes === 'text' && !needs.includes('dom'));
  return codecs.flatMap(({ name, takes }) => {
    const decodeMs = timeOf(name) ?? (takes === 'json' ? timeOf(textCodec?.name) : null);
    return decodeMs === null ? [] : [{ codec: name, decodeMs }];
  });
}

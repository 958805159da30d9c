// Every way to send a payload that screening found: format × encoder × decoder × compression, with what each
// takes.

import { spellCompression } from '../factors/compression.ts';
import { formatNamed } from '../formats/catalogue.ts';
import type { RefusedWay, Way } from '../record/advice-facts.ts';
import { type PageTimes, standInDecoder } from './screening/page-times.ts';
import type { Screened, ScreenedFormat } from './screening/screened.ts';

/**
 * Only ways of which everything was timed. `page`: decode times that stand before Node's; null for a client
 * in Node.
 */
export function waysFrom(screened: readonly Screened[], page: PageTimes | null): Way[] {
  return screened.flatMap((each) => (each.kind === 'carried' ? waysOfFormat(each, page) : []));
}

export function refusedFrom(screened: readonly Screened[]): RefusedWay[] {
  return screened.flatMap((each) =>
    each.kind === 'refused' ? [{ format: each.format, encoder: each.encoder, reason: each.reason }] : [],
  );
}

function waysOfFormat(screened: ScreenedFormat, page: PageTimes | null): Way[] {
  const { format, encoder, encodeMs, compressed, losesKeyOrder } = screened;
  if (encodeMs === null) return [];
  const decodedBytes = compressed.find(({ coding }) => coding === 'none')?.bytes;
  return usableDecoders(screened, page).flatMap((decoder) =>
    compressed.flatMap(({ coding, level, bytes, compressMs, decompressMs }) => {
      const isPlain = coding === 'none';
      if (!isPlain && (compressMs === null || decompressMs === null)) return [];
      return [
        {
          format,
          encoder,
          ...decoder,
          compression: spellCompression({ coding, level }),
          bytes,
          ...(decodedBytes !== undefined && { decodedBytes }),
          encodeMs,
          compressMs: compressMs ?? 0,
          decompressMs: decompressMs ?? 0,
          losesKeyOrder,
        },
      ];
    }),
  );
}

type Decoder = Pick<Way, 'codec' | 'decodeMs' | 'decodedIn'>;

/** In the format's order. What nobody timed is left out: in Node whatever needs a DOM. */
function usableDecoders(
  { format, decoders, refusedDecoders }: ScreenedFormat,
  page: PageTimes | null,
): Decoder[] {
  const nodeMs = (codec: string) => decoders.find((each) => each.codec === codec)?.decodeMs ?? null;
  const isRefused = (codec: string) => refusedDecoders.some((each) => each.codec === codec);
  return formatNamed(format).codecs.flatMap(({ name: codec }): Decoder[] => {
    const timedAs = standInDecoder(format, codec) ?? codec;
    if (isRefused(timedAs)) return [];
    const pageMs = page?.decodeMs(format, timedAs) ?? null;
    if (pageMs !== null) return [{ codec, decodeMs: pageMs, decodedIn: page!.browser }];
    const ms = nodeMs(codec) ?? nodeMs(timedAs);
    return ms === null ? [] : [{ codec, decodeMs: ms, decodedIn: 'node' }];
  });
}

// Chooses the decoders that are worth timing in the browser, and their order, because time may run out.

import { formatNamed } from '../../formats/catalogue.ts';
import type { Screened, ScreenedFormat } from './screened.ts';

/** Decode times found in a browser. */
export interface PageTimes {
  readonly browser: string;
  /** Time from bytes to objects; null if that browser gave none. */
  decodeMs(format: string, codec: string): number | null;
}

export interface DecoderToTime {
  readonly format: string;
  readonly encoder: string;
  readonly codec: string;
}

/**
 * Every decoder of a format that carries the data, with the first encoder that writes for it. They are in the
 * order of Node's times, because a way that is slow there is hardly measured later; a decoder that Node
 * cannot time stands beside the format's others. A decoder that takes body and objects in one step is left
 * out if the format has a decoder of text: it is the same task and gets its time.
 */
export function decodersToTime(screened: readonly Screened[]): DecoderToTime[] {
  const decoders = new Map<string, DecoderToTime & { readonly nodeMs: number }>();
  for (const each of screened) {
    if (each.kind !== 'carried') continue;
    for (const codec of usableCodecs(each)) {
      const key = `${each.format}/${codec}`;
      const nodeMs = decodeMsInNode(each, codec);
      if (!decoders.has(key))
        decoders.set(key, { format: each.format, encoder: each.encoder, codec, nodeMs });
    }
  }
  return [...decoders.values()]
    .toSorted((a, b) => a.nodeMs - b.nodeMs)
    .map(({ format, encoder, codec }) => ({ format, encoder, codec }));
}

function decodeMsInNode({ decoders }: ScreenedFormat, codec: string): number {
  const ownDecodeMs = decoders.find((decoder) => decoder.codec === codec)?.decodeMs ?? null;
  return ownDecodeMs ?? Math.min(...decoders.map(({ decodeMs }) => decodeMs ?? 0));
}

/**
 * The decoder whose time stands for one that takes body and objects in one step; null if it must be timed
 * itself.
 */
export function standInDecoder(format: string, codec: string): string | null {
  const { codecs } = formatNamed(format);
  if (codecs.find(({ name }) => name === codec)?.takes !== 'json') return null;
  return codecs.find(({ takes, needs }) => takes === 'text' && !needs.includes('dom'))?.name ?? null;
}

/** A decoder that brings the data back changed in Node does so in a page too. */
function usableCodecs({ format, refusedDecoders }: ScreenedFormat): string[] {
  const refused = new Set(refusedDecoders.map(({ codec }) => codec));
  return formatNamed(format)
    .codecs.map(({ name }) => name)
    .filter((codec) => !refused.has(codec) && standInDecoder(format, codec) === null);
}

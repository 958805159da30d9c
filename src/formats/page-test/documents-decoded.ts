// The test documents in a page: whatever format does not refuse one brings it back.

import { firstDifference } from '../../data/equal.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import { CannotCarry } from '../cannot-carry.ts';
import { FORMATS } from '../catalogue.ts';
import type { Codec, Encoder, Format } from '../format.ts';
import { DOCUMENTS, type TestDocument } from '../testdata/documents.ts';
import { bodyFor } from './body-for.ts';
import type { DocumentsOutcome } from './outcome.ts';

/** `path`: `DOCUMENT|FORMAT|ENCODER`, for a server; `encode` makes the same body here. */
export type BodySource = (path: string, encode: () => Uint8Array) => Promise<Uint8Array>;

export async function documentsDecoded(
  bodyOf: BodySource,
  isWanted: (codec: Codec) => boolean,
): Promise<DocumentsOutcome> {
  const decoded: Record<string, number> = {};
  const problems: string[] = [];
  for (const format of FORMATS) {
    const codecs = format.codecs.filter(isWanted);
    for (const encoder of codecs.length > 0 ? format.encoders : []) {
      for (const document of DOCUMENTS) {
        if (isRefused(document, encoder)) continue;
        for (const codec of codecs) {
          const problem = await problemOf(document, format, encoder, codec, bodyOf);
          const name = `${format.name}/${codec.name}`;
          if (problem === null) decoded[name] = (decoded[name] ?? 0) + 1;
          else
            problems.push(
              `${document.name} in ${format.name} by ${encoder.name} → ${codec.name}: ${problem}`,
            );
        }
      }
    }
  }
  return { decoded, problems };
}

function isRefused({ name, value }: TestDocument, encoder: Encoder): boolean {
  try {
    encoder.refuse(inferSchema(name, value))(value);
    return false;
  } catch (thrown) {
    if (thrown instanceof CannotCarry) return true;
    throw thrown;
  }
}

async function problemOf(
  { name, value }: TestDocument,
  format: Format,
  encoder: Encoder,
  codec: Codec,
  bodyOf: BodySource,
): Promise<string | null> {
  try {
    const schema = inferSchema(name, value);
    const bytes = await bodyOf(`${name}|${format.name}|${encoder.name}`, () => encoder.bind(schema)(value));
    const decode = codec.bind(schema) as (body: never) => unknown;
    return firstDifference(decode(await bodyFor(codec, bytes)), value, format);
  } catch (thrown) {
    return String(thrown);
  }
}

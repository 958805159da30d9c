// The test documents in a page: whatever format does not refuse one brings it back.

import { firstDifference } from '../../../src/data/equal.ts';
import { inferSchema } from '../../../src/data/infer/infer-schema.ts';
import type { DataSchema, DataValue } from '../../../src/data/schema.ts';
import { FORMATS } from '../../../src/formats/catalogue.ts';
import type { Codec, Format } from '../../../src/formats/format.ts';
import { whyRefused } from '../../../src/formats/shared/refusal.ts';
import { DOCUMENTS } from '../documents/documents.ts';
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
  for (const { name: documentName, value } of DOCUMENTS) {
    const schema = inferSchema(documentName, value);
    // All bodies of a document are asked for at once, since a server may make them.
    const bodies = FORMATS.flatMap((format) =>
      format.encoders
        .filter((encoder) => format.codecs.some(isWanted) && whyRefused(encoder, schema, [value]) === null)
        .map((encoder) => {
          const path = `${documentName}|${format.name}|${encoder.name}`;
          return { format, path, body: bodyOf(path, () => encoder.bind(schema)(value)) };
        }),
    );
    for (const { format, path, body } of bodies) {
      for (const codec of format.codecs.filter(isWanted)) {
        const problem = await problemOf(body, format, codec, schema, value);
        const name = `${format.name}/${codec.name}`;
        if (problem === null) decoded[name] = (decoded[name] ?? 0) + 1;
        else problems.push(`${path} → ${codec.name}: ${problem}`);
      }
    }
  }
  return { decoded, problems };
}

async function problemOf(
  body: Promise<Uint8Array>,
  format: Format,
  codec: Codec,
  schema: DataSchema,
  value: DataValue,
): Promise<string | null> {
  try {
    const decode = codec.bind(schema) as (body: never) => unknown;
    return firstDifference(decode(await bodyFor(codec, await body)), value, format);
  } catch (thrown) {
    return String(thrown);
  }
}

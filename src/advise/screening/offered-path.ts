// What refuses a document may carry the list inside it: then the path to that list is offered.

import { inferSchema } from '../../data/infer/infer-schema.ts';
import { encoderNamed } from '../../formats/catalogue.ts';
import { whyRefused } from '../../formats/shared/refusal.ts';
import { type Envelope, findEnvelope } from '../../payload/envelope.ts';
import type { Payload } from '../../payload/payload.ts';

export interface OfferedPath {
  readonly path: string;
  /** In the list that it leads to. */
  readonly records: number;
  /** Those that refuse the document and carry the list. */
  readonly formats: readonly string[];
}

interface EncoderName {
  readonly format: string;
  readonly encoder: string;
}

/**
 * null where the payload is no document around a list, or where nothing that refuses it would carry the list.
 * `within` is the path to the payload itself, if it was picked from a document.
 */
export function offeredPath(
  { name, shape, value }: Pick<Payload, 'name' | 'shape' | 'value'>,
  within: string | undefined,
  refused: readonly EncoderName[],
): OfferedPath | null {
  const envelope = shape === 'document' && refused.length > 0 ? findEnvelope(value, within) : null;
  if (envelope === null) return null;
  const carrying = carryingList(name, envelope, refused);
  const formats = [...new Set(carrying.map(({ format }) => format))];
  return formats.length === 0 ? null : { path: envelope.path, records: envelope.list.length, formats };
}

/** Those that carry the list. */
export function carryingList(
  name: string,
  { list }: Envelope,
  encoders: readonly EncoderName[],
): readonly EncoderName[] {
  const schema = inferSchema(name, list);
  return encoders.filter(
    ({ format, encoder }) => whyRefused(encoderNamed(format, encoder), schema, [list]) === null,
  );
}

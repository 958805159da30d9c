// Checks whether one way to write a payload carries it: every body is encoded, decoded by every decoder that
// runs here, and compared with the original, value by value. Of large data each of these takes seconds, and
// signals are heard of between them.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { firstDifference } from '../../data/equal.ts';
import type { DataSchema, DataValue } from '../../data/schema.ts';
import type { Codec, Encoder, Format } from '../../formats/format.ts';
import { CannotCarry } from '../../formats/shared/cannot-carry.ts';
import { decoding } from '../../formats/shared/decoding.ts';
import type { RefusedDecoder } from './screened.ts';

export type Carried =
  | {
      readonly carries: true;
      readonly bodies: readonly Uint8Array[];
      readonly decoders: readonly Codec[];
      readonly refusedDecoders: readonly RefusedDecoder[];
      readonly losesKeyOrder: boolean;
    }
  | { readonly carries: false; readonly reason: string };

/** All bodies are refused together: if one of several messages cannot be carried, none is. */
export async function carry(
  format: Format,
  encoder: Encoder,
  schema: DataSchema,
  values: readonly DataValue[],
): Promise<Carried> {
  const bodies = encoded(encoder, schema, values);
  if (typeof bodies === 'string') return { carries: false, reason: bodies };
  const decoders: Codec[] = [];
  const refusedDecoders: RefusedDecoder[] = [];
  let losesKeyOrder = false;
  for (const codec of decodersHere(format)) {
    await nextTurn();
    const outcome = broughtBack(format, codec, schema, bodies, values);
    if (outcome.reason === null) decoders.push(codec);
    else refusedDecoders.push({ codec: codec.name, reason: outcome.reason });
    losesKeyOrder ||= outcome.losesKeyOrder;
  }
  const [first] = refusedDecoders;
  if (decoders.length === 0 && first !== undefined)
    return { carries: false, reason: `${first.codec} brings it back changed: ${first.reason}` };
  return { carries: true, bodies, decoders, refusedDecoders, losesKeyOrder };
}

/** The bodies, or why there are none. */
function encoded(
  encoder: Encoder,
  schema: DataSchema,
  values: readonly DataValue[],
): readonly Uint8Array[] | string {
  try {
    const refuse = encoder.refuse(schema);
    for (const [index, value] of values.entries()) atMessage(index, values, () => refuse(value));
    const encode = encoder.bind(schema);
    return values.map((value, index) => atMessage(index, values, () => encode(value)));
  } catch (thrown) {
    const message = messageOf(thrown);
    return thrown instanceof CannotCarry ? message : `${encoder.name} fails: ${message}`;
  }
}

function atMessage<T>(index: number, { length }: readonly DataValue[], work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (length === 1) throw thrown;
    const message = `message ${index + 1}: ${messageOf(thrown)}`;
    throw thrown instanceof CannotCarry ? new CannotCarry(message) : new Error(message);
  }
}

interface BroughtBack {
  /** null if all data are the same. */
  readonly reason: string | null;
  readonly losesKeyOrder: boolean;
}

function broughtBack(
  { keyOrder }: Format,
  codec: Codec,
  schema: DataSchema,
  bodies: readonly Uint8Array[],
  values: readonly DataValue[],
): BroughtBack {
  let losesKeyOrder = false;
  try {
    const decode = decoding(codec, schema);
    for (const [index, body] of bodies.entries()) {
      const decoded = decode(body);
      const strictly = firstDifference(decoded, values[index]!);
      if (strictly === null) continue;
      const difference =
        keyOrder === 'kept' ? strictly : firstDifference(decoded, values[index]!, { keyOrder });
      if (difference !== null) return { reason: placed(difference, index, values), losesKeyOrder: false };
      losesKeyOrder = true;
    }
    return { reason: null, losesKeyOrder };
  } catch (thrown) {
    return { reason: messageOf(thrown), losesKeyOrder: false };
  }
}

function placed(difference: string, index: number, { length }: readonly DataValue[]): string {
  return length === 1 ? difference : `message ${index + 1}: ${difference}`;
}

/** The decoders that run here. There is no DOM, so they must need nothing that Node lacks. */
function decodersHere({ codecs }: Format): readonly Codec[] {
  return codecs.filter(({ needs }) => needs.every((need) => need === 'eval'));
}

// What can be called here, in which formats: each request decoder and answer encoder is bound when it is
// first used.

import type { Call } from '../../data/call.ts';
import { callsOfOperation, OPERATIONS, objectsAsked } from '../../data/calls.ts';
import { findMismatch } from '../../data/mismatch.ts';
import type { DataRecord, DataSchema, DataValue, TypeSpec } from '../../data/schema.ts';
import type { StoredData } from '../../data/store/stored-data.ts';
import { encoderNamed, FORMATS, formatNamed } from '../../formats/catalogue.ts';
import type { Codec, Format } from '../../formats/format.ts';
import { CannotCarry } from '../../formats/shared/cannot-carry.ts';
import { type CallFeatures, isSoap } from '../../wire/target-contract.ts';

export interface Operation {
  readonly name: string;
  readonly requestSchema: DataSchema;
  readonly answerSchema: DataSchema;
  /** Carries out the operation. Throws a RefusedCall if the request does not allow it. */
  answer(request: DataRecord): DataValue;
}

export type Described = Pick<Operation, 'name' | 'requestSchema' | 'answerSchema'>;

/** Every operation of the service, whatever data this process keeps. */
export const DESCRIBED: readonly Described[] = OPERATIONS.map((name) => {
  const [{ requestSchema, answerSchema }] = callsOfOperation(name) as [Call];
  return { name, requestSchema, answerSchema };
});

/**
 * Operations by name. An operation that answers with a list is among them only if its objects are kept here;
 * each call copies them.
 */
export function operationsOn(datasets: ReadonlyMap<string, StoredData>): ReadonlyMap<string, Operation> {
  const operations = OPERATIONS.flatMap((name) => {
    const [call] = callsOfOperation(name) as [Call];
    const { requestSchema, answerSchema } = call;
    if (answerSchema.root.kind !== 'array')
      return [{ name, requestSchema, answerSchema, answer: call.answer }];
    const stored = datasets.get(call.dataset);
    if (stored === undefined) return [];
    const answer = (request: DataRecord) => freshObjects(stored, objectsAsked(request, stored.maxN));
    return [{ name, requestSchema, answerSchema, answer }];
  });
  return new Map(operations.map((operation) => [operation.name, operation]));
}

function freshObjects(stored: StoredData, n: number): DataValue {
  return (stored.body(n, 0) as readonly DataRecord[]).map((record) => ({ ...record }));
}

/**
 * The formats that carry requests and answers of some operation. Content-Type tells them apart, except SOAP's
 * formats: these share a media type, and the query tells them apart.
 */
export function callFeatures(operations: ReadonlyMap<string, Operation>): CallFeatures {
  const carrying = FORMATS.filter((format) =>
    [...operations.values()].some((one) => whyNotCarried(format, one) === null),
  );
  const formats = carrying.filter(
    (format, index) =>
      isSoap(format.name) ||
      carrying.findIndex((other) => mediaType(other.contentType) === mediaType(format.contentType)) === index,
  );
  return {
    operations: [...operations.keys()],
    formats: Object.fromEntries(
      formats.map(({ name, encoders }) => [name, encoders.map((each) => each.name)]),
    ),
  };
}

export function mediaType(contentType: string): string {
  return contentType.split(';', 1)[0]!.trim().toLowerCase();
}

/** null if the format carries both the request and the answer. */
export function whyNotCarried(format: Format, { requestSchema, answerSchema }: Operation): string | null {
  if (decoderHere(format) === null) return `${format.title} is decoded in pages alone`;
  try {
    for (const encoder of format.encoders) {
      encoder.refuse(requestSchema);
      encoder.refuse(answerSchema);
    }
    return null;
  } catch (thrown) {
    if (thrown instanceof CannotCarry) return thrown.message;
    throw thrown;
  }
}

/** The first codec that takes a whole body and needs no DOM. */
function decoderHere({ codecs }: Format): Codec | null {
  return codecs.find(({ takes, needs }) => takes !== 'json' && !needs.includes('dom')) ?? null;
}

/**
 * Decodes a body with the first decoder that runs here. Throws what the decoder throws, or a WrongRequest.
 */
export function requestDecoder(
  format: string,
  { requestSchema }: Operation,
): (body: Uint8Array) => DataRecord {
  const codec = decoderHere(formatNamed(format))!;
  const decode = codec.bind(requestSchema) as (body: never) => DataValue;
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const described = { ...requestSchema, root: inAnyOrder(requestSchema.root) };
  return (body) => {
    const value = decode((codec.takes === 'text' ? utf8.decode(body) : body) as never);
    const wrong = findMismatch(described, value);
    if (wrong !== null) throw new WrongRequest(`not a ${requestSchema.name}: ${wrong.replace(/^\./, '')}`);
    return value as DataRecord;
  };
}

/** People who write JSON by hand write its members in any order. */
function inAnyOrder(type: TypeSpec): TypeSpec {
  switch (type.kind) {
    case 'record': {
      const fields = type.fields.map((field) => ({ ...field, type: inAnyOrder(field.type) }));
      return { ...type, fields, orderVaries: true };
    }
    case 'array':
      return { ...type, items: inAnyOrder(type.items) };
    default:
      return type;
  }
}

class WrongRequest extends Error {
  override readonly name = 'WrongRequest';
}

export function answerEncoder(format: string, encoder: string, { answerSchema }: Operation) {
  return encoderNamed(format, encoder).bind(answerSchema);
}

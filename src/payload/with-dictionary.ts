// Adds to a payload an earlier answer that both ends have: the dictionary of compressions that take one (RFC
// 9842).

import { UserError } from '../base/errors.ts';
import { firstDifference } from '../data/equal.ts';
import { inferSchemaOfAll, ListInference } from '../data/infer/infer-schema.ts';
import { type ArrayType, type DataSchema, type DataValue, listedRecord } from '../data/schema.ts';
import type { Payload } from './payload.ts';

/**
 * The same payload with the schema of both, so that every format writes both alike. `flag` is the option that
 * named the dictionary. Throws a UserError if the two are no answers of one kind, or if they are the same
 * answer, which would be a few bytes in any format.
 */
export function withDictionary(payload: Payload, before: Payload, flag: string): Payload {
  requireAnswerBefore(payload, before, flag);
  const { source, value } = before;
  return { ...payload, schema: schemaOfBoth(payload, before), dictionary: { source, value } };
}

/** Throws like `withDictionary`, for payloads that are not yet resampled. */
export function requireAnswerBefore(payload: Payload, before: Payload, flag: string): void {
  const what = whatIsWrong(payload, before);
  if (what !== null) throw new UserError([{ file: flag, path: '', what }]);
}

function whatIsWrong(payload: Payload, before: Payload): string | null {
  if (payload.shape === 'messages') return 'several messages have no one answer before them';
  if (payload.shape !== before.shape)
    return `${before.source} is a ${before.shape}, ${payload.source} a ${payload.shape}: no answers of one kind`;
  if (firstDifference(before.value, payload.value) === null)
    return `${before.source} holds the same data as ${payload.source}: no answer from before; name an earlier one`;
  return null;
}

/** The schema has the payload's own names, also for its records. */
function schemaOfBoth(payload: Payload, before: Payload): DataSchema {
  const { name } = payload.schema;
  const values = [payload.value, before.value];
  if (payload.shape === 'list') {
    const inference = new ListInference();
    const lists = values as readonly (readonly DataValue[])[];
    for (const list of lists) for (const item of list) inference.add(item);
    const { root } = inference.schema(name, listedRecord(payload.schema)?.name);
    return { name, root: { ...(root as ArrayType), mayBeEmpty: lists.some(({ length }) => length === 0) } };
  }
  const { root } = inferSchemaOfAll(name, values);
  return { name, root: root.kind === 'record' ? { ...root, name } : root };
}

// What a target answers to words about a sequence, held to its shape: what is not a number would stand in the
// record as one.

import type { SequenceMade, SequenceState } from '../../wire/sequence.ts';

type Fields = Readonly<Record<string, unknown>>;

const COUNTS = ['sent', 'received', 'reordered', 'encodeMs', 'decodeMs'];
/** Null where the target cannot tell. */
const MAYBE = ['cpuMs', 'bytesReceived', 'bytesSent', 'beganMs'];

/** Throws an Error that names the field; `what`: the request that was answered. */
export function stateIn(value: unknown, what: string): SequenceState {
  const fields = fieldsIn(value, what);
  for (const name of COUNTS) if (!isCount(fields[name])) refuse(fields, name, what);
  for (const name of MAYBE) if (fields[name] !== null && !isCount(fields[name])) refuse(fields, name, what);
  const { failure, nowMs, checkMs = 0 } = fields;
  if (!isCount(checkMs)) refuse(fields, 'checkMs', what);
  if (!Number.isFinite(nowMs)) refuse(fields, 'nowMs', what);
  if (failure !== null && typeof failure !== 'string') refuse(fields, 'failure', what);
  return value as SequenceState;
}

/** Likewise the answer to POST /sequence. */
export function madeIn(value: unknown, what: string): SequenceMade {
  const fields = fieldsIn(value, what);
  const { sequence, cycle } = fields;
  if (typeof sequence !== 'string' || sequence === '') refuse(fields, 'sequence', what);
  if (!Number.isInteger(cycle) || (cycle as number) < 1) refuse(fields, 'cycle', what);
  return value as SequenceMade;
}

function fieldsIn(value: unknown, what: string): Fields {
  if (typeof value === 'object' && value !== null) return value as Fields;
  throw new Error(`the target answered ${what} with ${shown(value)}, which is no object`);
}

function isCount(value: unknown): boolean {
  return Number.isFinite(value) && (value as number) >= 0;
}

function refuse(fields: Fields, name: string, what: string): never {
  throw new Error(`the target answered ${what} with ${shown(fields[name])} as ${name}`);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 100);
}

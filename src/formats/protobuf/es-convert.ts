// Plain data ↔ the messages of @bufbuild/protobuf: objects that name their type, with a property for each field. Closures
// made once for a schema; nothing here needs eval.

import type { DataValue } from '../../data/schema.ts';
import { branchFinder } from '../branch.ts';
import { type Change, fromWire, lifted, putProperty, toWire } from './convert.ts';
import { esName, UNION_ONEOF } from './es-descriptors.ts';
import type { Member, ProtoField, ProtoMessage, RecordMessage, UnionMessage } from './proto-file.ts';

type Made = NonNullable<Change>;
type Properties = Record<string, unknown>;

/** A message that has no value for a field: the library asks repeated fields and maps nevertheless. */
const NOTHING = {
  repeated: Object.freeze([]),
  map: Object.freeze({}),
  implicit: undefined,
  presence: undefined,
};

export function toMessage(message: ProtoMessage): Made {
  switch (message.shape) {
    case 'record':
      return recordToMessage(message);
    case 'list':
      return message.items === null
        ? () => ({ $typeName: message.name })
        : wrapping(message.name, message.items);
    case 'map':
      return wrapping(message.name, message.entries);
    case 'union':
      return unionToMessage(message);
  }
}

export function fromMessage(message: ProtoMessage): Made {
  switch (message.shape) {
    case 'record':
      return recordFromMessage(message);
    case 'list':
      return message.items === null ? () => [] : unwrapping(message.items);
    case 'map':
      return unwrapping(message.entries);
    case 'union':
      return unionFromMessage(message);
  }
}

function fieldToMessage(field: ProtoField): Change {
  const { rule, type } = field;
  return lifted(rule, type.kind === 'message' ? toMessage(type.message) : toWire(field));
}

function fieldFromMessage(field: ProtoField): Change {
  const { rule, type } = field;
  return lifted(
    rule,
    type.kind === 'message' ? fromMessage(type.message) : (fromWire(field) ?? fromLong(field)),
  );
}

/** 64-bit integers come as bigint; none here is beyond 2^53. */
function fromLong({ type }: ProtoField): Change {
  return type.kind === 'scalar' && type.scalar.endsWith('64') ? Number : null;
}

function wrapping($typeName: string, field: ProtoField): Made {
  const change = fieldToMessage(field);
  return change === null
    ? (value) => ({ $typeName, f1: value })
    : (value) => ({ $typeName, f1: change(value) });
}

function unwrapping(field: ProtoField): Made {
  const change = fieldFromMessage(field);
  return change === null ? ({ f1 }) => f1 : ({ f1 }) => change(f1);
}

function unionToMessage({ name: $typeName, branches }: UnionMessage): Made {
  const indexOf = branchFinder(branches.map(({ type }) => type));
  const wraps = branches.map(({ field }): Made => {
    if (field === null) return () => ({ case: undefined });
    const change = fieldToMessage(field) ?? ((value) => value);
    const name = esName(field);
    return (value) => ({ case: name, value: change(value) });
  });
  return (value: DataValue) => ({ $typeName, [UNION_ONEOF]: wraps[indexOf(value)]!(value) });
}

function unionFromMessage({ branches }: UnionMessage): Made {
  if (branches.every(({ field }) => field === null)) return () => null;
  const changes = new Map(
    branches.map(({ field }) => [
      field === null ? undefined : esName(field),
      field && fieldFromMessage(field),
    ]),
  );
  return (message) => {
    const chosen = message[UNION_ONEOF];
    if (chosen.case === undefined) return null;
    const change = changes.get(chosen.case);
    return change == null ? chosen.value : change(chosen.value);
  };
}

function recordToMessage({ name: $typeName, members }: RecordMessage): Made {
  const writes = members.flatMap(memberWrites);
  return (record) => {
    const message: Properties = { $typeName };
    for (let i = 0; i < writes.length; i++) {
      const { name, key, change, nothing } = writes[i]!;
      // Keys that all objects inherit a property of are asked for with care.
      const value = key in Object.prototype && !Object.hasOwn(record, key) ? undefined : record[key];
      message[name] = (change === null ? value : change(value)) ?? nothing;
    }
    return message;
  };
}

interface Write {
  readonly name: string;
  readonly key: string;
  readonly change: Change;
  readonly nothing: unknown;
}

function memberWrites({ key, field, nullField, absent }: Member): Write[] {
  const writes: Write[] = [];
  if (field !== null) {
    const change = fieldToMessage(field);
    const careful: Change =
      change === null || absent === 'default'
        ? change
        : (value) => (value == null ? undefined : change(value));
    writes.push({ name: esName(field), key, change: careful, nothing: NOTHING[field.rule] });
  }
  if (nullField !== null) {
    const change: Change = (value) => (value === null ? 0 : undefined);
    writes.push({ name: esName(nullField), key, change, nothing: undefined });
  }
  return writes;
}

type Read = (record: Properties, message: Properties) => void;

function recordFromMessage({ members }: RecordMessage): Made {
  const reads = members.map(memberRead);
  return (message) => {
    const record: Properties = {};
    for (let i = 0; i < reads.length; i++) reads[i]!(record, message);
    return record;
  };
}

function memberRead({ key, field, nullField, absent }: Member): Read {
  const name = field === null ? '' : esName(field);
  const nullName = nullField === null ? '' : esName(nullField);
  const change = field === null ? null : fieldFromMessage(field);
  const isThere = presenceOf(field);
  if (absent === 'default') {
    if (field === null) return (record) => putProperty(record, key, []);
    if (change === null) return (record, message) => putProperty(record, key, message[name]);
    return (record, message) => putProperty(record, key, change(message[name]));
  }
  return (record, message) => {
    const value = message[name];
    if (isThere(value)) putProperty(record, key, change === null ? value : change(value));
    else if (absent === 'null' || message[nullName] !== undefined) putProperty(record, key, null);
  };
}

function presenceOf(field: ProtoField | null): (value: unknown) => boolean {
  if (field === null) return () => false;
  return field.rule === 'repeated'
    ? (value) => (value as unknown[]).length > 0
    : (value) => value !== undefined;
}

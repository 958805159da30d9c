// Plain data ↔ the messages of @bufbuild/protobuf: objects that name their type, with a property for each
// field. Closures made once for a schema; nothing here needs eval.

import type { DataValue } from '../../data/schema.ts';
import { branchFinder } from '../shared/branch.ts';
import { type Change, fromWire, lifted, putProperty, toWire } from './convert.ts';
import { esName, UNION_ONEOF } from './es-descriptors.ts';
import type { Member, ProtoField, ProtoMessage, RecordMessage, UnionMessage } from './proto-file.ts';

type Made = NonNullable<Change>;
type Properties = Record<string, unknown>;

/**
 * What a message has if there is no value: the library needs repeated fields, maps and defaults all the same.
 */
function nothingIn({ rule, type }: ProtoField): unknown {
  if (rule === 'presence') return undefined;
  if (rule === 'repeated') return Object.freeze([]);
  if (rule === 'map') return Object.freeze({});
  if (type.kind !== 'scalar' || type.scalar !== 'string') {
    return type.kind === 'scalar' && type.scalar === 'bool' ? false : 0;
  }
  return '';
}

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

/** 64-bit integers come as bigint; each was a double before, so that a number holds it. */
function fromLong({ type }: ProtoField): Change {
  return type.kind === 'scalar' && type.scalar.endsWith('64') ? Number : null;
}

function wrapping($typeName: string, field: ProtoField): Made {
  const change = fieldToMessage(field);
  return change === null
    ? (value) => ({ $typeName, items: value })
    : (value) => ({ $typeName, items: change(value) });
}

function unwrapping(field: ProtoField): Made {
  const change = fieldFromMessage(field);
  return change === null ? ({ items }) => items : ({ items }) => change(items);
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

type Step = (to: Properties, from: Properties) => void;

function recordToMessage({ name: $typeName, members }: RecordMessage): Made {
  const steps = members.flatMap(memberWrites);
  return (record) => {
    const message: Properties = { $typeName };
    for (let i = 0; i < steps.length; i++) steps[i]!(message, record);
    return message;
  };
}

function memberWrites({ key, field, nullField, absent }: Member): Step[] {
  const valueIn = reading(key);
  const steps: Step[] = [];
  if (field !== null) {
    const name = esName(field);
    const change = fieldToMessage(field);
    steps.push(
      absent === 'default'
        ? alwaysWrite(name, key, change)
        : presentWrite(name, valueIn, change, nothingIn(field)),
    );
  }
  if (nullField !== null) {
    const name = esName(nullField);
    steps.push((message, record) => {
      message[name] = valueIn(record) === null ? 0 : undefined;
    });
  }
  return steps;
}

function alwaysWrite(name: string, key: string, change: Change): Step {
  if (change === null) {
    return (message, record) => {
      message[name] = record[key];
    };
  }
  return (message, record) => {
    message[name] = change(record[key]);
  };
}

function presentWrite(name: string, valueIn: Made, change: Change, nothing: unknown): Step {
  return (message, record) => {
    const value = valueIn(record);
    message[name] = value == null ? nothing : change === null ? value : change(value);
  };
}

/** A key that all objects inherit needs a check that the record has it. */
function reading(key: string): Made {
  return key in Object.prototype
    ? (record) => (Object.hasOwn(record, key) ? record[key] : undefined)
    : (record) => record[key];
}

function recordFromMessage({ members }: RecordMessage): Made {
  const steps = members.map(memberRead);
  return (message) => {
    const record: Properties = {};
    for (let i = 0; i < steps.length; i++) steps[i]!(record, message);
    return record;
  };
}

function memberRead({ key, field, nullField, absent }: Member): Step {
  const name = field === null ? '' : esName(field);
  const nullName = nullField === null ? '' : esName(nullField);
  const change = field === null ? null : fieldFromMessage(field);
  if (absent === 'array') return (record) => putProperty(record, key, []);
  if (absent === 'record') return (record) => putProperty(record, key, {});
  if (absent === 'default') return alwaysRead(key, name, change);
  const isThere = presenceTest(field);
  return (record, message) => {
    const value = message[name];
    if (isThere(value)) putProperty(record, key, change === null ? value : change(value));
    else if (absent === 'null' || message[nullName] !== undefined) putProperty(record, key, null);
  };
}

function alwaysRead(key: string, name: string, change: Change): Step {
  if (change !== null) return (record, message) => putProperty(record, key, change(message[name]));
  if (key === '__proto__') return (record, message) => putProperty(record, key, message[name]);
  return (record, message) => {
    record[key] = message[name];
  };
}

function presenceTest(field: ProtoField | null): (value: unknown) => boolean {
  if (field === null) return () => false;
  if (field.rule === 'repeated') return (value) => (value as unknown[]).length > 0;
  if (field.rule === 'presence') return (value) => value !== undefined;
  const nothing = nothingIn(field);
  // A zero may be a bigint.
  return (value) => value !== nothing && value !== 0n;
}

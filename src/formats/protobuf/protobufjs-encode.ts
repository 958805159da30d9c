// Changes the data's objects into the objects that protobufjs encodes.

import type { DataValue } from '../../data/schema.ts';
import { branchFinder } from '../shared/branch.ts';
import { access, Constants, property } from './code.ts';
import { enumNumbers, lifted, toWire } from './convert.ts';
import type { Member, ProtoField, ProtoMessage, RecordMessage, UnionMessage } from './proto-file.ts';
import { isAsItIs, propertyName } from './protobufjs-types.ts';

export type ToMessage = (value: never) => object;

/** null if the data's objects are encoded as they are. */
export function makeToMessage(message: ProtoMessage): ToMessage | null {
  switch (message.shape) {
    case 'record':
      return recordChange(message);
    case 'list':
      return message.items === null ? () => ({}) : wrapping(message.items);
    case 'map':
      return wrapping(message.entries);
    case 'union':
      return unionChange(message);
  }
}

function wrapping(field: ProtoField): ToMessage {
  const change = lifted(field.rule, toWire(field));
  return change === null ? (value) => ({ items: value }) : (value) => ({ items: change(value) });
}

function unionChange(message: UnionMessage): ToMessage {
  const indexOf = branchFinder(message.branches.map(({ type }) => type));
  const wraps = message.branches.map(({ field }): ((value: DataValue) => object) => {
    if (field === null) return () => ({});
    const change = lifted(field.rule, toWire(field));
    const name = propertyName(message, field);
    return change === null ? (value) => ({ [name]: value }) : (value) => ({ [name]: change(value) });
  });
  return (value: DataValue) => wraps[indexOf(value)]!(value);
}

/** A copy of the record, by code made for it: it costs what a literal costs. */
function recordChange(message: RecordMessage): ToMessage | null {
  const isPlain = ({ field }: Member) => field === null || toWire(field) === null;
  if (isAsItIs(message) && message.members.every(isPlain)) return null;
  const constants = new Constants();
  const properties = message.members.flatMap((member) => writtenProperties(message, member, constants));
  return constants.compile(`return (r) => ({ ${properties.join(', ')} })`);
}

function writtenProperties(message: RecordMessage, member: Member, constants: Constants): string[] {
  const { key, field, nullField } = member;
  const value =
    key in Object.prototype
      ? `(Object.hasOwn(r, ${JSON.stringify(key)}) ? ${access('r', key)} : undefined)`
      : access('r', key);
  const properties = [];
  if (field !== null) {
    properties.push(property(propertyName(message, field), wireValue(field, value, constants)));
  }
  if (nullField !== null) {
    properties.push(property(propertyName(message, nullField), `${value} === null ? 0 : undefined`));
  }
  return properties;
}

function wireValue(field: ProtoField, value: string, constants: Constants): string {
  const { rule, type } = field;
  if (rule !== 'repeated' && rule !== 'map' && type.kind === 'enum') {
    return `${constants.name(enumNumbers(type.enumeration))}.get(${value})`;
  }
  const change = lifted(rule, toWire(field));
  return change === null ? value : `${constants.name(change)}(${value})`;
}

// Changes the objects that protobufjs decodes into plain data.

import { access, Constants, property } from './code.ts';
import { type Change, defaultValue, enumTexts, fromWire, lifted, putProperty } from './convert.ts';
import {
  type Member,
  type ProtoField,
  type ProtoMessage,
  type RecordMessage,
  writtenFields,
} from './proto-file.ts';
import { isAsItIs, propertyName } from './protobufjs-types.ts';

/**
 * Makes what a message is decoded into: a plain object that has every property already, in the schema's
 * order, with the values that stand for absent fields, so that mostly no second pass is needed.
 */
export function makeBlank(message: ProtoMessage): () => object {
  const properties =
    message.shape === 'record'
      ? message.members.flatMap((member) => blankProperties(message, member))
      : writtenFields(message).map((field) => property(propertyName(message, field), blankValue(field)));
  return new Constants().compile(`return function PlainRecord() { return { ${properties.join(', ')} }; }`);
}

function blankProperties(message: RecordMessage, member: Member): string[] {
  const { key, field, nullField, absent } = member;
  const properties = [];
  if (field !== null) {
    // For objects that are made again afterwards it only counts whether there is a value.
    const lack = absent === 'null' && isAsItIs(message) ? 'null' : 'undefined';
    properties.push(property(propertyName(message, field), absent === 'default' ? blankValue(field) : lack));
  } else if (isAsItIs(message)) {
    properties.push(property(key, CONSTANTS[absent]));
  }
  if (nullField !== null) properties.push(property(propertyName(message, nullField), 'undefined'));
  return properties;
}

/** The values of members that are never written. */
const CONSTANTS = { default: 'undefined', null: 'null', missing: 'undefined', array: '[]', record: '{}' };

/** An enum has its number here and gets its text later. */
function blankValue(field: ProtoField): string {
  if (field.rule === 'presence') return 'undefined';
  if (field.rule === 'implicit' && field.type.kind === 'enum') return '0';
  return JSON.stringify(defaultValue(field));
}

/** Changes a decoded message into plain data; null if it is plain data already. */
export function makeFromMessage(message: ProtoMessage): Change {
  switch (message.shape) {
    case 'record':
      return recordChange(message);
    case 'list':
      return message.items === null ? () => [] : unwrapping(message.items);
    case 'map':
      return unwrapping(message.entries);
    case 'union': {
      const reads = writtenFields(message).map(
        (field) => [propertyName(message, field), fieldChange(field)] as const,
      );
      return (decoded) => {
        for (const [name, change] of reads) {
          const value = decoded[name];
          if (value !== undefined) return change === null ? value : change(value);
        }
        return null;
      };
    }
  }
}

function unwrapping(field: ProtoField): Change {
  const change = fieldChange(field);
  return change === null ? ({ items }) => items : ({ items }) => change(items);
}

/**
 * Changes what a field holds after decoding. Messages were changed when they were decoded, except those in
 * maps, where the library replaces values that are null or false.
 */
function fieldChange(field: ProtoField): Change {
  const { rule, type } = field;
  if (rule === 'map' && type.kind === 'message' && type.message.shape !== 'record') {
    return lifted(rule, makeFromMessage(type.message));
  }
  return lifted(rule, fromWire(field));
}

function recordChange(message: RecordMessage): Change {
  const { members } = message;
  const changes = members.some(({ field }) => field !== null && fieldChange(field) !== null);
  const mayMiss = members.some(({ absent }) => absent === 'missing');
  const asItIs = isAsItIs(message);
  if (asItIs && !changes && !mayMiss) return null;
  const constants = new Constants();
  const code = asItIs ? changedInPlace(message, constants) : '';
  if (asItIs && !mayMiss) return constants.compile(`return (m) => { ${code} return m; }`);
  return constants.compile(`return (m) => { ${code} ${rebuilt(message, asItIs, constants)} }`);
}

/** Objects that have every property are left; the others are made again without those they miss. */
function rebuilt(message: RecordMessage, asItIs: boolean, constants: Constants): string {
  const { members } = message;
  const missing = members.filter(({ absent }) => absent === 'missing');
  const whole = missing.map(({ key }) => `${access('m', key)} !== undefined`).join(' && ');
  const firstMissing = members.findIndex(({ absent }) => absent === 'missing');
  const always = firstMissing === -1 ? members : members.slice(0, firstMissing);
  const literal = always.map((member) => property(member.key, readValue(message, member, asItIs, constants)));
  const rest = members
    .slice(always.length)
    .map((member) => assignment(message, member, asItIs, constants))
    .join(' ');
  return `${asItIs ? `if (${whole}) return m;` : ''} const o = { ${literal.join(', ')} }; ${rest} return o;`;
}

function assignment(message: RecordMessage, member: Member, asItIs: boolean, constants: Constants): string {
  const { key, field, nullField, absent } = member;
  const put = (value: string) =>
    key === '__proto__'
      ? `${constants.name(putProperty)}(o, "__proto__", ${value});`
      : `${access('o', key)} = ${value};`;
  if (absent !== 'missing') return put(readValue(message, member, asItIs, constants));
  const choices = [];
  if (field !== null) {
    const present = `${access('m', propertyName(message, field))} !== undefined`;
    choices.push(`if (${present}) ${put(readValue(message, member, asItIs, constants))}`);
  }
  if (nullField !== null) {
    choices.push(`if (${access('m', propertyName(message, nullField))} !== undefined) ${put('null')}`);
  }
  return choices.join(' else ');
}

function readValue(message: RecordMessage, member: Member, asItIs: boolean, constants: Constants): string {
  const { key, field, absent } = member;
  if (asItIs) return access('m', key);
  if (field === null) return CONSTANTS[absent];
  const value = access('m', propertyName(message, field));
  const changed = changedValue(field, value, constants) ?? value;
  return absent === 'null' ? `${value} === undefined ? null : ${changed}` : changed;
}

function changedInPlace(message: RecordMessage, constants: Constants): string {
  const statements = message.members.map(({ key, field, absent }) => {
    const value = access('m', key);
    const changed = field === null ? null : changedValue(field, value, constants);
    if (changed === null) return '';
    return absent === 'default' ? `${value} = ${changed};` : `if (${value} != null) ${value} = ${changed};`;
  });
  return statements.join(' ');
}

/** null if the value needs no change. */
function changedValue(field: ProtoField, value: string, constants: Constants): string | null {
  const { rule, type } = field;
  if (type.kind === 'enum' && rule !== 'repeated' && rule !== 'map') {
    return `${constants.name(enumTexts(type.enumeration))}[${value}]`;
  }
  const change = fieldChange(field);
  return change === null ? null : `${constants.name(change)}(${value})`;
}

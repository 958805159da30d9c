// The rules that both readers apply to documents. All of them throw if a document breaks them; the readers
// add the place.

import type { DataRecord, DataValue } from '../../data/schema.ts';
import { put } from '../shared/plain-record.ts';
import type { Slots } from '../shared/record-builder.ts';
import {
  type Content,
  ENTRY,
  type ListContent,
  type MapContent,
  NIL,
  type RecordContent,
  type XmlField,
} from './xml-content.ts';
import { isSpace, sayElementEnd, unexpected } from './xml-errors.ts';

/** The content of an item. `list` is the name of the element around it. */
export function itemNamed({ item, itemName }: ListContent, name: string, list: string): Content {
  if (item === null) throw new Error(unexpected(name, sayElementEnd(list)));
  if (name !== itemName) throw new Error(unexpected(name, itemName));
  return item;
}

/** The content of an entry. `map` is the name of the element around it. */
export function entryNamed({ values }: MapContent, name: string, map: string): Content {
  if (values === null) throw new Error(unexpected(name, sayElementEnd(map)));
  if (name !== ENTRY) throw new Error(unexpected(name, ENTRY));
  return values;
}

/** Checks the key of an entry: it must exist and be new. */
export function checkEntryKey({ keyName }: MapContent, soFar: DataRecord, key: string | null): string {
  if (key === null) throw new Error(`the attribute ${keyName} of ${ENTRY} is missing`);
  if (Object.hasOwn(soFar, key)) throw new Error(`two entries with the key ${JSON.stringify(key)}`);
  return key;
}

export function requireNil(name: string, nil: string | null): void {
  if (nil !== 'true' && nil !== '1') throw new Error(`<${name}>, expected ${NIL}="true" in it`);
}

/** A record whose element is open. */
export interface OpenRecord {
  readonly content: RecordContent;
  /** The name of the element. */
  readonly name: string;
  readonly slots: Slots;
  /** The field that came last. */
  readonly at: number;
  /** Fields in order of appearance, if they may come in any order; else null. */
  readonly came: number[] | null;
}

/** The index of the field to which the next element belongs. */
export function fieldNamed({ content, slots, came, at, name: record }: OpenRecord, name: string): number {
  const { fields } = content;
  if (came !== null) return fieldInAnyOrder(content, slots, came, name);
  for (let i = at; i < fields.length; i++) {
    const field = fields[i]!;
    if (slots[i] !== undefined) {
      if (field.repeats && field.name === name) return i;
      continue;
    }
    if (field.name === name && field.child !== null) return i;
    if (!field.optional) throw new Error(unexpected(name, field.name));
  }
  throw new Error(unexpected(name, sayElementEnd(record)));
}

function fieldInAnyOrder(
  { fields, indexOf }: RecordContent,
  slots: Slots,
  came: number[],
  name: string,
): number {
  const index = indexOf.get(name);
  if (index === undefined) throw new Error(unexpected(name, 'the name of a property'));
  if (fields[index]!.repeats && came.at(-1) === index) return index;
  if (slots[index] !== undefined) throw new Error(`two elements <${name}>`);
  came.push(index);
  return index;
}

/** Checks a field that has no attribute although it may stand in one. */
export function checkMissing({ attributeName, child, optional }: XmlField): void {
  if (child === null && !optional) throw new Error(`the attribute ${attributeName} is missing`);
}

export function readAttribute({ attribute, attributeName }: XmlField, text: string): DataValue {
  try {
    return attribute!.read(text);
  } catch (thrown) {
    throw new Error(`the attribute ${attributeName}: ${(thrown as Error).message}`);
  }
}

/**
 * Fills a record whose keys may come in any order, attributes included. Returns how many of the names it
 * knows.
 */
export function fillInOrder(
  { content: { fields, attributeIndexOf }, slots, came }: OpenRecord,
  names: () => readonly string[],
  textOf: (name: string) => string,
): number {
  if (attributeIndexOf.size === 0) return 0;
  let count = 0;
  for (const name of names()) {
    const index = attributeIndexOf.get(name);
    if (index === undefined) continue;
    count += 1;
    slots[index] = readAttribute(fields[index]!, textOf(name));
    came!.push(index);
  }
  return count;
}

/** Fills a record that has a place for text from an element without elements. */
export function fillFromText({ content, slots, came }: OpenRecord, text: string): void {
  const { index, optional, type, read } = content.text!;
  if (optional && (text === '' || (type.kind !== 'string' && isSpace(text)))) return;
  slots[index] = read(text);
  came?.push(index);
}

/** Puts a value into its field. */
export function putIn({ fields }: RecordContent, slots: Slots, at: number, value: DataValue): void {
  if (!fields[at]!.repeats) slots[at] = value;
  else if (slots[at] === undefined) slots[at] = [value];
  else (slots[at] as DataValue[]).push(value);
}

/** Makes the record whose element ends. */
export function finishRecord({ content, slots, came }: OpenRecord): DataRecord {
  for (const i of content.emptyLists) slots[i] ??= [];
  if (came === null) return content.build(slots);
  const { fields } = content;
  const missing = fields.find(({ optional }, i) => !optional && slots[i] === undefined);
  if (missing !== undefined) throw new Error(unexpected(null, missing.name));
  const out: DataRecord = {};
  for (const i of came) put(out, fields[i]!.property, slots[i]!);
  return out;
}

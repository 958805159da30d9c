// Reads one object as java.io.ObjectOutputStream wrote it. How deep it goes is the schema's, not the
// stream's, and every item takes a byte at least, so no stream can keep it busy for longer than its length
// allows.

import type { DataValue } from '../../data/schema.ts';
import { recordBuilder, type Slots } from '../shared/record-builder.ts';
import type { JavaField, JavaObject, JavaPlan, ListObject, RecordObject } from './class-plan.ts';
import { STREAM_HEADER, TC_BLOCKDATA, TC_ENDBLOCKDATA } from './stream-constants.ts';
import { StreamReader } from './stream-reader.ts';

type Read = (reader: StreamReader) => DataValue;

/** Bytes of the block data in which ArrayList repeats its size. */
const SIZE_BYTES = 4;

/** The function returned takes what was written of the plan's schema; it keeps nothing between calls. */
export function streamReading({ root, classes }: JavaPlan): (bytes: Uint8Array) => DataValue {
  const read = objectReading(root);
  const byName = new Map(classes.map((each) => [each.name, each]));
  return (bytes) => {
    const reader = new StreamReader(bytes, byName);
    const { input } = reader;
    if (input.int() !== (STREAM_HEADER | 0))
      throw input.error('no stream of Java serialization, version 5', 0);
    const value = read(reader);
    if (!input.isAtEnd) throw input.error('more after the object');
    return value;
  };
}

function objectReading(type: JavaObject): Read {
  switch (type.kind) {
    case 'string':
      return (reader) => reader.string();
    case 'list':
      return listReading(type);
    case 'record':
      return recordReading(type);
  }
}

function listReading(type: ListObject): Read {
  const readItem = type.item === null ? null : objectReading(type.item);
  const readNew = (reader: StreamReader) => {
    const { input } = reader;
    const size = input.int();
    if (size < 0 || (size > 0 && readItem === null))
      throw input.error(`a list of ${size} items`, input.at - 4);
    reader.expect(TC_BLOCKDATA, 'the size of a list');
    if (input.byte() !== SIZE_BYTES) throw input.error('block data of another length', input.at - 1);
    // It was the list's capacity once; Java reads and ignores it.
    input.int();
    const values: DataValue[] = [];
    for (let i = 0; i < size; i++) values.push(readItem!(reader));
    reader.expect(TC_ENDBLOCKDATA, 'the end of a list');
    return values;
  };
  return (reader) => reader.object(type, () => readNew(reader));
}

function recordReading(type: RecordObject): Read {
  const build = recordBuilder(type.type);
  const readFields = type.class.fields.map(fieldReading);
  const indexes = type.class.fields.map(({ index }) => index);
  return (reader) =>
    reader.object(type, (layout) => {
      const slots: Slots = new Array(indexes.length);
      for (const at of layout) slots[indexes[at]!] = readFields[at]!(reader);
      return build(slots);
    });
}

function fieldReading({ holds }: JavaField): Read {
  if (typeof holds !== 'string') return objectReading(holds);
  switch (holds) {
    case 'int':
      return ({ input }) => input.int();
    case 'double':
      return ({ input }) => input.double();
    case 'boolean':
      return ({ input }) => input.boolean();
  }
}

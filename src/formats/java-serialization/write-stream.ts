// Writes values as java.io.ObjectOutputStream writes the objects that hold them.

import type { DataRecord, DataValue } from '../../data/schema.ts';
import type { JavaClass, JavaField, JavaObject, JavaPlan, JavaPrimitive, ListObject } from './class-plan.ts';
import {
  BASE_HANDLE,
  STREAM_HEADER,
  TC_BLOCKDATA,
  TC_CLASSDESC,
  TC_ENDBLOCKDATA,
  TC_LONGSTRING,
  TC_NULL,
  TC_OBJECT,
  TC_REFERENCE,
  TC_STRING,
} from './stream-constants.ts';
import { StreamOutput } from './stream-output.ts';

const STRING_TAGS = { short: TC_STRING, long: TC_LONGSTRING };

type WriteObject = (value: DataValue, writer: StreamWriter) => void;

/** The function returned is to be called with values of the plan's schema; it keeps nothing between calls. */
export function streamWriting({ root, classes }: JavaPlan): (value: DataValue) => Uint8Array {
  const write = objectWriter(root);
  return (value) => {
    const writer = new StreamWriter(classes.length);
    write(value, writer);
    return writer.out.finished();
  };
}

/** Knows what a stream has had so far, and writes a reference for everything that comes again. */
class StreamWriter {
  readonly out = new StreamOutput();
  #handles = 0;
  readonly #classHandles: number[];
  /** Strings are compared by their text: those of a list of constants are one object in Java too. */
  readonly #stringHandles = new Map<string, number>();
  /** Java looks for the types of fields among themselves. */
  readonly #signatureHandles = new Map<string, number>();

  constructor(classCount: number) {
    this.#classHandles = new Array(classCount).fill(-1);
    this.out.int(STREAM_HEADER);
  }

  string(text: string): void {
    this.#stringIn(this.#stringHandles, text);
  }

  /** An object of that class begins; its fields come next. */
  begin(described: JavaClass): void {
    this.out.byte(TC_OBJECT);
    this.#classDescription(described);
    this.#handles += 1;
  }

  #classDescription({ name, serialVersionUid, flags, fields, index }: JavaClass): void {
    const { out } = this;
    const handle = this.#classHandles[index]!;
    if (handle !== -1) {
      this.#reference(handle);
      return;
    }
    out.byte(TC_CLASSDESC);
    out.name(name);
    out.long(serialVersionUid);
    this.#classHandles[index] = this.#handles++;
    out.byte(flags);
    out.short(fields.length);
    for (const field of fields) {
      out.byte(field.typeCode.charCodeAt(0));
      out.name(field.name);
      if (field.typeCode === 'L') this.#stringIn(this.#signatureHandles, field.signature);
    }
    out.byte(TC_ENDBLOCKDATA);
    out.byte(TC_NULL);
  }

  #stringIn(handles: Map<string, number>, text: string): void {
    const handle = handles.get(text);
    if (handle !== undefined) {
      this.#reference(handle);
      return;
    }
    handles.set(text, this.#handles++);
    this.out.text(text, STRING_TAGS);
  }

  #reference(handle: number): void {
    this.out.byte(TC_REFERENCE);
    this.out.int(BASE_HANDLE + handle);
  }
}

function objectWriter(type: JavaObject): WriteObject {
  switch (type.kind) {
    case 'string':
      return (value, writer) => writer.string(value as string);
    case 'list':
      return listWriter(type);
    case 'record':
      return recordWriter(type.class);
  }
}

/**
 * Writes a list as ArrayList.writeObject does: its size as a field and again as block data, for old readers.
 */
function listWriter({ class: listClass, item }: ListObject): WriteObject {
  const writeItem = item === null ? () => {} : objectWriter(item);
  return (value, writer) => {
    const list = value as readonly DataValue[];
    const { out } = writer;
    writer.begin(listClass);
    out.int(list.length);
    out.byte(TC_BLOCKDATA);
    out.byte(4);
    out.int(list.length);
    for (const each of list) writeItem(each, writer);
    out.byte(TC_ENDBLOCKDATA);
  };
}

function recordWriter(recordClass: JavaClass): WriteObject {
  const writeFields = recordClass.fields.map(fieldWriter);
  return (value, writer) => {
    writer.begin(recordClass);
    for (const write of writeFields) write(value as DataRecord, writer);
  };
}

function fieldWriter({ name, holds }: JavaField): (record: DataRecord, writer: StreamWriter) => void {
  if (typeof holds === 'string') return primitiveWriter(name, holds);
  const write = objectWriter(holds);
  return (record, writer) => write(record[name]!, writer);
}

function primitiveWriter(
  name: string,
  primitive: JavaPrimitive,
): (record: DataRecord, writer: StreamWriter) => void {
  switch (primitive) {
    case 'int':
      return (record, { out }) => out.int(record[name] as number);
    case 'double':
      return (record, { out }) => out.double(record[name] as number);
    case 'boolean':
      return (record, { out }) => out.byte(record[name] === true ? 1 : 0);
  }
}

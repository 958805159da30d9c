// avsc's types, made so that they take and give the data as they are. avsc reads a record by generated code
// that ends in a call of a generated constructor; with another constructor there is nothing left to convert
// after reading. That constructor and the writer are avsc's own methods, replaced in subclasses: avsc is
// pinned to one version.

import avsc, { type AvscType, type ForSchemaOptions, type Tap } from 'avsc/etc/browser/avsc-types.js';
// The platform's in Node; in a page the package of that name, which avsc needs there.
import { Buffer } from 'buffer';
import type { AvroField, AvroPlan, AvroSchema } from './avro-schema.ts';

/** Reads and writes the data that the plan was made of. */
export function makeAvscType(plan: AvroPlan): AvscType {
  return avsc.Type.forSchema(plan.schema, {
    // At most one branch of each family, so that the value tells the branch.
    wrapUnions: false,
    typeHook(schema, options) {
      const record = plan.records.get(schema as AvroSchema);
      if (record !== undefined) return plainRecord(record.fields, schema, options);
      if (plan.wrapped.has(schema as AvroSchema)) return new WrappedOrAbsent(schema, options);
      return plan.wideLongs.has(schema as AvroSchema) ? wideLong() : undefined;
    },
  });
}

function plainRecord(fields: readonly AvroField[], schema: unknown, options: ForSchemaOptions): AvscType {
  class PlainRecord extends avsc.types.RecordType {
    _createConstructor(): unknown {
      return plainConstructor(fields);
    }
  }
  class KeyedRecord extends PlainRecord {
    _createWriter(): unknown {
      return compileWriter(
        fields,
        this.fields.map(({ type }) => type),
      );
    }
  }
  return new (fields.every(isWrittenByAvsc) ? PlainRecord : KeyedRecord)(schema, options);
}

/**
 * avsc reads properties by the names in the schema, inherited ones too, and writes undefined as the default.
 */
function isWrittenByAvsc({ key, name, absent }: AvroField): boolean {
  return key === name && absent !== 'wrapped' && !(key in Object.prototype);
}

/**
 * Takes the fields' values in their order. Its objects are plain ones, since their prototype is that of a
 * literal.
 */
function plainConstructor(fields: readonly AvroField[]): unknown {
  const parameters = fields.map((_, i) => `v${i}`).join();
  const lines = fields.map(({ key, absent }, i) => {
    const set = `this[${JSON.stringify(key)}] = v${i};`;
    if (absent === 'never') return set;
    return `if (v${i} !== ${absent === 'null' ? 'null' : 'undefined'}) ${set}`;
  });
  const Plain: { prototype: unknown } = new Function(
    `return function Plain(${parameters}) {\n${lines.join('\n')}\n}`,
  )();
  Plain.prototype = Object.prototype;
  return Plain;
}

/** By generated code as avsc's own writer, but by key and for own properties only. */
function compileWriter(fields: readonly AvroField[], types: readonly AvscType[]): unknown {
  const lines = fields.map(({ key, absent }, i) => {
    const keyLiteral = JSON.stringify(key);
    const value =
      absent !== 'never' && key in Object.prototype
        ? `(Object.hasOwn(v, ${keyLiteral}) ? v[${keyLiteral}] : undefined)`
        : `v[${keyLiteral}]`;
    if (absent !== 'null') return `t${i}._write(t, ${value});`;
    return `x = ${value}; if (x === undefined) t.writeLong(0); else t${i}._write(t, x);`;
  });
  return new Function(
    ...types.map((_, i) => `t${i}`),
    `return function write(t, v) {\nlet x;\n${lines.join('\n')}\n}`,
  )(...types);
}

/**
 * A field that may be absent and may be null: undefined is absent; all else is written inside a record of one
 * field.
 */
class WrappedOrAbsent extends avsc.types.UnwrappedUnionType {
  override _read(tap: Tap): unknown {
    switch (tap.readLong()) {
      case 0:
        return undefined;
      case 1:
        return wrappedType(this)._read(tap);
      default:
        throw new Error('Avro: a union of two types has no third branch');
    }
  }

  override _write(tap: Tap, value: unknown): void {
    tap.writeLong(value === undefined ? 0 : 1);
    if (value !== undefined) wrappedType(this)._write(tap, value);
  }
}

/** `union`: of null and a record of one field. */
function wrappedType(union: AvscType): AvscType {
  return union.types[1]!.fields[0]!.type;
}

/**
 * avsc's own long goes by doubles even where zig-zag needs a bit more than they have; this one goes by bytes.
 */
function wideLong(): AvscType {
  return avsc.types.LongType.__with({
    fromBuffer(bytes) {
      const value = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigInt64(0, true));
      if (!Number.isSafeInteger(value)) throw new Error('Avro: a long beyond ±2⁵³');
      return value;
    },
    toBuffer(value) {
      const bytes = Buffer.alloc(8);
      new DataView(bytes.buffer, bytes.byteOffset, 8).setBigInt64(0, BigInt(value), true);
      return bytes;
    },
    fromJSON: Number,
    toJSON: (value) => value,
    isValid: Number.isSafeInteger,
    compare: (a, b) => a - b,
  });
}

/** The same bytes as the Buffer that avsc takes; nothing is copied. */
export function asBuffer(bytes: Uint8Array): Uint8Array {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

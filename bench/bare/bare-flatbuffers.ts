// What flatc writes for a list of flat records, as JavaScript: a class with an accessor for each field, and
// functions that add fields. It stands for flatc's own output, which needs its build step; the calls of the
// library are the same.

import { Builder, ByteBuffer } from 'flatbuffers';
import { type FlatField, type FlatType, listFlatFields } from '../../src/data/flat-schema.ts';
import type { DataSchema } from '../../src/data/schema.ts';
import type { BareCall } from './bare-calls.ts';

interface Written {
  readonly bytes: number;
  readonly read: string;
  readonly missing: string;
  add(index: number, value: string): string;
}

const TYPES: Readonly<Record<FlatType, Written>> = {
  string: {
    bytes: 4,
    read: 'this.bb.__string(this.pos + offset)',
    missing: 'null',
    add: (index, value) => `builder.addFieldOffset(${index}, ${value}, 0);`,
  },
  int32: {
    bytes: 4,
    read: 'this.bb.readInt32(this.pos + offset)',
    missing: '0',
    add: (index, value) => `builder.addFieldInt32(${index}, ${value}, 0);`,
  },
  double: {
    bytes: 8,
    read: 'this.bb.readFloat64(this.pos + offset)',
    missing: '0.0',
    add: (index, value) => `builder.addFieldFloat64(${index}, ${value}, 0.0);`,
  },
  boolean: {
    bytes: 1,
    read: '!!this.bb.readInt8(this.pos + offset)',
    missing: 'false',
    add: (index, value) => `builder.addFieldInt8(${index}, +${value}, +false);`,
  },
};

/** null for schemas that are no list of flat records. */
export function bareFlatbuffersEncoder(schema: DataSchema): BareCall | null {
  const fields = listFlatFields(schema);
  return fields === null ? null : (new Function('Builder', tableEncoder(fields))(Builder) as BareCall);
}

export function bareFlatbuffersDecoder(schema: DataSchema): BareCall | null {
  const fields = listFlatFields(schema);
  return fields === null ? null : (new Function('ByteBuffer', tableDecoder(fields))(ByteBuffer) as BareCall);
}

function tableEncoder(fields: readonly FlatField[]): string {
  const strings = fields.filter(({ type }) => type === 'string');
  const bySize = fields.toSorted((a, b) => TYPES[b.type].bytes - TYPES[a.type].bytes);
  return `return (records) => {
    const builder = new Builder(1024);
    const offsets = records.map((record) => {
      ${strings.map(({ name }) => `const ${name} = builder.createString(record.${name});`).join('\n')}
      builder.startObject(${fields.length});
      ${bySize
        .map((field) => {
          const value = field.type === 'string' ? field.name : `record.${field.name}`;
          return TYPES[field.type].add(fields.indexOf(field), value);
        })
        .join('\n')}
      return builder.endObject();
    });
    builder.startVector(4, offsets.length, 4);
    for (let i = offsets.length - 1; i >= 0; i--) builder.addOffset(offsets[i]);
    const items = builder.endVector();
    builder.startObject(1);
    builder.addFieldOffset(0, items, 0);
    builder.finish(builder.endObject());
    return builder.asUint8Array();
  };`;
}

function tableDecoder(fields: readonly FlatField[]): string {
  const accessors = fields.map(({ name, type }, index) => {
    const { read, missing } = TYPES[type];
    return `${name}() {
      const offset = this.bb.__offset(this.pos, ${4 + 2 * index});
      return offset ? ${read} : ${missing};
    }`;
  });
  return `class Item {
    constructor(pos, bb) { this.pos = pos; this.bb = bb; }
    ${accessors.join('\n')}
  }
  return (bytes) => {
    const bb = new ByteBuffer(bytes);
    const root = bb.__indirect(bb.position());
    const offset = bb.__offset(root, 4);
    const count = bb.__vector_len(root + offset);
    const start = bb.__vector(root + offset);
    const records = [];
    for (let i = 0; i < count; i++) {
      const item = new Item(bb.__indirect(start + i * 4), bb);
      records.push({ ${fields.map(({ name }) => `${name}: item.${name}()`).join(', ')} });
    }
    return records;
  };`;
}

// The Avro schema of any data (Avro specification 1.12), and what the codec must know beside it to bring back
// exactly the objects that were there.

import { TypeNames, typeName } from '../../data/infer/names.ts';
import {
  type DataSchema,
  type Field,
  type IntegerType,
  type RecordType,
  type StringType,
  type TypeSpec,
  walkTypes,
} from '../../data/schema.ts';
import { fieldPresence } from '../shared/field-presence.ts';
import { isLegalName, legalNames } from '../shared/legal-names.ts';

/** An Avro schema as JSON. Objects may carry attributes that the specification does not know. */
export type AvroSchema = string | readonly AvroSchema[] | AvroNode;

export interface AvroNode {
  readonly type: AvroSchema;
  readonly [attribute: string]: unknown;
}

/** What a record's place in the Avro schema does not say. */
export interface AvroRecord {
  readonly fields: readonly AvroField[];
}

export interface AvroField {
  readonly key: string;
  /** Its name in Avro. */
  readonly name: string;
  /**
   * How a field says that it has no value: with `never` it always has one, with `null` an Avro null says so,
   * and with `wrapped` too, because a null that is a value stands inside a record of one field.
   */
  readonly absent: 'never' | 'null' | 'wrapped';
}

export interface AvroPlan {
  readonly schema: AvroSchema;
  /** By the record's own node in `schema`, as those below. */
  readonly records: ReadonlyMap<AvroSchema, AvroRecord>;
  /** Unions of null and the record of one field. */
  readonly wrapped: ReadonlySet<AvroSchema>;
  /** Longs with more bits than a double carries in zig-zag form. */
  readonly wideLongs: ReadonlySet<AvroSchema>;
  /** For people. */
  readonly mapped: readonly string[];
}

/**
 * The Avro schema (JSON) of the data. A key that is no Avro name is kept as the attribute `key` of its field.
 */
export function avroSchema(schema: DataSchema): AvroSchema {
  return avroPlan(schema).schema;
}

export function avroPlan({ name, root }: DataSchema): AvroPlan {
  const plan = new Planner(root);
  return {
    schema: plan.typeOf(root, name),
    records: plan.records,
    wrapped: plan.wrapped,
    wideLongs: plan.wideLongs,
    mapped: plan.mapped,
  };
}

class Planner {
  readonly records = new Map<AvroSchema, AvroRecord>();
  readonly wrapped = new Set<AvroSchema>();
  readonly wideLongs = new Set<AvroSchema>();
  readonly mapped: string[] = [];
  /** Names of records, enums and wrappers: Avro has one namespace for all of them. */
  readonly #names = new TypeNames();
  /** Records that have been defined; after that, the name stands for the record. */
  readonly #defined = new Set<string>();

  constructor(root: TypeSpec) {
    walkTypes(root, (type) => {
      if (type.kind === 'record') this.#names.take(type.name);
    });
  }

  /** `wish`: what to call an enum here, if the name is free. */
  typeOf(type: TypeSpec, wish: string): AvroSchema {
    switch (type.kind) {
      case 'null':
      case 'boolean':
      case 'double':
        return type.kind;
      case 'never':
        return 'null';
      case 'integer':
        return this.#integer(type);
      case 'string':
        return this.#string(type, wish);
      case 'array':
        return { type: 'array', items: this.typeOf(type.items, `${wish}Item`) };
      case 'map':
        return { type: 'map', values: this.typeOf(type.values, `${wish}Value`) };
      case 'record':
        return this.#record(type);
      case 'union':
        return type.branches.map((branch) => this.typeOf(branch, wish));
    }
  }

  #integer({ min, max }: IntegerType): AvroSchema {
    if (min >= -(2 ** 31) && max < 2 ** 31) return 'int';
    // Zig-zag doubles the value, and below −2⁵² that makes odd numbers beyond 2⁵³. The library's own bound is
    // 2⁵³ − 2.
    if (min >= -(2 ** 52) && max <= 2 ** 53 - 2) return 'long';
    const wide: AvroNode = { type: 'long' };
    this.wideLongs.add(wide);
    return wide;
  }

  #string({ enum: symbols }: StringType, wish: string): AvroSchema {
    if (symbols === undefined || !symbols.every(isSymbol)) return 'string';
    return { type: 'enum', name: this.#names.take(wish), symbols };
  }

  #record(type: RecordType): AvroSchema {
    if (this.#defined.has(type.name)) return type.name;
    this.#defined.add(type.name);
    const names = legalNames(type.fields.map(({ name }) => name));
    const fields = type.fields.map((field, i) => this.#field(type.name, field, names[i]!));
    const node: AvroNode = { type: 'record', name: type.name, fields: fields.map(({ node }) => node) };
    this.records.set(node, { fields: fields.map(({ plan }) => plan) });
    return node;
  }

  #field(record: string, field: Field, name: string): { node: AvroNode; plan: AvroField } {
    const key = field.name;
    if (name !== key) this.mapped.push(`${record}.${key || '(empty)'} is written ${name}`);
    const { type, absent } = this.#fieldType(record, field);
    return {
      node: {
        name,
        type,
        ...(absent === 'never' ? {} : { default: null }),
        ...(name === key ? {} : { key }),
      },
      plan: { key, name, absent },
    };
  }

  #fieldType(record: string, field: Field): { type: AvroSchema; absent: AvroField['absent'] } {
    const wish = `${record}${typeName(field.name)}`;
    const type = this.typeOf(field.type, wish);
    switch (fieldPresence(field)) {
      case 'always':
      case 'null':
        return { type, absent: 'never' };
      case 'absent':
        return { type: ['null', ...(isUnion(type) ? type : [type])], absent: 'null' };
      case 'both': {
        this.mapped.push(
          `${record}.${field.name}, which may be absent and may be null, is written in a record of one field`,
        );
        const wrapper: AvroNode = {
          type: 'record',
          name: this.#names.take(`${wish}Present`),
          fields: [{ name: 'value', type }],
        };
        const union: AvroSchema = ['null', wrapper];
        this.wrapped.add(union);
        return { type: union, absent: 'wrapped' };
      }
    }
  }
}

/** The library keeps symbols as properties of a plain object, where `constructor` is taken. */
function isSymbol(text: string): boolean {
  return isLegalName(text) && !(text in Object.prototype);
}

function isUnion(type: AvroSchema): type is readonly AvroSchema[] {
  return Array.isArray(type);
}

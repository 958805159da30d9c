// Avro by avsc: the schema as its file, and functions that make of the data what the schema says and back.
// What Avro cannot hold as it is (a name that is no identifier, a property that may lack, null beside that)
// is changed by them as the encoders that were measured change it.

import { listed } from '../../../base/figures/plurals.ts';
import {
  type DataSchema,
  type Field,
  type RecordType,
  type TypeSpec,
  walkTypes,
} from '../../../data/schema.ts';
import { type AvroField, type AvroNode, avroPlan } from '../../../formats/avro/avro-schema.ts';
import { access, kindTest, mapped, mappedValues, objectFunction, propertyName } from './javascript.ts';
import type { NoSnippet, Recipe } from './snippet.ts';

export interface AvroCode {
  /** The schema, as JSON. */
  readonly avsc: string;
  /** JavaScript: functions, those that others call first. */
  readonly toAvro: readonly string[];
  readonly fromAvro: readonly string[];
  /** An expression that makes what avsc writes of `data`, or the data of what it has read, `datum`. */
  readonly toDatum: string;
  readonly fromDatum: string;
}

/** null where the data have what these functions do not change. */
export function avroCode(schema: DataSchema | null): AvroCode | null {
  const planned = plannedAvro(schema);
  if (schema === null || planned === null) return null;
  const { avsc, records, fieldsOf } = planned;
  const made = new Conversions(fieldsOf);
  return {
    avsc,
    toAvro: records
      .filter((record) => !made.isWrittenAsItIs(record))
      .map((record) => `const to${record.name} = ${made.toCode(record)};`),
    fromAvro: records.map((record) => `const from${record.name} = ${made.fromCode(record)};`),
    toDatum: made.to(schema.root, 'data'),
    fromDatum: made.from(schema.root, 'datum'),
  };
}

export interface PlannedAvro {
  /** The schema, as JSON. */
  readonly avsc: string;
  /** Of each name once, those that others are made of first. */
  readonly records: readonly RecordType[];
  /** In the record's order. */
  readonly fieldsOf: (record: string) => readonly AvroField[];
}

/** null where the data have what snippets do not change. */
export function plannedAvro(schema: DataSchema | null): PlannedAvro | null {
  if (schema === null) return null;
  const plan = avroPlan(schema);
  const records = recordsOf(schema);
  if (plan.wideLongs.size > 0 || !records.every(isWritable)) return null;
  const fieldsOf = new Map(
    [...plan.records].map(([node, { fields }]) => [(node as AvroNode).name, fields] as const),
  );
  return {
    avsc: `${JSON.stringify(plan.schema, null, 2)}\n`,
    records,
    fieldsOf: (name) => fieldsOf.get(name)!,
  };
}

/** What the schema rests on. */
export const OF_THIS_SCHEMA =
  'the schema is of the data that were measured, and both ends need the same one: widen it where yours hold other texts, larger numbers or more';

const TRIED_WITH: readonly string[] = ['Express', 'Fastify', 'FastAPI'];

/** Why there is no snippet of Avro for this page or server. */
export function noAvro({ schema }: Recipe, server: string | null): NoSnippet {
  if (server !== null && !TRIED_WITH.includes(server))
    return {
      why: `no library for avro is tried with ${server} here; it is with ${listed(TRIED_WITH)} (wirefare schema prints your schema)`,
    };
  return {
    why: `no snippet is tried of data ${schema === null ? 'whose schema the record does not hold' : 'like these: with whole numbers that large, or named as what every object has'}`,
  };
}

function recordsOf({ root }: DataSchema): readonly RecordType[] {
  const records = new Map<string, RecordType>();
  walkTypes(root, (type) => {
    if (type.kind === 'record') records.set(type.name, type);
  });
  return [...records.values()].toReversed();
}

function isWritable({ name, fields }: RecordType): boolean {
  // Objects seem to have such a property where they do not.
  return /^[A-Za-z]\w*$/.test(name) && fields.every(({ name: key }) => !(key in Object.prototype));
}

class Conversions {
  /** In the record's order. */
  readonly #fieldsOf: (record: string) => readonly AvroField[];
  readonly #asTheyAre = new Map<string, boolean>();

  constructor(fieldsOf: (record: string) => readonly AvroField[]) {
    this.#fieldsOf = fieldsOf;
  }

  /** avsc writes undefined as the default, which is null where a property may lack. */
  isWrittenAsItIs(record: RecordType): boolean {
    const before = this.#asTheyAre.get(record.name);
    if (before !== undefined) return before;
    const isSo = this.#pairs(record).every(
      ({ field, avro: { key, name, absent } }) =>
        key === name && absent !== 'wrapped' && this.to(field.type, 'value') === 'value',
    );
    this.#asTheyAre.set(record.name, isSo);
    return isSo;
  }

  toCode(record: RecordType): string {
    return objectFunction(
      'record',
      this.#pairs(record).map((pair) => this.#toProperty(pair)),
    );
  }

  fromCode(record: RecordType): string {
    return objectFunction(
      'record',
      this.#pairs(record).map((pair) => this.#fromProperty(pair)),
    );
  }

  to(type: TypeSpec, value: string): string {
    return this.#converted(type, value, (record, each) =>
      this.isWrittenAsItIs(record) ? each : `to${record.name}(${each})`,
    );
  }

  from(type: TypeSpec, value: string): string {
    return this.#converted(type, value, (record, each) => `from${record.name}(${each})`);
  }

  /** The value itself where nothing in it has to be changed. */
  #converted(type: TypeSpec, value: string, ofRecord: (record: RecordType, value: string) => string): string {
    const inside = (other: TypeSpec, of: string) => this.#converted(other, of, ofRecord);
    switch (type.kind) {
      case 'record':
        return ofRecord(type, value);
      case 'array':
        return mapped(value, inside(type.items, 'each'));
      case 'map':
        return mappedValues(value, inside(type.values, 'each'));
      case 'union': {
        const changed = type.branches.flatMap((branch) => {
          const made = inside(branch, value);
          return made === value ? [] : [`${kindTest(branch, value)} ? ${made} : `];
        });
        return `${changed.join('')}${value}`;
      }
      default:
        return value;
    }
  }

  #toProperty({ field, avro: { key, name, absent } }: Pair): string {
    const value = access('record', key);
    const made = this.to(field.type, value);
    if (absent === 'wrapped') return `${name}: ${value} === undefined ? null : { value: ${made} }`;
    const isLeft = absent === 'never' || made === value;
    return `${name}: ${isLeft ? made : `${value} === undefined ? null : ${made}`}`;
  }

  #fromProperty({ field, avro: { key, name, absent } }: Pair): string {
    const value = `record.${name}`;
    const own = `${propertyName(key)}: ${this.from(field.type, absent === 'wrapped' ? `${value}.value` : value)}`;
    return absent === 'never' ? own : `...(${value} !== null && { ${own} })`;
  }

  #pairs({ name, fields }: RecordType): readonly Pair[] {
    const avro = this.#fieldsOf(name);
    return fields.map((field, i) => ({ field, avro: avro[i]! }));
  }
}

interface Pair {
  readonly field: Field;
  readonly avro: AvroField;
}

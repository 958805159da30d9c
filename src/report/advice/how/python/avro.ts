// Avro in Python by fastavro, which takes dicts: functions that make of the data what the schema says, where
// they are not that already.

import type { Field, RecordType, TypeSpec } from '../../../../data/schema.ts';
import type { AvroField } from '../../../../formats/avro/avro-schema.ts';
import { OF_THIS_SCHEMA, plannedAvro } from '../avro.ts';
import type { Recipe } from '../snippet.ts';
import {
  access,
  definition,
  dict,
  functionNames,
  kindTest,
  mapped,
  mappedValues,
  type PythonBody,
  pythonText,
} from './code.ts';

/** null where the data have what these functions do not change. */
export function avroInPython({ name, schema }: Pick<Recipe, 'name' | 'schema'>): PythonBody | null {
  const planned = plannedAvro(schema);
  if (schema === null || planned === null) return null;
  const made = new Conversions(planned.fieldsOf);
  const functions = planned.records.filter((record) => !made.isWrittenAsItIs(record));
  return {
    packages: ['fastavro'],
    standard: ['import io'],
    imports: ['import fastavro'],
    setup: [
      `SCHEMA = fastavro.parse_schema(json.loads(Path("${name}.avsc").read_text("utf-8")))`,
      '',
      '',
      ...functions.map((record) => made.definitionOf(record)),
      ...TO_AVRO,
    ],
    body: `to_avro(${made.of(schema.root, 'DATA')})`,
    files: [{ name: `${name}.avsc`, language: 'json', code: planned.avsc }],
    notes: [
      OF_THIS_SCHEMA,
      'fastavro writes what is between two whole numbers as a whole one where the schema has an int or a long: fastavro.validate(DATA, SCHEMA) tells of it, and takes its time',
    ],
  };
}

const TO_AVRO = [
  'def to_avro(datum: object) -> bytes:',
  '    body = io.BytesIO()',
  '    fastavro.schemaless_writer(body, SCHEMA, datum)',
  '    return body.getvalue()',
  '',
  '',
];

class Conversions {
  /** In the record's order. */
  readonly #fieldsOf: (record: string) => readonly AvroField[];
  readonly #functionOf = functionNames('to');
  readonly #asTheyAre = new Map<string, boolean>();

  constructor(fieldsOf: (record: string) => readonly AvroField[]) {
    this.#fieldsOf = fieldsOf;
  }

  /** fastavro writes what a dict lacks as the default, which is null where a property may lack. */
  isWrittenAsItIs(record: RecordType): boolean {
    const before = this.#asTheyAre.get(record.name);
    if (before !== undefined) return before;
    const isSo = this.#pairs(record).every(
      ([field, { key, name, absent }]) =>
        key === name && absent !== 'wrapped' && this.of(field.type, 'value') === 'value',
    );
    this.#asTheyAre.set(record.name, isSo);
    return isSo;
  }

  definitionOf(record: RecordType): string {
    const entries = this.#pairs(record).map(([field, avro]) => this.#entry(field, avro));
    return definition(this.#functionOf(record.name), 'record', 'dict', dict(entries));
  }

  /** The value itself where nothing in it has to be changed. */
  of(type: TypeSpec, value: string): string {
    switch (type.kind) {
      case 'record':
        return this.isWrittenAsItIs(type) ? value : `${this.#functionOf(type.name)}(${value})`;
      case 'array':
        return mapped(value, this.of(type.items, 'each'));
      case 'map':
        return mappedValues(value, this.of(type.values, 'each'));
      case 'union': {
        const changed = type.branches.flatMap((branch) => {
          const made = this.of(branch, value);
          return made === value ? [] : [`${made} if ${kindTest(branch, value)} else `];
        });
        return `${changed.join('')}${value}`;
      }
      default:
        return value;
    }
  }

  #entry({ type }: Field, { key, name, absent }: AvroField): string {
    const own = access('record', key);
    const made = this.of(type, own);
    const lacks = `None if ${pythonText(key)} not in record else `;
    if (absent === 'wrapped') return `"${name}": ${lacks}{"value": ${made}}`;
    if (absent === 'never') return `"${name}": ${made}`;
    return `"${name}": ${made === own ? `record.get(${pythonText(key)})` : `${lacks}${made}`}`;
  }

  #pairs({ name, fields }: RecordType): readonly (readonly [Field, AvroField])[] {
    const avro = this.#fieldsOf(name);
    return fields.map((field, i) => [field, avro[i]!]);
  }
}

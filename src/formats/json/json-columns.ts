// JSON by columns: an array for each property instead of an object for each record, so that names stand there
// once.
//
//   [{"id":1,"tag":"a"},{"id":2,"tag":null}]  {"columns":{"id":[1,2],"tag":["a",null]}}
//   [{"id":1,"tag":"a"},{"id":2}]             {"columns":{"id":[1,2],"tag":["a",null]},"absent":{"tag":null}}
//
// "absent" says for each column that some records do not have what stands there instead: null, or the first
// of 0, "", false, [], {} of a kind that the column has not. Whoever reads it needs no schema. Nested values
// stay JSON.

import type { DataRecord, DataSchema, DataValue, Field, RecordType } from '../../data/schema.ts';
import { listedRecord } from '../../data/schema.ts';
import type { CodecTaking, Encoder, Format } from '../format.ts';
import { typeFamilies, valueFamily } from '../shared/branch.ts';
import { CannotCarry } from '../shared/cannot-carry.ts';
import { makeGuard } from '../shared/guard.ts';
import { ownValue, recordBuilder, type Slots } from '../shared/record-builder.ts';

const TITLE = 'JSON columns';

const MARKS: readonly DataValue[] = [null, 0, '', false, [], {}];

interface Columns {
  readonly columns: Readonly<Record<string, DataValue[]>>;
  readonly absent?: Readonly<Record<string, DataValue>>;
}

/** Throws a CannotCarry for anything but a list of records. */
function rowRecord(schema: DataSchema): RecordType {
  const record = listedRecord(schema);
  if (record === null)
    throw new CannotCarry(`${TITLE} cannot carry ${schema.name}: it is no list of records`);
  if (record.fields.length === 0)
    throw new CannotCarry(`${TITLE} cannot carry ${schema.name}: its records have no properties`);
  for (const field of record.fields) {
    if (field.optional) markFor(field);
  }
  return record;
}

/** The mark for an absent value in this column. */
function markFor({ name, type }: Field): DataValue {
  const families = typeFamilies(type);
  const mark = MARKS.find((each) => !families.has(valueFamily(each)));
  if (mark !== undefined) return mark;
  throw new CannotCarry(`${TITLE} cannot carry [..].${name}: values of every kind, and absent ones`);
}

const stringify: Encoder = {
  name: 'JSON.stringify',
  refuse(schema) {
    rowRecord(schema);
    return makeGuard(TITLE, schema, { nonFinite: false, negativeZero: false, loneSurrogates: true });
  },
  bind(schema) {
    const { fields } = rowRecord(schema);
    const optional = fields.filter((field) => field.optional);
    const absent = Object.fromEntries(optional.map((field) => [field.name, markFor(field)]));
    const columnWriters = fields.map(columnWriter);
    const utf8 = new TextEncoder();
    return (value) => {
      const records = value as DataRecord[];
      const columns = Object.fromEntries(fields.map(({ name }, i) => [name, columnWriters[i]!(records)]));
      return utf8.encode(JSON.stringify(optional.length === 0 ? { columns } : { columns, absent }));
    };
  },
};

function columnWriter(field: Field): (records: readonly DataRecord[]) => DataValue[] {
  const { name } = field;
  if (!field.optional) return (records) => records.map((record) => record[name]!);
  const mark = markFor(field);
  return (records) =>
    records.map((record) => {
      const value = ownValue(record, name);
      return value === undefined ? mark : value;
    });
}

/** From the parsed document to records; what is timed of it includes this. */
function rowReader(schema: DataSchema): (document: unknown) => DataRecord[] {
  const record = rowRecord(schema);
  const build = recordBuilder(record);
  return (document) => {
    const { columns, absent } = columnsIn(document, record);
    const isAbsent = record.fields.map(({ name }) => markTest(absent, name));
    const count = columns[0]!.length;
    const rows: DataRecord[] = [];
    const slots: Slots = columns.map(() => undefined);
    for (let row = 0; row < count; row++) {
      for (let i = 0; i < columns.length; i++) {
        const value = columns[i]![row]!;
        slots[i] = isAbsent[i]?.(value) ? undefined : value;
      }
      rows.push(build(slots));
    }
    return rows;
  };
}

/** null if the column has no mark, so that its values need no test. */
function markTest(absent: DataRecord, name: string): ((value: DataValue) => boolean) | null {
  const mark = ownValue(absent, name);
  if (mark === undefined) return null;
  const family = valueFamily(mark);
  return (value) => valueFamily(value) === family;
}

function columnsIn(
  document: unknown,
  { fields }: RecordType,
): { readonly columns: readonly (readonly DataValue[])[]; readonly absent: DataRecord } {
  const { columns, absent = {} } = plainObject(document, 'the document') as Partial<Columns>;
  const named = plainObject(columns, '"columns"') as DataRecord;
  const arrays = fields.map(({ name }) => arrayIn(named, name));
  const extra = Object.keys(named).find((name) => !fields.some((field) => field.name === name));
  if (extra !== undefined) throw new Error(`${TITLE}: a column ${JSON.stringify(extra)} that nobody expects`);
  const count = arrays[0]!.length;
  const odd = arrays.findIndex((array) => array.length !== count);
  if (odd !== -1) {
    const lengths = `${arrays[odd]!.length} values in ${fields[odd]!.name}, ${count} in ${fields[0]!.name}`;
    throw new Error(`${TITLE}: ${lengths}`);
  }
  return { columns: arrays, absent: plainObject(absent, '"absent"') as DataRecord };
}

function arrayIn(columns: DataRecord, name: string): readonly DataValue[] {
  const column = ownValue(columns, name);
  if (Array.isArray(column)) return column;
  throw new Error(
    `${TITLE}: the column ${JSON.stringify(name)} is ${column === undefined ? 'missing' : 'no array'}`,
  );
}

function plainObject(value: unknown, what: string): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Error(`${TITLE}: ${what} is no object`);
}

/** The browser reads, decodes UTF-8 and parses in one step; records are made from its columns. */
const responseJson: CodecTaking<'json'> = {
  name: 'response.json',
  takes: 'json',
  // Like JSON, it needs that stamp: without it nobody could say where the transfer ends and the decoding
  // begins.
  needs: ['response-end'],
  library: null,
  bind: rowReader,
};

const jsonParse: CodecTaking<'text'> = {
  name: 'JSON.parse',
  takes: 'text',
  needs: [],
  library: null,
  bind(schema) {
    const toRows = rowReader(schema);
    return (text) => toRows(JSON.parse(text));
  },
};

export const JSON_COLUMNS: Format = {
  name: 'json-columns',
  title: TITLE,
  contentType: 'application/json',
  needsSchema: false,
  keyOrder: 'schema',
  encoders: [stringify],
  codecs: [responseJson, jsonParse],
};

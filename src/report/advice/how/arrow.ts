// Arrow by Flechette: a column for each property, of the types that were measured. Of tables of plain values
// alone: lists, records within records, values of several kinds, and what may be null as well as absent take
// more code than anybody pastes.

import {
  type DataSchema,
  type Field,
  type IntegerType,
  listedRecord,
  typeBesideNull,
} from '../../../data/schema.ts';
import { mayBeNull } from '../../../formats/shared/field-presence.ts';
import type { NoSnippet, Recipe } from './snippet.ts';

export interface ArrowCode {
  /** Of Flechette, what the server's code calls. */
  readonly calls: readonly string[];
  /** JavaScript: `toArrow(records)`. */
  readonly toArrow: readonly string[];
  /** Statements that make of `rows`, as Flechette gives them, the records that were sent. */
  readonly fromArrow: readonly string[];
}

/** null where the data are no such table. */
export function arrowCode(schema: DataSchema | null): ArrowCode | null {
  const fields = (schema && listedRecord(schema)?.fields) ?? [];
  const types = fields.flatMap((field) => columnType(field) ?? []);
  if (fields.length === 0 || types.length < fields.length) return null;
  const made = new Set(types.flatMap((type) => [...type.matchAll(/\w+(?=\()/g)].map(([call]) => call)));
  const mayLack = fields.filter(({ optional }) => optional).map(({ name }) => name);
  return {
    calls: [...made, 'columnFromArray', 'tableFromColumns', 'tableToIPC'].toSorted(),
    toArrow: [
      '// A column for each property.',
      'const COLUMNS = [',
      ...fields.map(({ name }, i) => `  [${JSON.stringify(name)}, ${types[i]}],`),
      '];',
      ...TO_ARROW,
    ],
    fromArrow:
      mayLack.length === 0
        ? []
        : [
            '// Arrow has one null; in these columns it stands for no value at all.',
            `const mayLack = ${JSON.stringify(mayLack)};`,
            'for (const row of rows) for (const name of mayLack) if (row[name] === null) delete row[name];',
          ],
  };
}

const TO_ARROW = [
  'const toArrow = (records) => {',
  '  const column = ([name, type]) => {',
  '    const values = records.map((record) => record[name] ?? null);',
  '    // A number that is too large, or a text too many, would be another one in silence.',
  '    const most = 2 ** ((type.indices ?? type).bitWidth - 1);',
  '    const sizes = type.indices === undefined ? values : [new Set(values).size];',
  '    if (sizes.some((size) => size < -most || size >= most))',
  "      throw new RangeError(name + ' needs a wider type');",
  '    return [name, columnFromArray(values, type)];',
  '  };',
  "  return tableToIPC(tableFromColumns(COLUMNS.map(column)), { format: 'stream' });",
  '};',
];

/** What the columns rest on. */
export const OF_THESE_COLUMNS =
  'the columns are of the data that were measured: widen them where yours hold other texts, larger numbers or more';

const WITH_FLECHETTE: readonly string[] = ['Express', 'Fastify'];

/** Why there is no snippet of Arrow for this page or server. */
export function noArrow({ schema }: Recipe, server: string | null): NoSnippet {
  if (server !== null && !WITH_FLECHETTE.includes(server))
    return {
      why: `no library for arrow is tried with ${server} here; it is with ${WITH_FLECHETTE.join(' and ')}`,
    };
  return {
    why: `no snippet is tried of data ${schema === null ? 'whose schema the record does not hold' : 'like these: tables of plain values have one, where nothing may be null as well as absent'}`,
  };
}

/**
 * The call that makes the type, as src/formats/arrow/arrow-types.ts chooses it; null where the values are no
 * plain ones. That file loads the library, which reports do not need.
 */
function columnType({ name, type, optional }: Field): string | null {
  // Objects seem to have a property of such a name where they do not.
  if (name in Object.prototype || (optional && mayBeNull(type))) return null;
  const own = typeBesideNull(type) ?? type;
  switch (own.kind) {
    case 'null':
    case 'boolean':
      return 'bool()';
    case 'integer':
      return `int${bitsOf(own)}()`;
    case 'double':
      return 'float64()';
    case 'string':
      return own.enum === undefined ? 'utf8()' : 'dictionary(utf8(), int8())';
    default:
      return null;
  }
}

function bitsOf({ min, max }: IntegerType): number {
  return [8, 16, 32].find((bits) => min >= -(2 ** (bits - 1)) && max < 2 ** (bits - 1)) ?? 64;
}

// For tests: JSON documents of any shape, and lists of records that are alike as those of APIs are.

import fc from 'fast-check';
import type { DataRecord, DataValue } from '../../../src/data/schema.ts';
import { put } from '../../../src/formats/shared/plain-record.ts';

/** Names that objects have without having them, numbers, markers of our own, and any others. */
const keys = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'id',
    'x-y',
    'a.b',
    'constructor',
    'toString',
    '__proto__',
    '1',
    'a_null',
    'type',
    '$ref',
    '$id',
    '_bsontype',
    '__keys__',
    'a\0b',
    '@a',
    '@@a',
    '@',
    '@key',
    '@xsi:nil',
    '#text',
    'key',
  ),
  fc.string({ maxLength: 3, unit: 'binary' }),
);

const strings = fc.oneof(
  fc.constantFrom('', '\ufeffwith a byte order mark', 'EUR', 'USD', '2026-11-21'),
  fc.string({ unit: 'binary' }),
);

/** The edges of what integer types hold, and doubles. */
const numbers = fc.oneof(
  fc.integer(),
  fc.constantFrom(0, -1, 1, 127, 128, -128, -129, 255, 256, 32_767, 32_768, -32_769, 65_535, 65_536),
  fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, -(2 ** 31) - 1, 2 ** 53 - 1, -(2 ** 53) + 1),
  fc.constantFrom(2 ** 53, 505_874_924_095_815_680, -(2 ** 63), 2 ** 64),
  fc.constantFrom(0.5, 1e21, 1e-7, 5e-324, 1.797e308),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
);

const records = (value: fc.Arbitrary<DataValue>): fc.Arbitrary<DataRecord> =>
  fc.array(fc.tuple(keys, value), { maxLength: 5 }).map(recordFrom);

const { value } = fc.letrec<{ value: DataValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    numbers,
    strings,
    fc.array(tie('value'), { maxLength: 4 }),
    records(tie('value')),
  ),
}));

/** Lists whose records have the same few keys, each now and then absent. */
const alike = fc.uniqueArray(keys, { minLength: 1, maxLength: 5 }).chain((names) =>
  fc.array(
    fc
      .tuple(...names.map(() => fc.option(value, { freq: 5, nil: undefined })))
      .map((values) => recordFrom(names.map((name, i) => [name, values[i]] as const))),
    { maxLength: 30 },
  ),
);

/**
 * A column's values are of one kind, as in tables: enumerations, small numbers, dates, maps whose keys are
 * data.
 */
const columns: readonly fc.Arbitrary<DataValue>[] = [
  fc.constantFrom('', 'EUR', 'USD', 'true'),
  fc.constantFrom(null, 'open', 'closed'),
  fc.nat({ max: 200 }),
  numbers,
  fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: 0.01, max: 1e6 })),
  fc.boolean(),
  fc.constantFrom('2026-11-21', '2026-02-28'),
  fc.dictionary(fc.string({ maxLength: 2 }), fc.integer(), { maxKeys: 3, noNullPrototype: true }),
  fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 }),
  strings,
];

/** Enough records that repeated texts are seen to be enumerations. */
const tables = fc
  .uniqueArray(fc.tuple(keys, fc.constantFrom(...columns), fc.boolean()), {
    minLength: 1,
    maxLength: 4,
    selector: ([name]) => name,
  })
  .chain((table) =>
    fc.array(
      fc
        .tuple(
          ...table.map(([, column, optional]) => (optional ? fc.option(column, { nil: undefined }) : column)),
        )
        .map((values) => recordFrom(table.map(([name], i) => [name, values[i]] as const))),
      { minLength: 25, maxLength: 45 },
    ),
  );

export const arbitraryDocuments: fc.Arbitrary<DataValue> = fc.oneof(
  value,
  alike,
  fc.array(records(value)),
  tables,
);

function recordFrom(entries: readonly (readonly [string, DataValue | undefined])[]): DataRecord {
  const record: DataRecord = {};
  for (const [key, each] of entries) if (each !== undefined) put(record, key, each);
  return record;
}

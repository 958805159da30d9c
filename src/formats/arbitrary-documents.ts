// For tests: JSON documents of any shape, and lists of records that are alike as those of APIs are.

import fc from 'fast-check';
import type { DataRecord, DataValue } from '../data/schema.ts';
import { put } from './plain-record.ts';

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

export const arbitraryDocuments: fc.Arbitrary<DataValue> = fc.oneof(value, alike, fc.array(records(value)));

function recordFrom(entries: readonly (readonly [string, DataValue | undefined])[]): DataRecord {
  const record: DataRecord = {};
  for (const [key, each] of entries) if (each !== undefined) put(record, key, each);
  return record;
}

// Orders that no schema language takes as they stand.

import type { DataValue } from '../../../src/data/schema.ts';

/** Every way in which data need more than a message of Protobuf or a record of Avro has. */
export const ODD_ORDERS: DataValue = Array.from({ length: 60 }, (_, i) => ({
  id: 1_000 + i,
  'customer, “name”': i % 3 === 0 ? `Smith, "Jo" ${i}` : `Ærø\u2028 ${i}`,
  "it's `${1 + 1}` \\": i,
  zeroOrOne: i % 2,
  beyond32Bits: i * 2 ** 40,
  price: i / 4,
  status: ['open', 'it\'s "paid"', ''][i % 3]!,
  nullOrZero: i % 5 === 0 ? null : i % 4 === 0 ? 0 : 25,
  ...(i % 7 === 0 ? { mayLack: i === 7 ? '' : `note\r\nof ${i}` } : {}),
  ...(i % 4 === 0 ? { mayLackOrNull: i % 8 === 0 ? null : 0 } : {}),
  ...(i % 2 === 0 ? { object: { list: [i] } } : {}),
  nullOrObject: i % 2 === 0 ? { to: 'x', at: {} } : null,
  lines: Array.from({ length: i % 3 }, (_, k) => ({ tags: k === 0 ? [] : ['a'], grid: [[1, 2], [], [k]] })),
  anyKind: [1, 'x', true, null, [1], { a: 1 }][i % 6],
  perDay: Object.fromEntries(Array.from({ length: 30 }, (_, day) => [`2026-${i}-${day}`, day])),
  alwaysNull: null,
  alwaysEmpty: [],
  alwaysBare: {},
})) as unknown as DataValue;

import assert from 'node:assert/strict';
import test from 'node:test';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import type { DataValue } from '../../data/schema.ts';
import { writeFbs } from './fbs.ts';

const ORDERS = Array.from({ length: 40 }, (_, i) => ({
  id: 300 + i,
  currency: ['EUR', 'US-D'][i % 2]!,
  'unit-price': i / 4,
  ...(i % 3 === 0 ? {} : { note: i % 3 === 1 ? null : `note ${i}` }),
  ...(i % 2 === 0 ? { weight: i } : {}),
  paid: i % 4 === 0 ? null : i % 2 === 0,
  lines: [{ sku: `S${i}` }],
  corners: [[i, 0.5]],
  ref: i % 2 === 0 ? i : `R-${i}`,
  nothing: null,
}));

test('tables, enums, optional and nullable fields, vectors in vectors and mixed values as .fbs', () => {
  assert.equal(
    writeFbs(inferSchema('orders', ORDERS)),
    `enum Order_currency:ubyte {
  EUR,
  US_D // "US-D"
}

table Line {
  sku:string (required);
}

table OrderCornersItem {
  value:[double] (required);
}

table OrderRefUnion {
  integer:ubyte = null;
  string:string;
}

table Order {
  id:ushort;
  currency:Order_currency;
  unit_price:double;
  note:string;
  note_null:bool; // note is null, not absent
  weight:ubyte = null;
  paid:bool = null; // absent: null
  lines:[Line] (required);
  corners:[OrderCornersItem] (required);
  ref:OrderRefUnion (required);
  // nothing is always null
}

table OrdersRoot {
  items:[Order] (required);
}

root_type OrdersRoot;
`,
  );
});

test('a map is a vector of entries, an array of nulls a vector of bytes', () => {
  const value = { sizes: { '10-12': 1, '12-14': 2, '14-16': 3 }, holes: [null, null] };
  assert.match(
    writeFbs(inferSchema('stock', value)),
    /table StockSizesEntry \{\n {2}key:string \(required\);\n {2}value:ubyte;\n\}\n\ntable Stock \{\n {2}sizes:\[StockSizesEntry\] \(required\);\n {2}holes:\[ubyte\] \(required\);\n\}/,
  );
});

test('the boolean beside a field takes a name that the data have not', () => {
  const value: DataValue = [{ a: 1, a_null: 2 }, { a: null, a_null: 2 }, { a_null: 2 }];
  assert.match(
    writeFbs(inferSchema('rows', value)),
    /a:ubyte = null;\n {2}a_null_2:bool; .*\n {2}a_null:ubyte;/,
  );
});

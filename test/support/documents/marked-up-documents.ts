// Data as programs make them of XML: attributes are @keys, an element's own text beside them is #text. Here
// in every combination, since XML has to keep apart what JSON never mixes up.

import type { DataRecord, DataValue } from '../../../src/data/schema.ts';
import type { TestDocument } from './documents.ts';

type Choices = readonly (readonly [key: string, values: readonly (DataValue | undefined)[]])[];

const TEXTS: Choices = [
  ['@a', [undefined, null, '', 'x', '"<&\n']],
  ['a', [undefined, 'y', ' ']],
  ['#text', [undefined, '', ' ', 't', '<&>\n']],
];

const NUMBERS: Choices = [
  ['@a', [undefined, 1]],
  ['#text', [undefined, null, 2.5]],
  ['@@a', [undefined, true]],
  ['b', [undefined, [3], []]],
];

/** One record for each combination of values; undefined is an absent key. */
function combinations(choices: Choices): DataRecord[] {
  let records: DataRecord[] = [{}];
  for (const [key, values] of choices) {
    records = records.flatMap((record) =>
      values.map((value) => (value === undefined ? record : { ...record, [key]: value })),
    );
  }
  return records;
}

/** Each record with its keys in every order. */
function inEveryOrder(records: readonly DataRecord[]): DataRecord[] {
  return records.flatMap((record) => orders(Object.entries(record)).map((each) => Object.fromEntries(each)));
}

function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [items.slice()];
  return items.flatMap((item, i) =>
    orders(items.filter((_, other) => other !== i)).map((rest) => [item, ...rest]),
  );
}

export const MARKED_UP_DOCUMENTS: readonly TestDocument[] = [
  {
    name: 'products',
    value: [
      {
        '@sku': 'A-1',
        '@stock': 3,
        title: 'Tea',
        price: { '@currency': 'EUR', '#text': 12.5 },
        tag: ['hot', 'wet'],
        image: [{ '@href': '/a.png', '@width': 640 }],
      },
      { '@sku': 'B-2', '@stock': 0, title: 'Cup', price: { '@currency': 'EUR', '#text': 3 } },
    ],
  },
  { name: 'marked-up-texts', value: combinations(TEXTS) },
  { name: 'marked-up-numbers', value: combinations(NUMBERS) },
  { name: 'marked-up-texts-in-every-order', value: inEveryOrder(combinations(TEXTS)) },
  { name: 'marked-up-numbers-in-every-order', value: inEveryOrder(combinations(NUMBERS)) },
  {
    name: 'marked-up-wholly',
    value: combinations([TEXTS[0]!, TEXTS[2]!]).filter((each) => Object.keys(each).length === 2),
  },
  {
    name: 'marked-up-entries',
    value: { '1a': { '@key': 'x', '#text': 'y' }, '2b': { '@key': 'z' }, '3c': {} },
  },
];

// Data that were XML before: attributes as @keys, texts beside them as #text. They stand in XML as they stood
// there, and whatever else has such keys comes back.

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { firstDifference } from '../../data/equal.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import type { DataRecord, DataSchema, DataValue } from '../../data/schema.ts';
import type { Format } from '../format.ts';
import { XML } from './xml.ts';
import { XML_ATTRIBUTES } from './xml-attributes.ts';

function read(format: Format, document: string, schema: DataSchema): DataValue {
  const saxes = format.codecs.find(({ name }) => name === 'saxes')!;
  return saxes.bind(schema)(document as never);
}

/** What comes back is the value; answers the document without its first line. */
function written(format: Format, name: string, value: DataValue): string {
  const schema = inferSchema(name, value);
  const document = new TextDecoder().decode(format.encoders[0]!.bind(schema)(value));
  assert.equal(firstDifference(read(format, document, schema), value, format), null, document);
  return document.slice(document.indexOf('\n') + 1, -1);
}

const PRODUCTS: DataValue = [
  { '@sku': 'A"1', title: 'Tea & milk', price: { '@currency': 'EUR', '#text': 12.5 } },
  { '@sku': 'B2', '@old': true, title: 'Cup', price: { '@currency': 'USD', '#text': 3 }, note: null },
];

test('@keys are attributes and #text is text, in both forms', () => {
  assert.equal(
    written(XML, 'products', PRODUCTS),
    '<products xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
      '<product sku="A&quot;1"><title>Tea &amp; milk</title><price currency="EUR">12.5</price></product>' +
      '<product sku="B2" old="true"><title>Cup</title><price currency="USD">3</price>' +
      '<note xsi:nil="true"/></product></products>',
  );
  assert.equal(
    written(XML_ATTRIBUTES, 'products', PRODUCTS),
    '<products xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
      '<product sku="A&quot;1" title="Tea &amp; milk"><price currency="EUR">12.5</price></product>' +
      '<product sku="B2" old="true" title="Cup"><price currency="USD">3</price>' +
      '<note xsi:nil="true"/></product></products>',
  );
});

test('of @a and a the first has the attribute, and the second is an element in both forms', () => {
  const value = [{ '@a': 1, a: 2, b: 3 }];
  assert.equal(written(XML, 'things', value), '<things><thing a="1"><a>2</a><b>3</b></thing></things>');
  assert.equal(
    written(XML_ATTRIBUTES, 'things', value),
    '<things><thing a="1" b="3"><a>2</a></thing></things>',
  );
});

test('what is no single value is an element under its whole key, and so is null', () => {
  const value = [
    { '@list': [1], '@one': 1 },
    { '@list': [2], '@one': null },
  ];
  const list = (of: number) => `<_x0040_list>${of}</_x0040_list>`;
  for (const format of [XML, XML_ATTRIBUTES]) {
    assert.equal(
      written(format, 'things', value).replace(/ xmlns:xsi="[^"]*"/, ''),
      `<things><thing one="1">${list(1)}</thing>` +
        `<thing>${list(2)}<_x0040_one xsi:nil="true"/></thing></things>`,
    );
  }
});

test('text that is absent, empty, white space or beside elements stays what it is', () => {
  const value: DataValue = [
    { '@a': 1 },
    { '@a': 2, '#text': '' },
    { '@a': 3, '#text': ' ' },
    { '#text': 'x', b: 'y' },
  ];
  assert.equal(
    written(XML, 'texts', value),
    '<texts><text a="1"/><text a="2"><_x0023_text></_x0023_text></text><text a="3"> </text>' +
      '<text><_x0023_text>x</_x0023_text><b>y</b></text></texts>',
  );
  const whole = [
    { '@a': 1, '#text': '' },
    { '@a': 2, '#text': 'x' },
  ];
  assert.equal(written(XML, 'texts', whole), '<texts><text a="1"/><text a="2">x</text></texts>');
});

test('where orders vary, keys before all elements are attributes and a last key is text', () => {
  const value: DataValue = [
    { '@a': 1, '@b': 2, '#text': 3 },
    { '@b': 2, '@a': 1 },
    { '@b': 2, c: 4, '@a': 1 },
    { '#text': 3, '@a': 1 },
  ];
  assert.equal(
    written(XML, 'texts', value),
    '<texts><text a="1" b="2">3</text><text b="2" a="1"/>' +
      '<text b="2"><c>4</c><_x0040_a>1</_x0040_a></text>' +
      '<text><_x0023_text>3</_x0023_text><_x0040_a>1</_x0040_a></text></texts>',
  );
});

test('documents of others are read alike: indented, in CDATA, attributes in another order', () => {
  const schema = inferSchema('products', PRODUCTS);
  const document = `<products xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
    <product sku='A"1'> <title>Tea &amp; milk</title>
      <price currency="EUR"> 1<!-- 2 --><![CDATA[2]]>.50 </price>
    </product>
    <product old="true" sku="B2"><title>Cup</title><price currency="USD">+3</price><note xsi:nil="1"/></product>
  </products>`;
  assert.equal(firstDifference(read(XML, document, schema), PRODUCTS), null);
  for (const [from, to, expected] of [
    ['<title>Cup', 'cup<title>Cup', '"cup" where only elements may stand, in /products/product[2]'],
    ['>+3<', '><', '"" is not a number, in /products/product[2]/price'],
    ['>+3<', '>3<b/><', '"3" where only elements may stand, in /products/product[2]/price'],
    ['"USD"', '"USD" b="1"', 'attributes that nobody expects, in /products/product[2]/price'],
    [' sku="B2"', '', 'the attribute sku is missing, in /products/product[2]'],
  ] as const) {
    const changed = document.replace(from, to);
    assert.notEqual(changed, document);
    assert.throws(() => read(XML, changed, schema), { message: `XML: ${expected}` }, to);
  }
});

const VALUES = fc.oneof(
  fc.constantFrom<DataValue>('', ' ', 'x', '<&"\'\n]]>'),
  fc.constantFrom<DataValue>(0, 1, 2.5, true, false, null),
  fc.constantFrom<DataValue>([], ['x'], [null], { '@a': 1 }, { '#text': 'x' }, {}),
);

/** A column's values are of one kind, or of any. */
const COLUMNS = fc.oneof(
  VALUES.map((value) => fc.constant(value)),
  fc.constant(fc.constantFrom<DataValue>('', ' ', 'x')),
  fc.constant(fc.constantFrom<DataValue>(null, 1, 2)),
  fc.constant(VALUES),
);

const TABLES = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom('@a', 'a', '#text', '@@a', '@', 'b', '@key', '__proto__', '@constructor'),
      COLUMNS,
      fc.boolean(),
    ),
    { minLength: 1, maxLength: 5, selector: ([key]) => key },
  )
  .chain((columns) => {
    const entries = columns.map(([key, values, optional]) =>
      fc.tuple(fc.constant(key), optional ? fc.option(values, { nil: undefined }) : values),
    );
    const record = fc.tuple(...entries);
    const shuffled = record.chain((each) => fc.shuffledSubarray(each, { minLength: each.length }));
    return fc.tuple(fc.boolean(), fc.boolean()).chain(([isShuffled, isMap]) =>
      fc
        .array((isShuffled ? shuffled : record).map(makeRecord), { minLength: 1, maxLength: 6 })
        .map((list) => {
          return isMap ? Object.fromEntries(list.map((each, i) => [`${i} x`, each])) : list;
        }),
    );
  });

function makeRecord(entries: readonly (readonly [string, DataValue | undefined])[]): DataRecord {
  return JSON.parse(
    `{${entries.flatMap(([key, value]) => (value === undefined ? [] : [`${JSON.stringify(key)}:${JSON.stringify(value)}`])).join()}}`,
  ) as DataRecord;
}

test('whatever has such keys comes back, in both forms', () => {
  fc.assert(
    fc.property(TABLES, (value) => {
      for (const format of [XML, XML_ATTRIBUTES]) written(format, 'things', value);
    }),
    { numRuns: 2_000, seed: 20261121 },
  );
});

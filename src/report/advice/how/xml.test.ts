import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOMParser } from 'linkedom';
import { inferSchema } from '../../../data/infer/infer-schema.ts';
import type { DataValue } from '../../../data/schema.ts';
import { formatNamed } from '../../../formats/catalogue.ts';
import { noXml, type XmlCode, xmlCode } from './xml.ts';

const ORDERS = Array.from({ length: 12 }, (_, i) => ({
  id: 1_000 + i,
  'customer, “name”': `Ærø ${i} "x"`,
  price: i / 4,
  paid: i % 2 === 0,
  nullOrZero: i % 5 === 0 ? null : 25,
  ...(i % 7 === 0 ? { mayLack: `note\r\n\tof ${i}` } : {}),
  ...(i % 4 === 0 ? { mayLackOrNull: i % 8 === 0 ? null : 0 } : {}),
  to: { street: `street ${i}`, floor: i },
  nullOrObject: i % 2 === 0 ? { to: 'x' } : null,
  ...(i % 3 === 0 ? { mayLackObject: { order: i } } : {}),
  lines: Array.from({ length: i % 3 }, (_, k) => ({ sku: `${k}`, tags: ['a', 'b'].slice(0, k + 1) })),
  ...(i % 2 === 0 ? { mayLackList: ['a', 'b'].slice(0, i % 4) } : {}),
  grid: [[1, 2], [], [i]],
  alwaysNull: null,
  alwaysEmpty: [],
  alwaysBare: {},
})) as unknown as DataValue;

const of = (data: DataValue, format: string) => xmlCode({ format, schema: inferSchema('Orders', data) });

function written({ toXml, document }: XmlCode, data: DataValue): string {
  return new Function('data', `${toXml.join('\n')}\nreturn ${document};`)(data);
}

/** By the tree of linkedom; test/real/verbs/snippets.test.ts reads by a browser's. */
function read(made: XmlCode, text: string): unknown {
  const top = new DOMParser().parseFromString(text, 'text/xml').documentElement;
  assert.equal(top.tagName, made.topName);
  return new Function('top', `${made.fromXml.join('\n')}\nreturn ${made.data};`)(top);
}

for (const format of ['xml', 'xml-attributes'])
  for (const [what, data] of Object.entries<DataValue>({
    'a list of records': ORDERS,
    'one record': (ORDERS as readonly DataValue[])[0]!,
    'a list of numbers': [1, -2.5, 3],
    'a list of lists': [[1], [], [2]],
  }))
    test(`${format}, ${what}: the snippets write the bytes that were measured, and read what was sent`, () => {
      const schema = inferSchema('Orders', data);
      const made = xmlCode({ format, schema })!;
      const { encoders, codecs } = formatNamed(format);
      const text = written(made, data);
      assert.equal(text, Buffer.from(encoders[0]!.bind(schema)(data) as Uint8Array).toString('utf8'));
      const saxes = codecs.find(({ name }) => name === 'saxes')!;
      assert.deepEqual(saxes.bind(schema)(text as never), data);
      assert.deepEqual(read(made, text), data);
    });

test('what is markup in XML is text', () => {
  const data = [{ id: 1, text: '& < > " \t\r\n &amp;' }];
  const schema = inferSchema('Orders', data);
  for (const format of ['xml', 'xml-attributes']) {
    const { encoders, codecs } = formatNamed(format);
    const text = written(of(data, format)!, data);
    assert.equal(text, Buffer.from(encoders[0]!.bind(schema)(data) as Uint8Array).toString('utf8'));
    assert.deepEqual(codecs.find(({ name }) => name === 'saxes')!.bind(schema)(text as never), data);
  }
});

test('names of elements and keys that are no names become no code', () => {
  const data = [
    { '`${1}': 1, "it's": { '</a>': 'x' } },
    { '`${1}': 2, "it's": { '</a>': 'y' } },
  ];
  for (const format of ['xml', 'xml-attributes']) {
    const made = of(data, format)!;
    assert.deepEqual(read(made, written(made, data)), data);
  }
});

test('data that the functions would get wrong have none, and it is said why', () => {
  const recipe = { name: 'orders', format: 'xml', codec: 'domparser', codings: [] };
  assert.equal(of([{ a: 1 }, { a: 'x' }], 'xml'), null);
  assert.equal(of([{ '#text': 'x', b: 1 }], 'xml'), null);
  assert.equal(
    of(
      [
        { a: 1, b: 2 },
        { b: 1, a: 2 },
      ],
      'xml',
    ),
    null,
  );
  assert.equal(of([{ constructor: 'x' } as never, {} as never], 'xml'), null);
  const map = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i}-${i}`, i]));
  assert.equal(of(map, 'xml'), null);
  assert.equal(xmlCode({ format: 'xml', schema: null }), null);
  assert.match(noXml({ ...recipe, schema: null }, null).why, /whose schema the record does not hold/);
  assert.match(noXml({ ...recipe, codec: 'saxes', schema: null }, null).why, /^no snippet of saxes is tried/);
  assert.match(
    noXml({ ...recipe, schema: null }, 'Go').why,
    /with Go here; it is with Express, Fastify and FastAPI /,
  );
});

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import { elementName, mappedNames, xmlName } from './xml-names.ts';

test('keys that are names stay as they are, others are written with references', () => {
  for (const [key, name] of [
    ['title', 'title'],
    ['scope-case', 'scope-case'],
    ['a.b_c', 'a.b_c'],
    ['größe', 'größe'],
    ['名前', '名前'],
    ['two words', 'two_x0020_words'],
    ['dc:title', 'dc_x003A_title'],
    ['@id', '_x0040_id'],
    ['1st', '_x0031_st'],
    ['-', '_x002D_'],
    ['', '_x_'],
    ['_x_', '_x005F_x_'],
    ['_x0020_', '_x005F_x0020_'],
    ['_xyz_', '_xyz_'],
    ['xmlns', '_x0078_mlns'],
    ['\u{1f600}', '_x0001F600_'],
    ['\ud800', '_xD800_'],
  ] as const) {
    assert.equal(xmlName(key), name);
  }
});

const KEYS = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.string({
    unit: fc.constantFrom('_', 'x', '0', '2', 'A', ' ', ':', '\ud800', 'ł', 'ŀ', '٣'),
    maxLength: 8,
  }),
);

test('every key has a name that XML allows, and different keys have different ones', () => {
  const keys = new Map<string, string>();
  fc.assert(
    fc.property(KEYS, (key) => {
      const name = xmlName(key);
      const other = keys.get(name);
      assert.ok(other === undefined || other === key, `${JSON.stringify([key, other])}: ${name}`);
      keys.set(name, key);
      new SaxesParser({ xmlns: true }).write(`<${name} ${name}=""/>`).close();
    }),
    { numRuns: 3_000, seed: 20261121 },
  );
});

test('types give their elements names that begin small', () => {
  assert.equal(elementName('OrderItem'), 'orderItem');
  assert.equal(elementName('Order Item'), 'order_x0020_Item');
});

test('each key that is written under another name is told once', () => {
  const value = { 'a b': { c: 1, 'a b': 2 }, list: [{ '§': 1 }] };
  assert.deepEqual(mappedNames(inferSchema('odd', value)), [
    '"a b" is written a_x0020_b',
    '"§" is written _x00A7_',
  ]);
});

test('attributes and texts that have their names back are not told', () => {
  const value = { '@id': 1, price: { '@in EUR': 'a', '#text': 2 }, '@list': [{ '#text': {} }] };
  assert.deepEqual(mappedNames(inferSchema('odd', value)), [
    '"@list" is written _x0040_list',
    '"@in EUR" is written in_x0020_EUR',
    '"#text" is written _x0023_text',
  ]);
});

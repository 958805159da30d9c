// How data stand in XML, as whole documents; what is read and what is refused. The DOM's readers are held to
// the same in a real page (in-a-page.test.ts).

import assert from 'node:assert/strict';
import test from 'node:test';
import { generateRecords } from '../../data/catalogue.ts';
import { FILES } from '../../data/datasets/files.ts';
import { firstDifference } from '../../data/equal.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import type { DataSchema, DataValue } from '../../data/schema.ts';
import type { Format } from '../format.ts';
import { JSON_FORMAT } from '../json/json.ts';
import { XML } from './xml.ts';
import { XML_ATTRIBUTES } from './xml-attributes.ts';

const DECLARATION = '<?xml version="1.0"?>\n';

/** Without the first line and the last line feed. */
function written(format: Format, value: DataValue, schema: DataSchema): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(format.encoders[0]!.bind(schema)(value));
  assert.ok(text.startsWith(DECLARATION) && text.endsWith('>\n'));
  return text.slice(DECLARATION.length, -1);
}

function read(format: Format, document: string, schema: DataSchema): DataValue {
  const saxes = format.codecs.find(({ name }) => name === 'saxes')!;
  return saxes.bind(schema)(document as never);
}

/** Indented as people write it; no text in it begins or ends with white space. */
const unindented = (document: string) => document.replace(/\n\s*/g, '');

/** The document is what is written, and gives the value back, indented or not. */
function standsAs(format: Format, name: string, value: DataValue, document: string): void {
  const schema = inferSchema(name, value);
  assert.equal(written(format, value, schema), unindented(document));
  for (const text of [document, unindented(document)]) {
    assert.equal(firstDifference(read(format, text, schema), value, format), null);
  }
}

const ORDER: DataValue = {
  id: 17,
  customer: { name: 'Jo & Co', email: null, vip: true },
  lines: [
    { sku: 'a<1', price: 12.5, tags: ['new', ''] },
    { sku: 'b', price: 3, tags: [], note: 'last' },
  ],
  rates: { 'EUR/USD': 1.08, 'EUR/GBP': 0.84, 'EUR/"CHF"': 0.97 },
};

test('nested records, lists and maps are elements in elements', () => {
  standsAs(
    XML,
    'order',
    ORDER,
    `<order xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      <id>17</id>
      <customer><name>Jo &amp; Co</name><email xsi:nil="true"/><vip>true</vip></customer>
      <lines><sku>a&lt;1</sku><price>12.5</price><tags>new</tags><tags></tags></lines>
      <lines><sku>b</sku><price>3</price><note>last</note></lines>
      <rates>
        <entry key="EUR/USD">1.08</entry>
        <entry key="EUR/GBP">0.84</entry>
        <entry key="EUR/&quot;CHF&quot;">0.97</entry>
      </rates>
    </order>`,
  );
});

test('in the form with attributes, single values are attributes and all else is elements', () => {
  standsAs(
    XML_ATTRIBUTES,
    'order',
    ORDER,
    `<order xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="17">
      <customer name="Jo &amp; Co" vip="true"><email xsi:nil="true"/></customer>
      <lines sku="a&lt;1" price="12.5"><tags>new</tags><tags></tags></lines>
      <lines sku="b" price="3" note="last"/>
      <rates>
        <entry key="EUR/USD">1.08</entry>
        <entry key="EUR/GBP">0.84</entry>
        <entry key="EUR/&quot;CHF&quot;">0.97</entry>
      </rates>
    </order>`,
  );
});

const NOTES: DataValue = [{ id: 1, note: '' }, { id: 2, note: null }, { id: 3 }, { id: 4, note: ' a ' }];

test('an empty string, null and nothing at all stay apart', () => {
  const schema = inferSchema('notes', NOTES);
  assert.match(
    written(XML, NOTES, schema),
    /<note><id>1<\/id><note><\/note><\/note><note><id>2<\/id><note xsi:nil="true"\/><\/note><note><id>3<\/id><\/note>/,
  );
  assert.match(
    written(XML_ATTRIBUTES, NOTES, schema),
    /<note id="1" note=""\/><note id="2"><note xsi:nil="true"\/><\/note><note id="3"\/><note id="4" note=" a "\/>/,
  );
  for (const format of [XML, XML_ATTRIBUTES]) {
    assert.equal(firstDifference(read(format, written(format, NOTES, schema), schema), NOTES, format), null);
  }
});

test('absent, empty and one-element lists stay apart, and so do empty records', () => {
  const value: DataValue = [{ tags: [] }, {}, { tags: ['a'] }, { tags: [''] }, { box: {} }];
  const document = `<bags>
      <bag><tags></tags></bag><bag></bag><bag><tags><item>a</item></tags></bag>
      <bag><tags><item></item></tags></bag><bag><box></box></bag>
    </bags>`;
  standsAs(XML, 'bags', value, document);
  standsAs(XML_ATTRIBUTES, 'bags', value, document);
});

test('lists of lists, of nulls, of several kinds and of nothing have an element around them', () => {
  const value: DataValue = {
    grid: [[1, 2], []],
    gaps: ['a', null],
    mixed: [1, 'b'],
    nothing: [],
  };
  const document = `<all xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      <grid><item><item>1</item><item>2</item></item><item></item></grid>
      <gaps><item>a</item><item xsi:nil="true"/></gaps>
      <mixed><item xsi:type="number">1</item><item>b</item></mixed>
      <nothing></nothing>
    </all>`;
  standsAs(XML, 'all', value, document);
  standsAs(XML_ATTRIBUTES, 'all', value, document);
});

test('where keys come in any order an empty list has an element, since nothing else would keep its place', () => {
  const value: DataValue = [
    { a: 1, list: [] },
    { list: ['x', 'y'], a: 2 },
  ];
  const item = '<list><item>x</item><item>y</item></list>';
  standsAs(
    XML,
    'pairs',
    value,
    `<pairs><pair><a>1</a><list></list></pair><pair>${item}<a>2</a></pair></pairs>`,
  );
  const never = [value[1]!, { a: 3, list: ['z'] }];
  standsAs(
    XML,
    'pairs',
    never,
    '<pairs><pair><list>x</list><list>y</list><a>2</a></pair><pair><a>3</a><list>z</list></pair></pairs>',
  );
  const torn = '<pairs><pair><list>x</list><a>2</a><list>y</list></pair></pairs>';
  assert.throws(() => read(XML, torn, inferSchema('pairs', never)), /two elements <list>/);
});

test('of values of several kinds, all but strings say what they are', () => {
  const value: DataValue = ['12', 12, true, null, '', [1], [], { a: 'x' }, {}];
  standsAs(
    XML,
    'mixture',
    value,
    `<mixture xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      <mixtureItem>12</mixtureItem>
      <mixtureItem xsi:type="number">12</mixtureItem>
      <mixtureItem xsi:type="boolean">true</mixtureItem>
      <mixtureItem xsi:nil="true"/>
      <mixtureItem></mixtureItem>
      <mixtureItem xsi:type="array"><item>1</item></mixtureItem>
      <mixtureItem xsi:type="array"></mixtureItem>
      <mixtureItem xsi:type="object"><a>x</a></mixtureItem>
      <mixtureItem xsi:type="object"></mixtureItem>
    </mixture>`,
  );
});

test('whatever the root is, it is an element named after the data', () => {
  standsAs(XML, 'count', 5, '<count>5</count>');
  standsAs(XML_ATTRIBUTES, 'count', 5, '<count>5</count>');
  standsAs(XML, 'text', 'a\r \tb', '<text>a&#13; \tb</text>');
  standsAs(
    XML,
    'nothing',
    null,
    '<nothing xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>',
  );
  standsAs(XML, 'grid', [[1, 2], []], '<grid><item><item>1</item><item>2</item></item><item></item></grid>');
});

test('elements come in the order of the keys; attributes in the order of the schema', () => {
  const value: DataValue = [
    { a: 1, b: [2] },
    { b: [3], a: 4 },
  ];
  const schema = inferSchema('pairs', value);
  assert.equal(
    written(XML, value, schema),
    '<pairs><pair><a>1</a><b>2</b></pair><pair><b>3</b><a>4</a></pair></pairs>',
  );
  assert.equal(firstDifference(read(XML, written(XML, value, schema), schema), value), null);
  const back = read(XML_ATTRIBUTES, written(XML_ATTRIBUTES, value, schema), schema);
  assert.deepEqual(JSON.stringify(back), '[{"a":1,"b":[2]},{"a":4,"b":[3]}]');
});

test('keys of maps and of records that meet stay apart', () => {
  const value = { '1a': { key: 'x' }, '2b': { key: 'y' }, '3c': { key: 'z' } };
  const document =
    '<things><entry _x_key="1a" key="x"/><entry _x_key="2b" key="y"/><entry _x_key="3c" key="z"/></things>';
  standsAs(XML_ATTRIBUTES, 'things', value, document);
});

test('files have the bytes that PHP gave them in the comparison of 2016, 2 100 of them 278 224 and 223 624', () => {
  const { schema } = FILES;
  const two = generateRecords(FILES, 2);
  const rest = '<mtime>1997-07-16T19:20:30+00:00</mtime><size>1231234</size><md5>sdfasfarf4r5sf</md5></file>';
  assert.equal(
    written(XML, two, schema),
    `<xml><file><name>filename0.extension</name>${rest}<file><name>filename1.extension</name>${rest}</xml>`,
  );
  const others = 'mtime="1997-07-16T19:20:30+00:00" size="1231234" md5="sdfasfarf4r5sf"/>';
  assert.equal(
    written(XML_ATTRIBUTES, two, schema),
    `<xml><file name="filename0.extension" ${others}<file name="filename1.extension" ${others}</xml>`,
  );
  const all = generateRecords(FILES, 2_100);
  const bytes = [JSON_FORMAT, XML_ATTRIBUTES, XML].map(
    ({ encoders }) => encoders[0]!.bind(schema)(all).length,
  );
  assert.deepEqual(bytes, [225_691, 223_624, 278_224]);
});

test('integers up to 2^53 come back, and others than the schema has do not', () => {
  const value = { largest: Number.MAX_SAFE_INTEGER, smallest: Number.MIN_SAFE_INTEGER };
  const schema = inferSchema('ends', value);
  assert.deepEqual(read(XML, written(XML, value, schema), schema), value);
  const document = written(XML, value, schema).replace('>9007199254740991<', '>9007199254740993<');
  assert.throws(() => read(XML, document, schema), /is not 9007199254740991, in \/ends\/largest/);
});

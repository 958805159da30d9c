// Documents that are broken, of another shape, or meant to do harm, and those that others have written in
// their own way.

import assert from 'node:assert/strict';
import test from 'node:test';
import { firstDifference } from '../../data/equal.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import { XML } from './xml.ts';
import { XML_ATTRIBUTES } from './xml-attributes.ts';
import { refuseDocumentType } from './xml-dom.ts';

const ORDER = {
  id: 1,
  lines: [
    { sku: 'a', price: 1.5, size: 'S' },
    { sku: 'b', price: 2, size: null },
  ],
  rates: { '1x': 1.5, '2x': 2.5, '3x': 3.5 },
  any: ['a', 1],
  grid: [[1], [2]],
};
const SCHEMA = inferSchema('order', ORDER);

const text = (format: typeof XML) => new TextDecoder().decode(format.encoders[0]!.bind(SCHEMA)(ORDER));
const read = (format: typeof XML, document: string) =>
  format.codecs.find(({ name }) => name === 'saxes')!.bind(SCHEMA)(document as never);

const ELEMENTS = text(XML);
const ATTRIBUTES = text(XML_ATTRIBUTES);

test('what a document has that its schema has not is refused with its place', () => {
  for (const [from, to, expected] of [
    ['<id>1<', '<id>one<', '"one" is not 1, in /order/id'],
    ['<id>1</id>', '', '<lines>, expected id, in /order'],
    ['<price>2<', '<price>0x10<', '"0x10" is not a number, in /order/lines[2]/price'],
    ['<price>2<', '<price><', '"" is not a number, in /order/lines[2]/price'],
    ['<price>2<', '<price>Infinity<', '"Infinity" is not a number, in /order/lines[2]/price'],
    ['<price>2</price>', '', '<size>, expected price, in /order/lines[2]'],
    ['<price>2</price>', '<price>2</price><price>2</price>', '<price>, expected size, in /order/lines[2]'],
    ['<size>S</size>', '', 'the end of an element, expected size, in /order/lines[1]'],
    ['<rates>', '<lines></lines><rates>', 'the end of an element, expected sku, in /order/lines[3]'],
    ['<any>', '<lines/><any>', '<lines>, expected any, in /order'],
    ['</lines>', 'more</lines>', '"more" where only elements may stand, in /order/lines[1]'],
    [
      '<item>2</item></item>',
      '<item>two</item></item>',
      '"two" is not a whole number from 1 to 2, in /order/grid/item[2]/item[1]',
    ],
    ['</grid>', '<line/></grid>', '<line>, expected item, in /order/grid'],
    ['</grid>', 'more</grid>', '"more" where only elements may stand, in /order/grid'],
    ['<sku>a<', '<sku>a<b/><', '<b>, expected the end of sku, in /order/lines[1]/sku'],
    ['<sku>a<', '<sku kind="x">a<', 'attributes that nobody expects, in /order/lines[1]/sku'],
    ['xsi:nil="true"', 'xsi:nil="false"', '<size>, expected xsi:nil="true" in it, in /order/lines[2]'],
    [
      'xsi:type="number"',
      'xsi:type="date"',
      'a value of no kind that is expected: xsi:nil=null, xsi:type=date, in /order/any',
    ],
    ['key="2x"', '', 'the attribute key of entry is missing, in /order/rates'],
    ['key="2x"', 'key="1x"', 'two entries with the key "1x", in /order/rates'],
    ['</grid>', '</grid><more/>', '<more>, expected the end of order, in /order'],
  ] as const) {
    const document = ELEMENTS.replace(from, to);
    assert.notEqual(document, ELEMENTS);
    assert.throws(() => read(XML, document), { message: `XML: ${expected}` }, to);
  }
});

test('attributes that are missing, wrong or too many are refused with their place', () => {
  for (const [from, to, expected] of [
    [' id="1"', '', 'the attribute id is missing, in /order'],
    ['price="2"', 'price="two"', 'the attribute price: "two" is not a number, in /order/lines[2]'],
    ['price="2"', 'price="2" more="x"', 'attributes that nobody expects, in /order/lines[2]'],
    [' size="S"', '', 'the end of an element, expected size, in /order/lines[1]'],
    [
      'size="S"/>',
      'size="S"><size xsi:nil="true"/></lines>',
      '<size>, expected the end of lines, in /order/lines[1]',
    ],
  ] as const) {
    const document = ATTRIBUTES.replace(from, to);
    assert.notEqual(document, ATTRIBUTES);
    assert.throws(() => read(XML_ATTRIBUTES, document), { message: `XML: ${expected}` }, to);
  }
});

test('white space, comments, CDATA, instructions and declarations of others change nothing', () => {
  const document = `<?xml version="1.0"?>
    <!-- from elsewhere --><?order by=hand?>
    <order xmlns="urn:x" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
        xsi:schemaLocation="urn:x order.xsd">
      <!-- one -->
      <id> 1 </id>
      <lines><sku><![CDATA[a]]></sku><price>+1.50E0</price><size>S<!-- mall --></size></lines>
      <lines><sku>&#98;</sku><price>2.</price><size xsi:nil='1'></size></lines>
      <rates><entry key='1x'>1.5</entry><entry key="2&#120;">2.5</entry><entry key="3x">3.5</entry></rates>
      <any><item xsi:type="string">a</item><item xsi:type="number">1</item></any>
      <grid><item> <item>1</item></item><item><item>2</item> </item></grid>
    </order><!-- end -->`;
  // A mark is taken only where the union has it; strings have none.
  const marked = document.replace(' xsi:type="string"', '');
  assert.equal(firstDifference(read(XML, marked), ORDER), null);
});

const BOMB = `<?xml version="1.0"?>
<!DOCTYPE order [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>
<order><id>&c;</id></order>`;

test('documents with a document type are refused before any entity could be expanded', () => {
  for (const format of [XML, XML_ATTRIBUTES]) {
    assert.throws(() => read(format, BOMB), /^Error: XML: documents with a document type are refused/);
    assert.throws(
      () => read(format, '<!DOCTYPE order SYSTEM "http://127.0.0.1:9/order.dtd"><order/>'),
      /^Error: XML: documents with a document type are refused/,
    );
  }
  assert.throws(() => read(XML, ELEMENTS.replace('<id>1', '<id>&a;')), /undefined entity/);
});

test('a document type is seen wherever it may stand before the first element, and nowhere else', () => {
  const refused = [
    BOMB,
    '<!DOCTYPE a><a/>',
    '\ufeff<!DOCTYPE a><a/>',
    '<?xml version="1.0"?>\r\n\t<!-- <a> --><?b <c> ?><!DOCTYPE a><a/>',
  ];
  for (const document of refused) assert.throws(() => refuseDocumentType(document), /document type/);
  const taken = [
    '',
    '<a/>',
    '<a><![CDATA[<!DOCTYPE a>]]></a>',
    '<!-- <!DOCTYPE a> --><a/>',
    '<?b <!DOCTYPE a> ?><a/>',
    '<!-- never closed <!DOCTYPE a>',
  ];
  for (const document of taken) refuseDocumentType(document);
});

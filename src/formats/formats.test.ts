import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { bodyFor } from '../../test/support/documents/body-in-node.ts';
import { DATASET_NAMES, datasetNamed, generateRecords } from '../data/catalogue.ts';
import { firstDifference } from '../data/equal.ts';
import { type FlatField, type FlatType, flatSchema } from '../data/flat-schema.ts';
import type { DataRecord, DataSchema, DataValue } from '../data/schema.ts';
import { codecNamed, encoderNamed, formatNamed } from './catalogue.ts';
import type { Codec, Format } from './format.ts';

const FIELDS: readonly FlatField[] = [
  { name: 'label', type: 'string' },
  { name: 'count', type: 'int32' },
  { name: 'weight', type: 'double' },
  { name: 'here', type: 'boolean' },
  { name: 'note', type: 'string' },
  { name: 'type', type: 'string' },
];
const ALL_TYPES = flatSchema('Things', 'Thing', FIELDS);

const thing = (changes: DataRecord = {}): DataRecord => ({
  label: 'a',
  count: 1,
  weight: 0.5,
  here: true,
  note: 'b',
  type: 'c',
  ...changes,
});

const decoded = (codec: Codec, schema: DataSchema, bytes: Uint8Array): DataValue =>
  codec.bind(schema)(bodyFor(codec, bytes));

/** The formats of the published studies, every encoder with every decoder that runs without a DOM. */
const PAIRS = ['json', 'xml', 'xml-attributes', 'protobuf']
  .map(formatNamed)
  .flatMap((format) =>
    format.encoders.flatMap((encoder) =>
      format.codecs
        .filter((codec) => !codec.needs.includes('dom'))
        .map((codec) => ({ format, encoder, codec })),
    ),
  );

/** Characters that XML 1.0 can carry, those that need escaping among them. */
const carried = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '&',
      '<',
      '>',
      '"',
      "'",
      '\t',
      '\n',
      '\r',
      ']]>',
      '&amp;',
      ' ',
      '\u{10ffff}',
      '\u0085',
      '\u2028',
      '\ufeff',
    ),
    fc
      .string({ unit: 'binary', minLength: 1, maxLength: 1 })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML 1.0 excludes.
      .filter((character) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(character)),
  ),
});

const anything: Readonly<Record<FlatType, fc.Arbitrary<DataValue>>> = {
  string: carried,
  int32: fc.oneof(fc.integer(), fc.constantFrom(0, -1, 2_147_483_647, -2_147_483_648)),
  double: fc
    .oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0, 5e-324, 1.797e308, 1e21, 1e-7),
    )
    .filter((value) => !Object.is(value, -0)),
  boolean: fc.boolean(),
};

const things: fc.Arbitrary<DataRecord[]> = fc.array(
  fc
    .tuple(...FIELDS.map(({ type }) => anything[type]))
    .map((values) => Object.fromEntries(FIELDS.map(({ name }, i) => [name, values[i]!]))),
  { maxLength: 5 },
);

test('whatever the records hold, decoding what was encoded gives the same records', () => {
  assert.ok(PAIRS.length >= 5);
  for (const { format, encoder, codec } of PAIRS) {
    const encode = encoder.bind(ALL_TYPES);
    const decode = codec.bind(ALL_TYPES);
    const property = fc.property(things, (records) => {
      const difference = firstDifference(decode(bodyFor(codec, encode(records))), records);
      assert.equal(difference, null, `${format.name}/${codec.name}`);
    });
    fc.assert(property, { numRuns: 500, seed: 20261121 });
  }
});

test('the records of every dataset come back', () => {
  for (const name of DATASET_NAMES) {
    const dataset = datasetNamed(name);
    const records = generateRecords(dataset, 200);
    for (const { encoder, codec } of PAIRS) {
      const back = decoded(codec, dataset.schema, encoder.bind(dataset.schema)(records));
      assert.equal(firstDifference(back, records), null);
    }
  }
});

test('a value a format cannot carry is refused, never changed', () => {
  const noJson = ['json'];
  const noXml = ['xml', 'xml-attributes'];
  const all = [...noJson, ...noXml, 'protobuf'];
  const cases: [DataRecord, readonly string[]][] = [
    [{ count: 2_147_483_648 }, all],
    [{ count: -2_147_483_649 }, all],
    [{ count: 1.5 }, all],
    [{ count: -0 }, all],
    [{ count: Number.NaN }, all],
    [{ weight: Number.NaN }, noJson],
    [{ weight: Number.POSITIVE_INFINITY }, noJson],
    [{ weight: Number.NEGATIVE_INFINITY }, noJson],
    [{ weight: -0 }, noJson],
    [{ label: '\u0000' }, noXml],
    [{ note: 'form\u000cfeed' }, noXml],
    [{ label: '\ufffe' }, noXml],
    [{ label: '\uffff' }, noXml],
    [{ label: 'lone \ud800' }, [...noXml, 'protobuf']],
    [{ label: '\udc00\ud800' }, [...noXml, 'protobuf']],
  ];
  for (const { format, encoder, codec } of PAIRS) {
    for (const [changes, refusing] of cases) {
      const records = [thing(), thing(changes)];
      const refuse = encoder.refuse(ALL_TYPES);
      const encode = encoder.bind(ALL_TYPES);
      if (refusing.includes(format.name)) {
        assert.throws(() => refuse(records), /cannot carry|is not a 32-bit integer/, JSON.stringify(changes));
      } else {
        refuse(records);
        assert.equal(firstDifference(decoded(codec, ALL_TYPES, encode(records)), records), null);
      }
    }
  }
});

const text = (format: Format, records: DataRecord[]) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(format.encoders[0]!.bind(ALL_TYPES)(records));

test('the text formats look as documented', () => {
  const records = [thing({ label: 'a&b<c>"\r\n\t', weight: -1.5e-7, here: false })];
  assert.equal(
    text(formatNamed('json'), records),
    '[{"label":"a&b<c>\\"\\r\\n\\t","count":1,"weight":-1.5e-7,"here":false,"note":"b","type":"c"}]',
  );
  assert.equal(
    text(formatNamed('xml'), records),
    '<?xml version="1.0"?>\n<things><thing><label>a&amp;b&lt;c&gt;"&#13;\n\t</label>' +
      '<count>1</count><weight>-1.5e-7</weight><here>false</here><note>b</note><type>c</type></thing></things>\n',
  );
  assert.equal(
    text(formatNamed('xml-attributes'), records),
    '<?xml version="1.0"?>\n<things><thing label="a&amp;b&lt;c&gt;&quot;&#13;&#10;&#9;"' +
      ' count="1" weight="-1.5e-7" here="false" note="b" type="c"/></things>\n',
  );
  assert.equal(text(formatNamed('xml'), []).split('\n')[1], '<things></things>');
});

test('saxes refuses documents that are broken or of another shape', () => {
  const decode = (name: string, document: string) =>
    decoded(codecNamed(name, 'saxes'), ALL_TYPES, new TextEncoder().encode(document));
  const whole = text(formatNamed('xml'), [thing()]);
  const attributes = text(formatNamed('xml-attributes'), [thing()]);
  for (const [name, document, expected] of [
    ['xml', whole.slice(0, -3), /unclosed|unexpected end/],
    ['xml', whole.replace('<note>b</note>', ''), /<type>, expected note/],
    ['xml', whole.replace('<type>c</type>', ''), /expected type/],
    ['xml', whole.replace('<type>c</type>', '<type>c</type><more/>'), /<more>, expected the end of thing/],
    ['xml', whole.replace('<label>a', '<label>a<b/>'), /<b>/],
    ['xml', whole.replaceAll('things', 'others'), /<others>, expected things/],
    ['xml', whole.replace('<count>1', '<count>2147483648'), /not a 32-bit integer/],
    ['xml', whole.replace('<count>1', '<count>'), /not a 32-bit integer/],
    ['xml', whole.replace('<weight>0.5', '<weight>'), /not a number/],
    ['xml', whole.replace('<here>true', '<here>yes'), /not a boolean/],
    ['xml', '', /document must contain a root element/],
    ['xml-attributes', attributes.slice(0, -3), /unclosed|unexpected end/],
    ['xml-attributes', attributes.replace('note="b" ', ''), /attribute note is missing/],
    ['xml-attributes', attributes.replaceAll('thing ', 'other '), /<other>, expected thing/],
    ['xml-attributes', attributes.replace('note="b"', 'note="b" note="c"'), /duplicate attribute/],
  ] as const) {
    assert.throws(() => decode(name, document), expected, document);
  }
});

test('other ways of writing the same XML are read alike: white space, CDATA, references, attribute order', () => {
  const document = `<?xml version="1.0"?><!-- from elsewhere -->
    <things>
      <thing><label><![CDATA[a<b]]>&#x26;c</label><count>-7</count><weight>1.5E3</weight><here>true</here>
        <note/><type>t</type></thing>
    </things>`;
  const attributes = `<things>
      <thing type='t' note='' here='true' weight='INF' count='-7' label='a&lt;b&#x26;c'></thing></things>`;
  const bytes = (document: string) => new TextEncoder().encode(document);
  const expected = { label: 'a<b&c', count: -7, weight: 1500, here: true, note: '', type: 't' };
  assert.equal(
    firstDifference(decoded(codecNamed('xml', 'saxes'), ALL_TYPES, bytes(document)), [expected]),
    null,
  );
  assert.equal(
    firstDifference(decoded(codecNamed('xml-attributes', 'saxes'), ALL_TYPES, bytes(attributes)), [
      { ...expected, weight: Number.POSITIVE_INFINITY },
    ]),
    null,
  );
});

test('a property that XML does not allow as a name is written under another, and told', () => {
  const schema = flatSchema('Things', 'Thing', [{ name: 'two words', type: 'string' }]);
  for (const name of ['xml', 'xml-attributes']) {
    const [encoder] = formatNamed(name).encoders;
    const document = new TextDecoder().decode(encoder!.bind(schema)([{ 'two words': 'a' }]));
    assert.match(document, /two_x0020_words/);
    assert.deepEqual(formatNamed(name).mapped!(schema), ['"two words" is written two_x0020_words']);
  }
});

test('names lead to their members, and unknown ones are bugs that name the known', () => {
  assert.equal(codecNamed('xml', 'saxes').name, 'saxes');
  assert.equal(encoderNamed('json', 'JSON.stringify').name, 'JSON.stringify');
  assert.throws(() => formatNamed('yaml'), /there are json, json-columns, xml,/);
  assert.throws(() => codecNamed('json', 'saxes'), /there are response\.json, JSON\.parse/);
});

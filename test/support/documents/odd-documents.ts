// What breaks formats and libraries: values and keys at the edges of what JSON can say.

import type { DataRecord, DataValue } from '../../../src/data/schema.ts';
import type { TestDocument } from './documents.ts';

/** As JSON.parse makes them: `__proto__` in a literal would set the prototype. */
function ownMember(key: string, value: DataValue): DataRecord {
  return JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`) as DataRecord;
}

const TEXTS = [
  '',
  ' ',
  '  leading and trailing  ',
  'line\nfeed\r\nreturn\rtab\t',
  'quote " apostrophe \' backslash \\ slash / comma , semicolon ;',
  '& < > ]]> <!-- --> <?x?> &amp; &#0;',
  'null',
  'true',
  '1',
  '-0',
  '1e5',
  '2024-02-30',
  '=1+1',
  '#comment',
  'e\u0301 é ﬁ Å',
  '日本語テキスト',
  'עברית \u202eright to left\u202c',
  '\u{1f469}\u200d\u{1f4bb} \u{1f1ed}\u{1f1f7} \u{10ffff}',
  '\u2028 \u2029 \u0085 \u00a0 \u200b',
  `long ${'ä€\u{1f600}x'.repeat(500)}`,
  'x'.repeat(70_000),
];

const CONTROLS = ['\u0001', 'a\u0008b', '\u000b\u000c', '\u001f', '\u007f', '\u009f'];

const KEYS_WITH_TROUBLE = [
  '',
  ' ',
  '1',
  '007',
  '-1',
  '4294967296',
  'a.b',
  '$set',
  'a b',
  'a-b',
  'a_b',
  'aB',
  'type',
  'class',
  'function',
  'true',
  'null',
  'length',
  'name',
  'valueOf',
  'hasOwnProperty',
  'toString',
  'xmlns',
  'xml:lang',
  'a:b',
  '<key>',
  '"quoted"',
  'ключ',
  '鍵',
  '\u{1f511}',
  'ä',
  'a\u0308',
  '@type',
  '#text',
  'a,b',
  'line\nbreak',
];

const NUMBERS = [
  0,
  1,
  -1,
  23,
  24,
  127,
  128,
  -128,
  -129,
  255,
  256,
  32_767,
  -32_769,
  65_535,
  65_536,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 1,
  2 ** 32 - 1,
  2 ** 32,
  -(2 ** 32),
  2 ** 40 + 1,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
];

const DOUBLES = [
  0.1,
  -0.1,
  0.1 + 0.2,
  1 / 3,
  1.5,
  0.5,
  3.402_823_466_385_288_6e38,
  3.5e38,
  65_504,
  65_505.5,
  1e21,
  1e-7,
  -1e300,
  2 ** 53,
  2 ** 60,
  5e-324,
  2.225_073_858_507_201_4e-308,
  1.797_693_134_862_315_7e308,
  16_777_217,
  1_657.61,
];

/** What a page has of the ids of others: the nearest doubles, and the borders of 64-bit integers. */
const BEYOND_SAFE = [
  2 ** 53,
  -(2 ** 53),
  2 ** 53 + 2,
  505_874_924_095_815_680,
  505_874_922_023_837_700,
  -505_874_924_095_815_680,
  2 ** 63 - 1_024,
  2 ** 63,
  -(2 ** 63),
  2 ** 64 - 2_048,
  2 ** 64,
  1e20,
  1e21,
];

function nested(depth: number): DataValue {
  let value: DataValue = { end: true, list: [] };
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? { level: i, next: value } : [value];
  return value;
}

/** Lists in lists, objects in objects: a step too many at each level would show. */
function nestedLists(depth: number): DataValue {
  let value: DataValue = [];
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}

function nestedObjects(depth: number): DataValue {
  let value: DataValue = { a: 1 };
  for (let i = 0; i < depth; i++) value = { a: value, b: i };
  return value;
}

const MIXED: DataValue = [
  1,
  'two',
  true,
  null,
  3.5,
  [4, ['five', {}]],
  { six: 6 },
  [],
  {},
  '',
  { six: 'VI', seven: [7] },
];

/** Every way in which a value may be there, be null, be empty or not be there at all. */
const PRESENCE: DataValue = [
  { always: 1, nullable: null, optional: 'here', both: null, list: [], map: {}, mixed: 1 },
  { always: 2, nullable: 0, both: '', list: [null], map: { a: null }, mixed: 'one' },
  { always: 3, nullable: null, optional: '', list: [''], map: { a: 0, b: '' }, mixed: null },
  { always: 4, nullable: 7, both: 'x', list: [null, ''], map: {}, mixed: { one: 1 } },
  { always: 0, nullable: 1, optional: ' ', list: [], map: {}, mixed: [1, 'one', []] },
  { always: 5, nullable: 2, both: null, list: [], map: {}, mixed: false },
];

const EMPTIES: DataValue = {
  array: [],
  object: {},
  text: '',
  arrays: [[], [[]], [[], []]],
  objects: [{}, {}, {}],
  nothing: null,
  nothings: [null, null],
  deep: { a: { b: { c: {} } }, d: [{ e: [] }] },
};

const manyKeys = Object.fromEntries(
  Array.from({ length: 1_500 }, (_, i): [string, DataValue] => [
    `key ${i * 7_919}`,
    i % 2 === 0 ? i : { n: i },
  ]),
);

/** More shapes than libraries that number them remember. */
const MANY_SHAPES: DataValue = Array.from({ length: 300 }, (_, i) => ({
  kind: i % 100,
  [`only${i % 100}`]: i,
  inner: { [`x${i % 70}`]: true },
}));

export const ODD_DOCUMENTS: readonly TestDocument[] = [
  { name: 'texts', value: TEXTS },
  { name: 'texts in records', value: TEXTS.map((text, i) => ({ i, text })) },
  { name: 'control characters', value: CONTROLS.map((text) => ({ text })) },
  { name: 'a text with NUL', value: { text: 'a\u0000b' } },
  { name: 'half a surrogate pair', value: { list: ['fine', 'broken \ud83d'] } },
  { name: 'half a surrogate pair in a key', value: [{ fine: 1 }, { fine: 1, 'bad \udc00': 2 }] },
  { name: 'a text with a byte order mark', value: ['\ufeff', `\ufeff${'long enough '.repeat(30)}`] },
  { name: 'keys with trouble', value: Object.fromEntries(KEYS_WITH_TROUBLE.map((key, i) => [key, [i]])) },
  {
    name: 'records whose keys have trouble',
    value: [0, 1].map((n) =>
      Object.fromEntries(KEYS_WITH_TROUBLE.map((key, i) => [key, i % 2 === 0 ? n : key])),
    ),
  },
  { name: 'a key of each kind in its own object', value: KEYS_WITH_TROUBLE.map((key) => ({ [key]: key })) },
  { name: 'a key with NUL', value: [{ 'a\u0000b': 1 }] },
  { name: 'key __proto__', value: [ownMember('__proto__', { a: 1 }), { b: 2 }] },
  { name: 'key __proto__ with a plain value', value: { list: [ownMember('__proto__', 'x')] } },
  { name: 'key constructor', value: [{ constructor: 'x', toJSON: 'y' }, { toJSON: 'z' }, { prototype: 1 }] },
  {
    name: 'keys that libraries use',
    value: [
      { __keys__: [1], _bsontype: 'ObjectId', $ref: 'a', $id: 1, $db: null },
      { items: 1, value: 2 },
    ],
  },
  {
    name: 'a pointer beside an id',
    value: { links: [{ $ref: '#/a' }, { $id: 'b' }, { $ref: 'x', $id: 'y' }] },
  },
  {
    name: 'keys alike but for case or sign',
    value: [{ scopeCase: 1, 'scope-case': 2, scope_case: 3, ScopeCase: 4, 'scope case': 5 }],
  },
  { name: 'whole numbers', value: NUMBERS },
  { name: 'whole numbers in records', value: NUMBERS.map((n) => ({ n, same: NUMBERS[3]! })) },
  { name: 'whole numbers beyond 2^53', value: BEYOND_SAFE },
  { name: 'whole numbers beyond 2^53 in records', value: BEYOND_SAFE.map((id, i) => ({ id, i })) },
  {
    name: 'whole numbers beyond 2^53 that may be absent',
    value: BEYOND_SAFE.map((id, i): DataRecord => (i % 3 === 0 ? { i } : { i, id })),
  },
  {
    name: 'whole numbers on both sides of 2^53, and null',
    value: [...BEYOND_SAFE, ...NUMBERS].map((id, i) => ({ id, before: i % 4 === 0 ? null : id })),
  },
  { name: 'doubles', value: DOUBLES },
  { name: 'doubles in records', value: DOUBLES.map((d, i) => ({ d, half: i / 2, whole: i })) },
  { name: 'deep nesting', value: nested(200) },
  { name: 'deep lists', value: nestedLists(200) },
  { name: 'deep objects', value: nestedObjects(200) },
  { name: 'a list of deep lists', value: [[[[[[1]]]]], [[[[[]]]]], [[[]]], []] },
  { name: 'mixed list', value: MIXED },
  { name: 'presence', value: PRESENCE },
  { name: 'empties', value: EMPTIES },
  { name: 'many keys', value: manyKeys },
  { name: 'many shapes', value: MANY_SHAPES },
  { name: 'empty list', value: [] },
  { name: 'list of an empty object', value: [{}] },
  { name: 'lists of lists of records', value: [[{ a: 1 }], [], [{ a: 2, b: 'x' }, { b: '' }]] },
  { name: 'empty object', value: {} },
  { name: 'null', value: null },
  { name: 'true', value: true },
  { name: 'a number', value: 42 },
  { name: 'a double', value: -273.15 },
  { name: 'a string', value: 'just text' },
  { name: 'an empty string', value: '' },
];

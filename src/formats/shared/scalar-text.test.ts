import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { IntegerType } from '../../data/schema.ts';
import { scalarReader, scalarWriter } from './scalar-text.ts';

const DOUBLE = { kind: 'double' } as const;
const BOOLEAN = { kind: 'boolean' } as const;
const SAFE: IntegerType = { kind: 'integer', min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };
const INT32: IntegerType = { kind: 'integer', min: -2_147_483_648, max: 2_147_483_647 };
const FEW: IntegerType = { kind: 'integer', min: 1, max: 3 };

const asItIs = (value: unknown) => String(value);

test('whatever number is written is read again', () => {
  const write = scalarWriter(DOUBLE, asItIs);
  const read = scalarReader(DOUBLE);
  fc.assert(
    fc.property(fc.double(), (number) => assert.ok(Object.is(read(write(number)), number))),
    { numRuns: 2_000, seed: 20261121 },
  );
  const writeWhole = scalarWriter(SAFE, asItIs);
  const readWhole = scalarReader(SAFE);
  fc.assert(
    fc.property(fc.maxSafeInteger(), (number) => assert.ok(Object.is(readWhole(writeWhole(number)), number))),
    { numRuns: 2_000, seed: 20261121 },
  );
});

test('decimal numbers are read in every form that XML Schema has for them', () => {
  const read = scalarReader(DOUBLE);
  for (const [text, number] of [
    ['1', 1],
    ['+1.50', 1.5],
    ['.5', 0.5],
    ['5.', 5],
    [' \n1e3\t', 1000],
    ['1E-3', 0.001],
    ['-0', -0],
    ['INF', Number.POSITIVE_INFINITY],
    ['-INF', Number.NEGATIVE_INFINITY],
    ['NaN', Number.NaN],
  ] as const) {
    assert.ok(Object.is(read(text), number), text);
  }
});

test('what only JavaScript takes for a number is none', () => {
  for (const text of [
    '',
    ' ',
    '0x10',
    '0b1',
    '1e',
    '.',
    '+',
    '1.2.3',
    '--1',
    '1_000',
    'Infinity',
    '\u00a01',
    '1n',
    '1,5',
  ])
    assert.throws(() => scalarReader(DOUBLE)(text), { message: `${JSON.stringify(text)} is not a number` });
});

test('whole numbers are whole, in range and never −0', () => {
  const read = scalarReader(SAFE);
  for (const [text, number] of [
    ['0', 0],
    ['-0', 0],
    ['+17', 17],
    [' 17\n', 17],
    ['007', 7],
    ['000000000000000000017', 17],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ] as const) {
    assert.ok(Object.is(read(text), number), text);
  }
  for (const text of ['', '-', '1.0', '1e3', '0x1', '9007199254740992', '1 2'])
    assert.throws(() => read(text), /is not a whole number from -9007199254740991 to 9007199254740991/, text);
  assert.throws(() => scalarReader(INT32)('2147483648'), { message: '"2147483648" is not a 32-bit integer' });
  assert.throws(() => scalarReader(FEW)('4'), { message: '"4" is not a whole number from 1 to 3' });
});

test('booleans are true and false and nothing else', () => {
  assert.equal(scalarReader(BOOLEAN)('true'), true);
  assert.equal(scalarReader(BOOLEAN)('false'), false);
  for (const text of ['1', 'TRUE', ' true', ''])
    assert.throws(() => scalarReader(BOOLEAN)(text), /is not a boolean/);
});

test('a value that is none of its type is not written', () => {
  assert.throws(() => scalarWriter(INT32, asItIs)(1.5), /1.5 is not a 32-bit integer/);
  assert.throws(() => scalarWriter(SAFE, asItIs)(-0), /-0 is not an integer/);
  assert.throws(() => scalarWriter(SAFE, asItIs)(2 ** 53), /9007199254740992 is not an integer/);
});

// Single values as text, for the formats that have nothing but text: the lexical forms of XML Schema part 2.
// A reader takes what its type allows and nothing else: Number('') is 0 and Number('0x10') is 16, but they
// are no decimal numbers.

import type {
  BooleanType,
  DataValue,
  DoubleType,
  IntegerType,
  StringType,
  TypeSpec,
} from '../../data/schema.ts';
import { isInt32 } from './guard.ts';

export type ScalarType = BooleanType | IntegerType | DoubleType | StringType;

export type WriteText = (value: DataValue) => string;
export type ReadText = (text: string) => DataValue;

export function isScalar(type: TypeSpec): type is ScalarType {
  return (
    type.kind === 'boolean' || type.kind === 'integer' || type.kind === 'double' || type.kind === 'string'
  );
}

/** Throws if a value is not of its type. `string` writes text and escapes it. */
export function scalarWriter(type: ScalarType, string: WriteText): WriteText {
  switch (type.kind) {
    case 'string':
      return string;
    case 'boolean':
      return String;
    case 'double':
      return writeDouble;
    case 'integer':
      return isWithinInt32(type) ? writeInt32 : writeInteger;
  }
}

function writeInt32(value: DataValue): string {
  if (!isInt32(value)) throw new Error(`${show(value)} is not a 32-bit integer`);
  return String(value);
}

function writeInteger(value: DataValue): string {
  if (!Number.isSafeInteger(value) || Object.is(value, -0))
    throw new Error(`${show(value)} is not an integer`);
  return String(value);
}

function writeDouble(value: DataValue): string {
  const number = value as number;
  if (Number.isFinite(number)) return number === 0 && 1 / number < 0 ? '-0' : String(number);
  return Number.isNaN(number) ? 'NaN' : number > 0 ? 'INF' : '-INF';
}

/** Throws where the text is no value of the type: `"yes" is not a boolean`. */
export function scalarReader(type: ScalarType): ReadText {
  switch (type.kind) {
    case 'string':
      return (text) => text;
    case 'boolean':
      return readBoolean;
    case 'double':
      return readDouble;
    case 'integer':
      return integerReader(type);
  }
}

function readBoolean(text: string): boolean {
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw new Error(`${JSON.stringify(text)} is not a boolean`);
}

const WHOLE = /^[\t\n\r ]*[+-]?\d+[\t\n\r ]*$/;
const DECIMAL = /^[\t\n\r ]*[+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?[\t\n\r ]*$/;

function integerReader(type: IntegerType): ReadText {
  const { min, max } = type;
  const what = isWithinInt32(type) && max - min === 2 ** 32 - 1 ? 'a 32-bit integer' : sayRange(type);
  return (text) => {
    const value = wholeNumber(text);
    if (value >= min && value <= max) return value;
    throw new Error(`${JSON.stringify(text)} is not ${what}`);
  };
}

const ZERO = 48;
const MINUS = 45;
/** Fewer digits are below 2^53 whatever they are. */
const SURE_DIGITS = 15;

/**
 * NaN if it is no whole number. It goes digit by digit, because in documents full of numbers a regular
 * expression costs time.
 */
function wholeNumber(text: string): number {
  const isNegative = text.charCodeAt(0) === MINUS;
  const start = isNegative ? 1 : 0;
  if (text.length === start || text.length - start > SURE_DIGITS) return wholeNumberAnyhow(text);
  let value = 0;
  for (let i = start; i < text.length; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit < 0 || digit > 9) return wholeNumberAnyhow(text);
    value = value * 10 + digit;
  }
  return isNegative ? 0 - value : value;
}

/** With white space, a plus or more digits. −0 is 0. */
function wholeNumberAnyhow(text: string): number {
  return WHOLE.test(text) ? Number(text) + 0 : Number.NaN;
}

function sayRange({ min, max }: IntegerType): string {
  return min === max ? String(min) : `a whole number from ${min} to ${max}`;
}

function isWithinInt32({ min, max }: IntegerType): boolean {
  return isInt32(min) && isInt32(max);
}

function readDouble(text: string): number {
  const value = Number(text);
  if (isDecimalLike(text) && !Number.isNaN(value)) return value;
  return DECIMAL.test(text) ? value : readUncommonDouble(text);
}

/**
 * Whether the text has only digits, signs, points and e's: if Number takes such a text, it is a decimal
 * number.
 */
function isDecimalLike(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isDigit = code >= ZERO && code <= 57;
    if (!isDigit && code !== 46 && code !== MINUS && code !== 43 && code !== 101 && code !== 69) return false;
  }
  return text.length > 0;
}

function readUncommonDouble(text: string): number {
  if (text === 'NaN') return Number.NaN;
  if (text === 'INF') return Number.POSITIVE_INFINITY;
  if (text === '-INF') return Number.NEGATIVE_INFINITY;
  throw new Error(`${JSON.stringify(text)} is not a number`);
}

function show(value: DataValue): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

// The strict comparison that stands before every timing: decoded objects against the originals. It does not
// compare JSON texts, which would hide −0, NaN, undefined and classes.

import { plural } from '../base/figures/plurals.ts';
import type { DataRecord, DataValue } from './schema.ts';

export interface Strictness {
  /**
   * `schema` is for a format that brings keys back in another order than they had: the set of keys still
   * counts.
   */
  readonly keyOrder: 'kept' | 'schema';
}

/**
 * null if `actual` is the same data as `expected`: plain arrays and plain objects (prototype Object.prototype
 * or null) with the same members in the same order and the same values (Object.is, so types included); else
 * the first difference, such as `[17].price: 12.5, expected 12.25`.
 */
export function firstDifference(
  actual: unknown,
  expected: DataValue,
  { keyOrder }: Strictness = { keyOrder: 'kept' },
): string | null {
  return findDifference(actual, expected, keyOrder === 'kept')?.replace(/^: /, '') ?? null;
}

/** The first difference with its place: `[17].price: 12.5, expected 12.25`. */
function findDifference(actual: unknown, expected: DataValue, ordered: boolean): string | null {
  if (Array.isArray(expected)) return arrayDifference(actual, expected, ordered);
  if (typeof expected === 'object' && expected !== null)
    return recordDifference(actual, expected as DataRecord, ordered);
  return Object.is(actual, expected) ? null : `: ${show(actual)}, expected ${show(expected)}`;
}

function arrayDifference(actual: unknown, expected: readonly DataValue[], ordered: boolean): string | null {
  if (!Array.isArray(actual)) return `: ${show(actual)}, expected an array of ${expected.length}`;
  const count = Math.min(actual.length, expected.length);
  for (let i = 0; i < count; i++) {
    const difference = findDifference(actual[i], expected[i]!, ordered);
    if (difference !== null) return `[${i}]${difference}`;
  }
  return actual.length === expected.length
    ? null
    : `: ${actual.length} ${plural(actual.length, 'value')}, expected ${expected.length}`;
}

function recordDifference(actual: unknown, expected: DataRecord, ordered: boolean): string | null {
  if (typeof actual !== 'object' || actual === null) return `: ${show(actual)}, expected an object`;
  const prototype: unknown = Object.getPrototypeOf(actual);
  if (prototype !== Object.prototype && prototype !== null) {
    return `: ${show(actual)}, expected a plain object`;
  }
  const record = actual as Record<string, unknown>;
  // Symbols and hidden properties count too: some libraries leave there what they did not understand.
  const keys = Reflect.ownKeys(record) as string[];
  const expectedKeys = Object.keys(expected);
  const count = Math.min(keys.length, expectedKeys.length);
  for (let i = 0; i < count; i++) {
    const key = expectedKeys[i]!;
    if (keys[i] !== key && (ordered || !Object.hasOwn(record, key)))
      return keyDifference(keys, expectedKeys, i);
    const difference = findDifference(record[key], expected[key]!, ordered);
    if (difference !== null) return `.${key}${difference}`;
  }
  return keys.length === expectedKeys.length ? null : keyDifference(keys, expectedKeys, count);
}

function keyDifference(keys: readonly string[], expectedKeys: readonly string[], at: number): string {
  const missing = firstBeyond(expectedKeys, keys);
  if (missing !== undefined) return `: property ${missing} is missing`;
  const extra = firstBeyond(keys, expectedKeys);
  if (extra !== undefined) return `: property ${String(extra)} is not in the original`;
  return `: property ${at} is ${keys[at]}, expected ${expectedKeys[at]} there`;
}

/** The first of `keys` that is not among `others`. */
function firstBeyond(keys: readonly string[], others: readonly string[]): string | undefined {
  const known = new Set(others);
  return keys.find((key) => !known.has(key));
}

const SHOWN_CHARACTERS = 60;

function show(value: unknown): string {
  if (typeof value === 'string') {
    return value.length <= SHOWN_CHARACTERS
      ? JSON.stringify(value)
      : `${JSON.stringify(value.slice(0, SHOWN_CHARACTERS))}… (${value.length} characters)`;
  }
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return sayObject(value);
  if (typeof value === 'function') return 'a function';
  return typeof value === 'bigint' ? `${value}n` : String(value);
}

function sayObject(value: object): string {
  const prototype = Object.getPrototypeOf(value) as { constructor?: { name?: unknown } } | null;
  if (prototype === null || prototype === Object.prototype) return 'an object';
  return `an instance of ${String(prototype.constructor?.name ?? 'a class without a name')}`;
}

// The strict comparison that stands before every timing: decoded objects against the originals. Not by JSON text,
// which would hide −0, NaN, undefined and classes.

import type { DataRecord } from './schema.ts';

/**
 * null where `actual` is a plain array of plain objects (prototype Object.prototype or null) with the same records in
 * the same order, the same properties in the same order and the same values (Object.is, so types included); else the
 * first difference, such as `[17].price: 12.5, expected 12.25`.
 */
export function firstDifference(actual: unknown, expected: readonly DataRecord[]): string | null {
  if (!Array.isArray(actual)) return `${show(actual)}, expected an array of ${expected.length} records`;
  const count = Math.min(actual.length, expected.length);
  for (let i = 0; i < count; i++) {
    const difference = recordDifference(actual[i], expected[i]!);
    if (difference !== null) return `[${i}]${difference}`;
  }
  if (actual.length !== expected.length) {
    return `${actual.length} records, expected ${expected.length}`;
  }
  return null;
}

function recordDifference(actual: unknown, expected: DataRecord): string | null {
  if (typeof actual !== 'object' || actual === null) return `: ${show(actual)}, expected an object`;
  const prototype: unknown = Object.getPrototypeOf(actual);
  if (prototype !== Object.prototype && prototype !== null) {
    return `: ${show(actual)}, expected a plain object`;
  }
  const record = actual as Record<string, unknown>;
  // Symbols and hidden properties too: some libraries leave what they did not understand in them.
  const keys = Reflect.ownKeys(record) as string[];
  const expectedKeys = Object.keys(expected);
  const count = Math.min(keys.length, expectedKeys.length);
  for (let i = 0; i < count; i++) {
    const key = keys[i]!;
    if (key !== expectedKeys[i]) return keyDifference(keys, expectedKeys, i);
    if (!Object.is(record[key], expected[key])) {
      return `.${key}: ${show(record[key])}, expected ${show(expected[key])}`;
    }
  }
  return keys.length === expectedKeys.length ? null : keyDifference(keys, expectedKeys, count);
}

function keyDifference(keys: readonly string[], expectedKeys: readonly string[], at: number): string {
  const missing = expectedKeys.find((key) => !keys.includes(key));
  if (missing !== undefined) return `: property ${missing} is missing`;
  const extra = keys.find((key) => !expectedKeys.includes(key));
  if (extra !== undefined) return `: property ${String(extra)} is not in the original`;
  return `: property ${at} is ${keys[at]}, expected ${expectedKeys[at]} there`;
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

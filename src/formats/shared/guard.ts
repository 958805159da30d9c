// Keeps a format from changing values silently: values that it cannot carry are refused when data are loaded.

import type { DataRecord, DataSchema, DataValue, TypeSpec } from '../../data/schema.ts';
import { branchFinder } from './branch.ts';
import { CannotCarry } from './cannot-carry.ts';

/** What a format can carry beyond whole numbers, finite doubles and well-formed strings. */
export interface Carries {
  /** NaN and the infinities. */
  readonly nonFinite: boolean;
  readonly negativeZero: boolean;
  readonly loneSurrogates: boolean;
  /** Why it changes or cannot write a string, keys too; null for all others. */
  readonly badString?: (text: string) => string | null;
  /** Why it changes or cannot write a key. */
  readonly badKey?: (key: string) => string | null;
  /**
   * Whether a record's property names are written as something else, so that they may be any; keys of maps
   * are not.
   */
  readonly anyName?: boolean;
  /** Keys that no object may have all of. */
  readonly badTogether?: readonly string[];
}

/** The place of a value that cannot be carried, and what it is: `[3].price is -0`; null if all can. */
type Guard = (value: DataValue) => string | null;

/** Throws at the first value that the format, named for people by `title`, cannot carry. */
export function makeGuard(title: string, schema: DataSchema, carries: Carries): (value: DataValue) => void {
  const guard = guardFor(schema.root, carries);
  return (value) => {
    const problem = guard?.(value) ?? null;
    if (problem === null) return;
    const placed = problem
      .replace(/^, which /, 'a value that ')
      .replace(/^ /, 'a value that ')
      .replace(/^\./, '');
    throw new CannotCarry(`${title} cannot carry ${placed}`);
  };
}

/** null if nothing can be wrong, so that whole branches of the data need not be walked. */
function guardFor(type: TypeSpec, carries: Carries): Guard | null {
  switch (type.kind) {
    case 'integer':
      return (value) => (isWholeWithin(value, type.min, type.max) ? null : ` is ${show(value)}`);
    case 'double':
      return carries.nonFinite && carries.negativeZero ? null : doubleGuard(carries);
    case 'string':
      return stringGuard(carries);
    case 'array':
      return arrayGuard(guardFor(type.items, carries));
    case 'map':
      return mapGuard(guardFor(type.values, carries), carries);
    case 'record':
      return recordGuard(
        type.fields.map((field) => [field.name, guardFor(field.type, carries)] as const),
        carries,
      );
    case 'union':
      return unionGuard(type.branches, carries);
    case 'null':
    case 'boolean':
    case 'never':
      return null;
  }
}

function doubleGuard({ nonFinite, negativeZero }: Carries): Guard {
  return (value) => {
    const carried = (nonFinite || Number.isFinite(value)) && (negativeZero || !Object.is(value, -0));
    return carried ? null : ` is ${show(value)}`;
  };
}

function stringGuard(carries: Carries): Guard | null {
  if (carries.loneSurrogates && carries.badString === undefined) return null;
  return (value) => {
    const reason = badString(value as string, carries);
    return reason === null ? null : ` is ${show(value)}: ${reason}`;
  };
}

function badString(text: string, carries: Carries): string | null {
  if (!carries.loneSurrogates && !text.isWellFormed()) return 'half a surrogate pair';
  return carries.badString?.(text) ?? null;
}

/** What is wrong with an object that has such a key; null if nothing is. */
function badKey(key: string, carries: Carries): string | null {
  const reason = badString(key, carries) ?? carries.badKey?.(key) ?? null;
  return reason === null ? null : `, which has the key ${show(key)}: ${reason}`;
}

function arrayGuard(items: Guard | null): Guard | null {
  if (items === null) return null;
  return (value) => {
    const array = value as DataValue[];
    for (let i = 0; i < array.length; i++) {
      const problem = items(array[i]!);
      if (problem !== null) return `[${i}]${problem}`;
    }
    return null;
  };
}

function mapGuard(values: Guard | null, carries: Carries): Guard | null {
  const { loneSurrogates, badTogether } = carries;
  const anyKey = loneSurrogates && carries.badString === undefined && carries.badKey === undefined;
  if (values === null && anyKey && badTogether === undefined) return null;
  return (value) => {
    const entries = Object.entries(value as DataRecord);
    for (const [key, each] of entries) {
      const bad = badKey(key, carries);
      if (bad !== null) return bad;
      const problem = values?.(each) ?? null;
      if (problem !== null) return `.${key}${problem}`;
    }
    return togetherProblem(value as DataRecord, badTogether);
  };
}

function recordGuard(fields: readonly (readonly [string, Guard | null])[], carries: Carries): Guard | null {
  const badNames = fields.flatMap(([name]) => {
    const bad = carries.anyName === true ? null : badKey(name, carries);
    return bad === null ? [] : [[name, bad] as const];
  });
  const guarded = fields.filter((field): field is readonly [string, Guard] => field[1] !== null);
  const together = carries.badTogether?.every((key) => fields.some(([name]) => name === key))
    ? carries.badTogether
    : undefined;
  if (badNames.length === 0 && guarded.length === 0 && together === undefined) return null;
  return (value) => {
    const record = value as DataRecord;
    for (const [name, bad] of badNames) if (Object.hasOwn(record, name)) return bad;
    for (const [name, guard] of guarded) {
      const problem = Object.hasOwn(record, name) ? guard(record[name]!) : null;
      if (problem !== null) return `.${name}${problem}`;
    }
    return togetherProblem(record, together);
  };
}

function togetherProblem(record: DataRecord, keys: readonly string[] | undefined): string | null {
  if (keys === undefined || !keys.every((key) => Object.hasOwn(record, key))) return null;
  return `, which has the keys ${keys.map(show).join(' and ')}`;
}

function unionGuard(branches: readonly TypeSpec[], carries: Carries): Guard | null {
  const guards = branches.map((branch) => guardFor(branch, carries));
  if (guards.every((guard) => guard === null)) return null;
  const indexOf = branchFinder(branches);
  return (value) => guards[indexOf(value)]?.(value) ?? null;
}

/** −0 is none, because no integer type keeps its sign. */
function isWholeWithin(value: DataValue, min: number, max: number): boolean {
  return (
    Number.isInteger(value) && !Object.is(value, -0) && (value as number) >= min && (value as number) <= max
  );
}

const SHOWN_CHARACTERS = 60;

function show(value: DataValue): string {
  if (typeof value !== 'string') return Object.is(value, -0) ? '-0' : String(value);
  return value.length <= SHOWN_CHARACTERS
    ? JSON.stringify(value)
    : `${JSON.stringify(value.slice(0, SHOWN_CHARACTERS))}…`;
}

/** A whole number a 32-bit field can hold; −0 is none, because no integer field keeps its sign. */
export function isInt32(value: DataValue): boolean {
  return ((value as number) | 0) === value && !Object.is(value, -0);
}

// What keeps a format from changing values silently: those it cannot carry are refused when data are loaded.

import type { DataRecord, DataSchema, DataValue, TypeSpec } from '../data/schema.ts';
import { branchFinder } from './branch.ts';
import { CannotCarry } from './cannot-carry.ts';

/** What a format can carry beyond whole numbers, finite doubles and well-formed strings. */
export interface Carries {
  /** NaN and the infinities. */
  readonly nonFinite: boolean;
  readonly negativeZero: boolean;
  readonly loneSurrogates: boolean;
}

/** Where a value stands that cannot be carried and what it is, `[3].price is -0`; null where all can. */
type Guard = (value: DataValue) => string | null;

/** Throws at the first value that the format, named for people by `title`, cannot carry. */
export function guardOf(title: string, schema: DataSchema, carries: Carries): (value: DataValue) => void {
  const guard = guardFor(schema.root, carries);
  return (value) => {
    const problem = guard?.(value) ?? null;
    if (problem !== null) throw new CannotCarry(`${title} cannot carry ${problem.replace(/^\./, '')}`);
  };
}

/** null where nothing can be wrong, so that whole branches of the data need not be walked. */
function guardFor(type: TypeSpec, carries: Carries): Guard | null {
  switch (type.kind) {
    case 'integer':
      return (value) => (isWholeWithin(value, type.min, type.max) ? null : ` is ${show(value)}`);
    case 'double':
      return carries.nonFinite && carries.negativeZero ? null : doubleGuard(carries);
    case 'string':
      return carries.loneSurrogates ? null : stringGuard;
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

function stringGuard(value: DataValue): string | null {
  return (value as string).isWellFormed() ? null : ` is ${show(value)}`;
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

function mapGuard(values: Guard | null, { loneSurrogates }: Carries): Guard | null {
  if (values === null && loneSurrogates) return null;
  return (value) => {
    for (const [key, each] of Object.entries(value as DataRecord)) {
      if (!loneSurrogates && !key.isWellFormed()) return ` has the key ${show(key)}`;
      const problem = values?.(each) ?? null;
      if (problem !== null) return `.${key}${problem}`;
    }
    return null;
  };
}

function recordGuard(
  fields: readonly (readonly [string, Guard | null])[],
  { loneSurrogates }: Carries,
): Guard | null {
  const badName = loneSurrogates ? undefined : fields.find(([name]) => !name.isWellFormed());
  if (badName !== undefined) return () => ` has the key ${show(badName[0])}`;
  const guarded = fields.filter((field): field is readonly [string, Guard] => field[1] !== null);
  if (guarded.length === 0) return null;
  return (value) => {
    const record = value as DataRecord;
    for (const [name, guard] of guarded) {
      const each = record[name];
      const problem = each === undefined ? null : guard(each);
      if (problem !== null) return `.${name}${problem}`;
    }
    return null;
  };
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

function show(value: DataValue): string {
  return Object.is(value, -0) ? '-0' : typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** A whole number a 32-bit field can hold; −0 is none, because no integer field keeps its sign. */
export function isInt32(value: DataValue): boolean {
  return ((value as number) | 0) === value && !Object.is(value, -0);
}

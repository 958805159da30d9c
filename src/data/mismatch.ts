// Checks whether a schema describes a value, on which a format made from the schema relies.

import type {
  DataRecord,
  DataSchema,
  DataValue,
  IntegerType,
  RecordType,
  StringType,
  TypeSpec,
} from './schema.ts';

/** The first place that the schema does not describe, `[3].price`; null if it describes the whole value. */
export function findMismatch({ root }: DataSchema, value: DataValue): string | null {
  return findMismatchIn(root, value, '');
}

function findMismatchIn(type: TypeSpec, value: DataValue, place: string): string | null {
  const is = (fits: boolean) => (fits ? null : `${place} (${type.kind})`);
  switch (type.kind) {
    case 'null':
      return is(value === null);
    case 'boolean':
      return is(typeof value === 'boolean');
    case 'integer':
      return is(typeof value === 'number' && isWithin(value, type));
    case 'double':
      return is(typeof value === 'number');
    case 'string':
      return is(typeof value === 'string' && isAmong(type, value));
    case 'array':
      if (!Array.isArray(value) || (value.length === 0 && !type.mayBeEmpty)) return is(false);
      return first(value, (item, i) => findMismatchIn(type.items, item, `${place}[${i}]`));
    case 'map':
      if (!isRecord(value)) return is(false);
      return first(Object.entries(value), ([key, each]) =>
        findMismatchIn(type.values, each, `${place}.${key}`),
      );
    case 'record':
      return isRecord(value) ? findRecordMismatch(type, value, place) : is(false);
    case 'union':
      return is(type.branches.some((branch) => findMismatchIn(branch, value, place) === null));
    case 'never':
      return is(false);
  }
}

function findRecordMismatch(
  { fields, orderVaries }: RecordType,
  value: DataRecord,
  place: string,
): string | null {
  const keys = Object.keys(value);
  const names = fields.map(({ name }) => name);
  const unknown = keys.find((key) => !names.includes(key));
  if (unknown !== undefined) return `${place}.${unknown} (no field)`;
  const inOrder = names.filter((name) => Object.hasOwn(value, name));
  if (!orderVaries && keys.some((key, i) => key !== inOrder[i])) return `${place} (order)`;
  return first(fields, ({ name, type, optional }) => {
    if (!Object.hasOwn(value, name)) return optional ? null : `${place}.${name} (missing)`;
    return findMismatchIn(type, value[name]!, `${place}.${name}`);
  });
}

function isWithin(value: number, { min, max }: IntegerType): boolean {
  return Number.isSafeInteger(value) && !Object.is(value, -0) && value >= min && value <= max;
}

function isAmong({ enum: values }: StringType, value: string): boolean {
  return values === undefined || values.includes(value);
}

function isRecord(value: DataValue): value is DataRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function first<T>(items: readonly T[], problemOf: (item: T, index: number) => string | null): string | null {
  for (const [i, item] of items.entries()) {
    const problem = problemOf(item, i);
    if (problem !== null) return problem;
  }
  return null;
}

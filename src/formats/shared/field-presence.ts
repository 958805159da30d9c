// Formats with one way to say that a value is not there can carry a field that may be absent, or one that may
// be null; a field that may be both needs something beside it.

import { type DataSchema, type Field, type TypeSpec, walkTypes } from '../../data/schema.ts';

/**
 * Whether the record always has the field with a value; what it means where the value is missing; `both`:
 * either.
 */
export type Presence = 'always' | 'absent' | 'null' | 'both';

export function fieldPresence({ optional, type }: Field): Presence {
  if (mayBeNull(type)) return optional ? 'both' : 'null';
  return optional ? 'absent' : 'always';
}

export function mayBeNull(type: TypeSpec): boolean {
  return type.kind === 'null' || (type.kind === 'union' && type.branches.some(({ kind }) => kind === 'null'));
}

/**
 * The branches of a type beside null: none for `null` itself, one for most types, several for real unions.
 */
export function branchesBesideNull(type: TypeSpec): readonly TypeSpec[] {
  const branches = type.kind === 'union' ? type.branches : [type];
  return branches.filter(({ kind }) => kind !== 'null');
}

/** The fields that may be absent as well as null, as `Order.note`. */
export function ambiguousFields(schema: DataSchema): readonly string[] {
  const names: string[] = [];
  walkTypes(schema.root, (type) => {
    if (type.kind !== 'record') return;
    for (const field of type.fields) {
      if (fieldPresence(field) === 'both') names.push(`${type.name}.${field.name}`);
    }
  });
  return names;
}

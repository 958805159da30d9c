// The neutral schema as FlatBuffers tables. What FlatBuffers has no word for is said with tables: maps are
// vectors of entries, mixed values tables with a field for each kind, and vectors of vectors or of nullable
// values hold tables around them. Both ends, and the .fbs file, are made from this.

import type { ArrayType, DataSchema, Field, IntegerType, TypeSpec } from '../../data/schema.ts';
import { branchesBesideNull, fieldPresence, mayBeNull, type Presence } from '../shared/field-presence.ts';

export type ScalarName = 'bool' | 'byte' | 'ubyte' | 'short' | 'ushort' | 'int' | 'uint' | 'long' | 'double';

export type Layout =
  /** Always null: takes no place. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'scalar'; readonly scalar: ScalarName }
  /** A ubyte, which counts the values from 0. */
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'string' }
  | { readonly kind: 'vector'; readonly items: Layout }
  /** A vector of entries. */
  | { readonly kind: 'map'; readonly entry: Table }
  | { readonly kind: 'table'; readonly table: Table };

/**
 * `record`: a slot for each field. `box`: the value in its only slot. `entry`: a map's key and value.
 * `union`: the value in the slot of its kind, and null where none is there.
 */
export type TableRole = 'record' | 'box' | 'entry' | 'union';

export interface Table {
  readonly role: TableRole;
  /** Records are called as in the schema. */
  readonly name: string;
  readonly slots: readonly Slot[];
  /** The branches of a union, one for each slot. */
  readonly branches: readonly TypeSpec[];
}

export interface Slot {
  /** A record's key, as it is in the data. */
  readonly name: string;
  readonly layout: Layout;
  readonly presence: Presence;
  /** Its number in the vtable, from 0. */
  readonly index: number;
  /** The index of the boolean that says that the value is null, if the value may be absent as well. */
  readonly nullIndex: number | null;
}

const NOTHING: Layout = { kind: 'nothing' };

/**
 * The root of a FlatBuffer is a table. A record is its own table; every other root stands in a table of one
 * field.
 */
export function rootTable({ name, root }: DataSchema): Table {
  if (root.kind === 'record') return recordTable(root.name, root.fields);
  const slot = { name: root.kind === 'array' ? 'items' : 'value', type: root, optional: false };
  return { role: 'box', name: `${name}Root`, slots: makeSlots([slot], name), branches: [] };
}

function recordTable(name: string, fields: readonly Field[]): Table {
  return { role: 'record', name, slots: makeSlots(fields, name), branches: [] };
}

function makeSlots(fields: readonly Field[], owner: string): Slot[] {
  let next = 0;
  return fields.map((field) => {
    const layout = makeLayout(field.type, `${owner}${capitalised(field.name)}`);
    const presence = fieldPresence(field);
    const index = layout.kind === 'nothing' ? -1 : next++;
    return { name: field.name, layout, presence, index, nullIndex: presence === 'both' ? next++ : null };
  });
}

/**
 * The layout of a value that is present and not null. `name` is for tables for which the schema has no name.
 */
function makeLayout(type: TypeSpec, name: string): Layout {
  switch (type.kind) {
    case 'null':
    case 'never':
      return NOTHING;
    case 'boolean':
      return { kind: 'scalar', scalar: 'bool' };
    case 'integer':
      return { kind: 'scalar', scalar: integerScalar(type) };
    case 'double':
      return { kind: 'scalar', scalar: 'double' };
    case 'string':
      return type.enum === undefined ? { kind: 'string' } : { kind: 'enum', values: type.enum };
    case 'array':
      return { kind: 'vector', items: itemLayout(type, `${name}Item`) };
    case 'map':
      return { kind: 'map', entry: entryTable(type.values, `${name}Entry`) };
    case 'record':
      return { kind: 'table', table: recordTable(type.name, type.fields) };
    case 'union':
      return unionLayout(branchesBesideNull(type), name);
  }
}

function unionLayout(branches: readonly TypeSpec[], name: string): Layout {
  if (branches.length === 1) return makeLayout(branches[0]!, name);
  const fields = branches.map((type) => ({ name: type.kind, type, optional: true }));
  return {
    kind: 'table',
    table: { role: 'union', name: `${name}Union`, slots: makeSlots(fields, name), branches },
  };
}

function itemLayout({ items }: ArrayType, name: string): Layout {
  // Asked of the type, not of the layout: making layouts twice at every level would take 2^depth steps.
  if (!needsBox(items)) return makeLayout(items, name);
  const slots = makeSlots([{ name: 'value', type: items, optional: false }], name);
  return { kind: 'table', table: { role: 'box', name, slots, branches: [] } };
}

/** Vectors hold neither vectors nor nulls; a union's table says itself that it holds null. */
function needsBox(items: TypeSpec): boolean {
  const [only, ...others] = branchesBesideNull(items);
  if (only === undefined || others.length > 0) return false;
  return mayBeNull(items) || only.kind === 'array' || only.kind === 'map';
}

function entryTable(values: TypeSpec, name: string): Table {
  const key: Field = { name: 'key', type: { kind: 'string' }, optional: false };
  const slots = makeSlots([key, { name: 'value', type: values, optional: false }], name);
  return { role: 'entry', name, slots, branches: [] };
}

const INTEGERS: readonly (readonly [ScalarName, min: number, max: number])[] = [
  ['ubyte', 0, 255],
  ['byte', -128, 127],
  ['ushort', 0, 65_535],
  ['short', -32_768, 32_767],
  ['uint', 0, 4_294_967_295],
  ['int', -2_147_483_648, 2_147_483_647],
];

function integerScalar({ min, max }: IntegerType): ScalarName {
  return INTEGERS.find(([, least, most]) => min >= least && max <= most)?.[0] ?? 'long';
}

/** `unit-price` → `UnitPrice`. */
function capitalised(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

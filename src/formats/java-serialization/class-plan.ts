// Which Java class each part of some data is: records are classes of wirefare.data by their names, lists
// java.util.ArrayList.

import type { ArrayType, DataSchema, Field, RecordType, TypeSpec } from '../../data/schema.ts';
import { CannotCarry } from '../shared/cannot-carry.ts';
import { SC_SERIALIZABLE, SC_WRITE_METHOD } from './stream-constants.ts';

export type JavaObject = StringObject | ListObject | RecordObject;

export type JavaPrimitive = 'int' | 'double' | 'boolean';

export interface StringObject {
  readonly kind: 'string';
}

export interface ListObject {
  readonly kind: 'list';
  readonly class: JavaClass;
  /** null if all lists are empty. */
  readonly item: JavaObject | null;
}

export interface RecordObject {
  readonly kind: 'record';
  readonly class: JavaClass;
  /** The record type in the schema. */
  readonly type: RecordType;
}

export interface JavaClass {
  readonly name: string;
  readonly serialVersionUid: bigint;
  readonly flags: number;
  /** The fields in Java's order: primitives before objects, each by name. */
  readonly fields: readonly JavaField[];
  /** Among the classes of the plan. */
  readonly index: number;
}

export interface JavaField {
  readonly name: string;
  /** In the record's fields. */
  readonly index: number;
  /** `I`, `D`, `Z`; `L` of objects. */
  readonly typeCode: 'I' | 'D' | 'Z' | 'L';
  /** The signature of an object's type, `Ljava/lang/String;`; '' for primitives. */
  readonly signature: string;
  readonly holds: JavaPrimitive | JavaObject;
}

export interface JavaPlan {
  readonly root: JavaObject;
  readonly classes: readonly JavaClass[];
}

const PACKAGE = 'wirefare.data.';
const RECORD_UID = 1n;
const ARRAY_LIST = { name: 'java.util.ArrayList', serialVersionUid: 0x7881d21d99c7619dn };
const INT32 = { min: -2_147_483_648, max: 2_147_483_647 };

const TYPE_CODES = { int: 'I', double: 'D', boolean: 'Z' } as const;

/** Throws a CannotCarry if the schema has something that no such class can hold. */
export function planJavaClasses({ root }: DataSchema): JavaPlan {
  const classes: JavaClass[] = [];
  const planner = new Planner(classes);
  const holds = planner.typeOf(root, '');
  if (typeof holds === 'string') throw refused('', `${holds} values that no object holds`);
  return { root: holds, classes };
}

class Planner {
  readonly #classes: JavaClass[];
  readonly #records = new Map<string, RecordObject>();
  #listClass: JavaClass | null = null;

  constructor(classes: JavaClass[]) {
    this.#classes = classes;
  }

  /** `place`: `[].lines`, as errors show it. */
  typeOf(type: TypeSpec, place: string): JavaPrimitive | JavaObject {
    switch (type.kind) {
      case 'integer':
        if (type.min < INT32.min || type.max > INT32.max)
          throw refused(place, 'integers of more than 32 bits');
        return 'int';
      case 'double':
      case 'boolean':
        return type.kind;
      case 'string':
        return { kind: 'string' };
      case 'array':
        return this.#list(type, place);
      case 'record':
        return this.#record(type, place);
      case 'map':
        throw refused(place, 'an object whose keys are data');
      case 'union':
        throw refused(place, 'values of several kinds');
      case 'null':
      case 'never':
        throw refused(place, 'null');
    }
  }

  #list({ items }: ArrayType, place: string): ListObject {
    const item = items.kind === 'never' ? null : this.typeOf(items, `${place}[]`);
    if (typeof item === 'string')
      throw refused(`${place}[]`, `a list of ${item} values, which are no objects`);
    this.#listClass ??= this.#added({
      ...ARRAY_LIST,
      flags: SC_SERIALIZABLE | SC_WRITE_METHOD,
      fields: [{ name: 'size', index: 0, typeCode: 'I', signature: '', holds: 'int' }],
    });
    return { kind: 'list', class: this.#listClass, item };
  }

  /** One class of a name, wherever its objects stand. */
  #record(type: RecordType, place: string): RecordObject {
    const fields = type.fields.map((field, i) => this.#field(field, i, `${place}.${field.name}`));
    const name = PACKAGE + type.name;
    const known = this.#records.get(name);
    if (known !== undefined) {
      if (JSON.stringify(known.type) === JSON.stringify(type)) return known;
      throw refused(place, `two kinds of objects named ${type.name}`);
    }
    const record: RecordObject = {
      kind: 'record',
      class: this.#added({
        name,
        serialVersionUid: RECORD_UID,
        flags: SC_SERIALIZABLE,
        fields: fields.toSorted(inOrderOfJava),
      }),
      type,
    };
    this.#records.set(name, record);
    return record;
  }

  #field({ name, type, optional }: Field, index: number, place: string): JavaField {
    if (!isJavaName(name)) throw refused(place, 'a key that is no name of a field in Java');
    if (optional) throw refused(place, 'a field that is not always there');
    const holds = this.typeOf(type, place);
    if (typeof holds === 'string') {
      return { name, index, typeCode: TYPE_CODES[holds], signature: '', holds };
    }
    return { name, index, typeCode: 'L', signature: fieldSignature(holds), holds };
  }

  #added(described: Omit<JavaClass, 'index'>): JavaClass {
    const added = { ...described, index: this.#classes.length };
    this.#classes.push(added);
    return added;
  }
}

function fieldSignature(held: JavaObject): string {
  switch (held.kind) {
    case 'string':
      return 'Ljava/lang/String;';
    case 'list':
      return 'Ljava/util/List;';
    case 'record':
      return `L${held.class.name.replaceAll('.', '/')};`;
  }
}

function inOrderOfJava(a: JavaField, b: JavaField): number {
  const byKind = Number(a.typeCode === 'L') - Number(b.typeCode === 'L');
  return byKind !== 0 ? byKind : a.name < b.name ? -1 : 1;
}

function refused(place: string, reason: string): CannotCarry {
  const where = place.replace(/^\./, '');
  return new CannotCarry(`Java serialization cannot carry ${where === '' ? reason : `${where}: ${reason}`}`);
}

const NAME = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** Java Language Specification 3.9, with the literals that are no keywords (3.10) and the lone underscore. */
const RESERVED = new Set(
  (
    'abstract assert boolean break byte case catch char class const continue default do double else enum extends final ' +
    'finally float for goto if implements import instanceof int interface long native new package private protected ' +
    'public return short static strictfp super switch synchronized this throw throws transient try void volatile while ' +
    'true false null _'
  ).split(' '),
);

/**
 * Whether a field in Java may be called so. Letters beyond ASCII are left out: which ones Java takes differs
 * by its version.
 */
function isJavaName(text: string): boolean {
  return NAME.test(text) && !RESERVED.has(text);
}

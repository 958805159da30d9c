// What the objects seen at one place have in common: records with fields, or a map whose keys are data.

import type { Field, MapType, RecordType } from '../schema.ts';
import { KeyOrder } from './key-order.ts';
import type { TypeNames } from './names.ts';
import { Shape } from './shape.ts';

/** Nobody writes a record type with more fields. */
const MOST_FIELDS = 1_000;
/** Fewer keys are a record, whatever they look like. */
const LEAST_MAP_KEYS = 3;
/** A map where this share of the keys could be no names in a program … */
const ODD_KEYS = 1 / 3;
/** … or where so many are seen and an object has so few of them. */
const SPARSE_MAP_KEYS = 32;
const SPARSE_PRESENCE = 0.1;

const NAME_LIKE = /^[A-Za-z_$][\w$-]*$/;

interface Entry {
  readonly shape: Shape;
  /** Objects that have it. */
  count: number;
}

export class ObjectShape {
  #count = 0;
  #fields = new Map<string, Entry>();
  #order = new KeyOrder();
  /** Of all values, once there are too many keys for a record. */
  #values: Shape | null = null;

  add(object: Readonly<Record<string, unknown>>): void {
    this.#count += 1;
    const keys = Object.keys(object);
    if (this.#values === null) {
      this.#order.add(keys);
      for (const key of keys) this.#entry(key).shape.add(object[key]);
      for (const key of keys) this.#fields.get(key)!.count += 1;
      if (this.#fields.size > MOST_FIELDS) this.#becomeMap();
    } else {
      for (const key of keys) this.#values.add(object[key]);
    }
  }

  merge(other: ObjectShape): void {
    this.#count += other.#count;
    if (other.#values !== null) this.#becomeMap().merge(other.#values);
    if (this.#values !== null) {
      for (const { shape } of other.#fields.values()) this.#values.merge(shape);
      return;
    }
    this.#order.merge(other.#order);
    for (const [key, { shape, count }] of other.#fields) {
      const entry = this.#entry(key);
      entry.shape.merge(shape);
      entry.count += count;
    }
    if (this.#fields.size > MOST_FIELDS) this.#becomeMap();
  }

  /** `wish`: what to call it, if the name is free. */
  type(wish: string, names: TypeNames): RecordType | MapType {
    if (this.#looksLikeMap()) {
      return { kind: 'map', values: this.#becomeMap().type(`${wish}Value`, names) };
    }
    const name = names.take(wish);
    const { keys, varies } = this.#order.order();
    const fields = keys.map((key): Field => {
      const { shape, count } = this.#fields.get(key)!;
      return { name: key, type: shape.type(names.forField(key, name), names), optional: count < this.#count };
    });
    return { kind: 'record', name, fields, orderVaries: varies };
  }

  #looksLikeMap(): boolean {
    if (this.#values !== null) return true;
    const keys = [...this.#fields.keys()];
    if (keys.length < LEAST_MAP_KEYS || !this.#valuesAlike()) return false;
    const odd = keys.filter((key) => !NAME_LIKE.test(key)).length;
    if (odd / keys.length >= ODD_KEYS) return true;
    const present = this.#fields.values().reduce((sum, { count }) => sum + count, 0);
    return keys.length >= SPARSE_MAP_KEYS && present / (keys.length * this.#count) < SPARSE_PRESENCE;
  }

  #valuesAlike(): boolean {
    const families = new Set(this.#fields.values().map(({ shape }) => shape.family()));
    families.delete('null');
    return families.size <= 1 && !families.has('several');
  }

  #becomeMap(): Shape {
    if (this.#values !== null) return this.#values;
    const values = new Shape();
    for (const { shape } of this.#fields.values()) values.merge(shape);
    this.#fields = new Map();
    this.#order = new KeyOrder();
    this.#values = values;
    return values;
  }

  #entry(key: string): Entry {
    const known = this.#fields.get(key);
    if (known !== undefined) return known;
    const entry = { shape: new Shape(), count: 0 };
    this.#fields.set(key, entry);
    return entry;
  }
}

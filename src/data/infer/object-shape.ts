// What the objects seen at one place have in common: records with fields, or a map whose keys are data.

import type { Field, MapType, RecordType } from '../schema.ts';
import { KeyOrder } from './key-order.ts';
import type { TypeNames } from './names.ts';
import { Shape } from './shape.ts';

/** With more fields than this, an object is a map: nobody writes such a record type. */
const MOST_FIELDS = 1_000;
/** With fewer keys than this, an object is a record, whatever the keys look like. */
const LEAST_MAP_KEYS = 3;
/** If several objects have this share of all keys, the keys belong to the type and not to the data. */
const STEADY_PRESENCE = 0.9;
/** An object is a map if this share of its keys could be no names in a program … */
const ODD_KEYS = 1 / 3;
/** … or if there are this many keys and each object has few of them … */
const SPARSE_MAP_KEYS = 32;
const SPARSE_PRESENCE = 0.1;
/** … or if there are this many keys and all lead to objects with the same keys. */
const ALIKE_MAP_KEYS = 8;
const ALIKE_FIELDS = 2;

/** `line-items`, `@id`, `#text`, `dc:title`; not `2024-01-05`, `home.title`, `/orders`, `Unit Price`. */
const NAME_LIKE = /^[@#$_\p{L}][\p{L}\p{N}_$:-]*$/u;

interface Entry {
  readonly shape: Shape;
  /** How many objects have it. */
  count: number;
}

export class ObjectShape {
  #count = 0;
  #fields = new Map<string, Entry>();
  #order = new KeyOrder();
  /** The common shape of all values, once there are too many keys for a record. */
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

  /** `wish` is its name if that is free. */
  type(wish: string, names: TypeNames): RecordType | MapType {
    if (this.#looksLikeMap()) {
      return { kind: 'map', values: this.#becomeMap().type(names.forValue(wish), names) };
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
    const presence = this.#presence();
    if (this.#count > 1 && presence >= STEADY_PRESENCE) return false;
    const odd = keys.filter((key) => !NAME_LIKE.test(key)).length;
    if (odd / keys.length >= ODD_KEYS) return true;
    if (keys.length >= SPARSE_MAP_KEYS && presence < SPARSE_PRESENCE) return true;
    return keys.length >= ALIKE_MAP_KEYS && this.#leadsToAlikeObjects();
  }

  /** The share of all keys that an object has on average. */
  #presence(): number {
    const present = this.#fields.values().reduce((sum, { count }) => sum + count, 0);
    return present / (this.#fields.size * this.#count);
  }

  /** Whether the values are objects that together look like one record type. */
  #leadsToAlikeObjects(): boolean {
    const all = new ObjectShape();
    for (const { shape } of this.#fields.values()) {
      const object = shape.object;
      if (object === null || object.#values !== null) return false;
      all.#count += object.#count;
      for (const [key, { count }] of object.#fields) all.#entry(key).count += count;
    }
    return all.#fields.size >= ALIKE_FIELDS && all.#presence() >= STEADY_PRESENCE;
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

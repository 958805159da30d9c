// What the values seen at one place have in common. Shapes grow value by value, so that files larger than
// memory can be looked through, and can be merged.

import type { TypeSpec } from '../schema.ts';
import type { TypeNames } from './names.ts';
import { ObjectShape } from './object-shape.ts';
import { StringShape } from './string-shape.ts';

interface NumberShape {
  /** All are whole and none is −0. */
  isWhole: boolean;
  min: number;
  max: number;
}

interface ArrayShape {
  readonly items: Shape;
  mayBeEmpty: boolean;
}

/** `several` means values of more than one family besides null. */
export type ShapeFamily = 'none' | 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object' | 'several';

export class Shape {
  #hasNull = false;
  #hasBoolean = false;
  #number: NumberShape | null = null;
  #string: StringShape | null = null;
  #array: ArrayShape | null = null;
  #object: ObjectShape | null = null;

  /** Adds a value of plain data, such as JSON.parse gives. */
  add(value: unknown): void {
    switch (typeof value) {
      case 'string':
        this.#strings().add(value);
        return;
      case 'number':
        this.#addNumber(value, value, Number.isInteger(value) && !Object.is(value, -0));
        return;
      case 'boolean':
        this.#hasBoolean = true;
        return;
      default:
        if (value === null) this.#hasNull = true;
        else if (Array.isArray(value)) this.#addArray(value);
        else this.#objects().add(value as Readonly<Record<string, unknown>>);
    }
  }

  merge(other: Shape): void {
    this.#hasNull ||= other.#hasNull;
    this.#hasBoolean ||= other.#hasBoolean;
    if (other.#number !== null) {
      const { min, max, isWhole } = other.#number;
      this.#addNumber(min, max, isWhole);
    }
    if (other.#string !== null) this.#strings().merge(other.#string);
    if (other.#array !== null) {
      this.#array ??= { items: new Shape(), mayBeEmpty: false };
      this.#array.items.merge(other.#array.items);
      this.#array.mayBeEmpty ||= other.#array.mayBeEmpty;
    }
    if (other.#object !== null) this.#objects().merge(other.#object);
  }

  family(): ShapeFamily {
    const families: ShapeFamily[] = [];
    if (this.#hasBoolean) families.push('boolean');
    if (this.#number !== null) families.push('number');
    if (this.#string !== null) families.push('string');
    if (this.#array !== null) families.push('array');
    if (this.#object !== null) families.push('object');
    if (families.length === 0) return this.#hasNull ? 'null' : 'none';
    return families.length === 1 ? families[0]! : 'several';
  }

  /** What the objects here have in common; null if there are none. */
  get object(): ObjectShape | null {
    return this.#object;
  }

  /** `wish` is the name of a record here if that is free. */
  type(wish: string, names: TypeNames): TypeSpec {
    const branches: TypeSpec[] = [];
    if (this.#hasNull) branches.push({ kind: 'null' });
    if (this.#hasBoolean) branches.push({ kind: 'boolean' });
    if (this.#number !== null) branches.push(numberType(this.#number));
    if (this.#string !== null) branches.push(this.#string.type());
    if (this.#array !== null) {
      const { items, mayBeEmpty } = this.#array;
      branches.push({ kind: 'array', items: items.type(names.forItem(wish), names), mayBeEmpty });
    }
    if (this.#object !== null) branches.push(this.#object.type(wish, names));
    if (branches.length === 0) return { kind: 'never' };
    return branches.length === 1 ? branches[0]! : { kind: 'union', branches };
  }

  #strings(): StringShape {
    this.#string ??= new StringShape();
    return this.#string;
  }

  #objects(): ObjectShape {
    this.#object ??= new ObjectShape();
    return this.#object;
  }

  #addNumber(min: number, max: number, isWhole: boolean): void {
    const known = this.#number;
    if (known === null) {
      this.#number = { isWhole, min, max };
      return;
    }
    known.isWhole &&= isWhole;
    if (min < known.min) known.min = min;
    if (max > known.max) known.max = max;
  }

  #addArray(values: readonly unknown[]): void {
    this.#array ??= { items: new Shape(), mayBeEmpty: false };
    const { items } = this.#array;
    if (values.length === 0) this.#array.mayBeEmpty = true;
    for (const value of values) items.add(value);
  }
}

function numberType({ isWhole, min, max }: NumberShape): TypeSpec {
  if (!isWhole) return { kind: 'double' };
  const isSafe = Number.isSafeInteger(min) && Number.isSafeInteger(max);
  return isSafe ? { kind: 'integer', min, max } : { kind: 'double', whole: { min, max } };
}

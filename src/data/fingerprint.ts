// A fingerprint of plain data: 64 bits that tell two values apart wherever `firstDifference` would, by types,
// order of members and hidden properties too. What is known to be right is remembered by it, since a second
// copy of a large value would double the memory that its decoding takes.

/**
 * `3f2a…`, 16 hexadecimal digits. Values of one fingerprint are equal but for a chance of about 2⁻⁶⁴; nothing
 * here is meant to withstand somebody who looks for two that collide.
 */
export function fingerprint(value: unknown): string {
  const state = new State();
  state.take(value);
  return state.digits();
}

/** What comes next, told apart so that `["1"]`, `[1]` and `"1"` differ. */
const TAG = { null: 1, undefined: 2, true: 3, false: 4, integer: 5, number: 6, text: 7, list: 8, record: 9 };
const ALIEN = 10;

const DOUBLE = new Float64Array(1);
const WORDS = new Uint32Array(DOUBLE.buffer);

/**
 * Two lanes of 32 bits. Each step is a bijection of its lane, so that values that differ in one word always
 * differ in the end.
 */
class State {
  #a = 0x811c9dc5 | 0;
  #b = 0x2545f491;

  take(value: unknown): void {
    switch (typeof value) {
      case 'string':
        this.#text(value);
        return;
      case 'number':
        this.#number(value);
        return;
      case 'boolean':
        this.#mix(value ? TAG.true : TAG.false);
        return;
      case 'undefined':
        this.#mix(TAG.undefined);
        return;
      case 'object':
        if (value === null) this.#mix(TAG.null);
        else if (Array.isArray(value)) this.#list(value);
        else this.#record(value);
        return;
      default:
        this.#mix(ALIEN);
        this.#text(`${typeof value} ${String(value)}`);
    }
  }

  digits(): string {
    return [this.#a, this.#b].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #mix(word: number): void {
    this.#a = Math.imul(this.#a ^ word, 0x01000193);
    const b = Math.imul(this.#b ^ word, 0x85ebca6b);
    this.#b = b ^ (b >>> 15);
  }

  #text(text: string): void {
    const { length } = text;
    this.#mix(TAG.text);
    this.#mix(length);
    const even = length & ~1;
    for (let i = 0; i < even; i += 2) this.#mix(text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16));
    if (even < length) this.#mix(text.charCodeAt(even));
  }

  /** −0 is no integer here. */
  #number(value: number): void {
    const integer = value | 0;
    if (Object.is(integer, value)) {
      this.#mix(TAG.integer);
      this.#mix(integer);
      return;
    }
    DOUBLE[0] = value;
    this.#mix(TAG.number);
    this.#mix(WORDS[0]!);
    this.#mix(WORDS[1]!);
  }

  #list(list: readonly unknown[]): void {
    this.#mix(TAG.list);
    this.#mix(list.length);
    for (const value of list) this.take(value);
  }

  /** An instance of a class is no plain data, and never equal to any. */
  #record(record: object): void {
    const prototype: unknown = Object.getPrototypeOf(record);
    this.#mix(prototype === Object.prototype || prototype === null ? TAG.record : ALIEN);
    const keys = Reflect.ownKeys(record);
    this.#mix(keys.length);
    for (const key of keys) {
      this.#text(String(key));
      this.take((record as Record<PropertyKey, unknown>)[key]);
    }
  }
}

// Pieces of generated code.

/** Values that generated code refers to by short names. */
export class Constants {
  readonly #values: unknown[] = [];

  /** The name of a value in the code. */
  name(value: unknown): string {
    this.#values.push(value);
    return `c${this.#values.length - 1}`;
  }

  /** The function that the body of `factory` returns, with these constants around it. */
  compile<T>(body: string): T {
    const names = this.#values.map((_, i) => `c${i}`);
    return new Function(...names, body)(...this.#values) as T;
  }
}

export function access(object: string, key: string): string {
  return `${object}[${JSON.stringify(key)}]`;
}

/**
 * A property of an object literal; only a computed name keeps `__proto__` from setting the prototype, at a
 * cost.
 */
export function property(key: string, value: string): string {
  return key === '__proto__' ? `["__proto__"]: ${value}` : `${JSON.stringify(key)}: ${value}`;
}

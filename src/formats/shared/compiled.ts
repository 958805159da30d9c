// Code made from a schema at run time, where the place allows it: property names in the code itself make
// objects two to three times as fast as names in variables, as in the code that schema compilers write at
// build time. Where a page's content security policy forbids it, callers do the same with closures.

/** null if making code from text is forbidden. */
export function compiled<T>(
  parameters: readonly string[],
  body: string,
): ((...values: unknown[]) => T) | null {
  try {
    return new Function(...parameters, `'use strict';\n${body}`) as (...values: unknown[]) => T;
  } catch {
    return null;
  }
}

/** The name as a computed key, so that `__proto__` is a property like any other. */
export function keyLiteral(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
}

// The parts of Node's util that avsc and thrift use, for pages: they are so little that no package needs to
// be loaded for them.

/** `%j` is JSON, `%s` and `%d` text; anything further is appended. */
export function format(template: unknown, ...values: unknown[]): string {
  let next = 0;
  const text = String(template).replace(/%[sdj]/g, (place) => {
    if (next >= values.length) return place;
    const value = values[next++];
    return place === '%j' ? String(JSON.stringify(value)) : String(value);
  });
  return [text, ...values.slice(next).map(String)].join(' ');
}

type OldClass = { readonly prototype: object; super_?: unknown };

export function inherits(sub: OldClass, base: OldClass): void {
  sub.super_ = base;
  Object.setPrototypeOf(sub.prototype, base.prototype);
}

export function deprecate<T>(old: T): T {
  return old;
}

export function debuglog(): () => void {
  return () => {};
}

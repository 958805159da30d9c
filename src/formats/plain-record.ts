// Plain objects filled property by property, whatever the properties are called.

import type { DataRecord, DataValue } from '../data/schema.ts';

/** To be copied by `{ ...template }`: a copy has its properties in the object itself, in order, before values come. */
export function templateOf(names: readonly string[]): DataRecord {
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** As JSON.parse does: an assignment to `__proto__` would set the prototype. */
export function put(record: DataRecord, name: string, value: DataValue): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, writable: true, enumerable: true, configurable: true });
}

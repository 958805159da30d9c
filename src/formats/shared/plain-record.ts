// Plain objects read and filled property by property, whatever the properties are called.

import type { DataRecord, DataValue } from '../../data/schema.ts';
import { compiled } from './compiled.ts';

/** Reads a record's own property only: `record.constructor` exists without being data. */
export function ownReader(name: string): (record: DataRecord) => DataValue | undefined {
  if (name in Object.prototype) {
    return (record) => (Object.hasOwn(record, name) ? record[name] : undefined);
  }
  const generated = compiled<DataValue | undefined>(['record'], `return record[${JSON.stringify(name)}];`);
  return generated ?? ((record) => record[name]);
}

/**
 * To be copied by `{ ...template }`: a copy has its properties in the object itself, in order, before values
 * come.
 */
export function emptyTemplate(names: readonly string[]): DataRecord {
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** Sets a property as JSON.parse does: an assignment to `__proto__` would set the prototype. */
export function put(record: DataRecord, name: string, value: DataValue): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, writable: true, enumerable: true, configurable: true });
}

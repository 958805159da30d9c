// Makes plain objects key by key.

import type { DataRecord, DataValue } from '../data/schema.ts';

/** Like in JSON.parse, `__proto__` is a key like any other. */
export function setOwn(record: DataRecord, key: string, value: DataValue): void {
  if (key === '__proto__')
    Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
  else record[key] = value;
}

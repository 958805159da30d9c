// Schema inference: from values to the neutral schema that describes exactly them. All values count: an
// integer that once has a fraction is a double, a property that is missing once is optional.

import type { DataSchema, DataValue } from '../schema.ts';
import { TypeNames, typeName } from './names.ts';
import { Shape } from './shape.ts';

/**
 * `name`: of the data, `orders` or `orders.json`'s stem; records are named after it. `itemName`: what the
 * source calls the items, where the value is a list.
 */
export function inferSchema(name: string, value: DataValue, itemName: string | null = null): DataSchema {
  if (itemName !== null && Array.isArray(value)) {
    const inference = new ListInference();
    for (const item of value as readonly DataValue[]) inference.add(item);
    return inference.schema(name, itemName);
  }
  const shape = new Shape();
  shape.add(value);
  const schemaName = typeName(name);
  return { name: schemaName, root: shape.type(schemaName, namesFor(schemaName, shape)) };
}

/** Looks through a list item by item, which need never be in memory together. */
export class ListInference {
  readonly #items = new Shape();
  #count = 0;

  add(item: DataValue): void {
    this.#count += 1;
    this.#items.add(item);
  }

  /** Of the list of all items so far; they are named after it, unless they have a name. */
  schema(name: string, itemName: string | null = null): DataSchema {
    const schemaName = typeName(name);
    const names = new TypeNames([schemaName]);
    const wish = itemName === null ? names.forItem(schemaName) : typeName(itemName);
    const items = this.#items.type(wish, names);
    return { name: schemaName, root: { kind: 'array', items, mayBeEmpty: this.#count === 0 } };
  }
}

/**
 * One schema for several values, messages: what all of them are, or a union. A record is one of what `name`
 * says.
 */
export function inferSchemaOfAll(name: string, values: readonly DataValue[]): DataSchema {
  const shape = new Shape();
  for (const value of values) shape.add(value);
  const schemaName = typeName(name);
  const names = new TypeNames([schemaName]);
  return { name: schemaName, root: shape.type(names.forItem(schemaName), names) };
}

/** The schema's own name is its root's, where that is an object, and else no record's. */
function namesFor(schemaName: string, shape: Shape): TypeNames {
  return new TypeNames(shape.object === null ? [schemaName] : []);
}

// Schema inference: from values to the neutral schema that describes exactly them. All values count: one
// fraction makes an integer a double, and one missing property makes a field optional.

import type { DataSchema, DataValue } from '../schema.ts';
import { TypeNames, typeName } from './names.ts';
import { Shape } from './shape.ts';

/**
 * `name` is the data's name (`orders`, the stem of `orders.json`), after which records are named. `itemName`
 * is what the source calls the items if the value is a list.
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

/** Infers the schema of a list item by item, so that the items need never be in memory together. */
export class ListInference {
  readonly #items = new Shape();
  #count = 0;

  add(item: DataValue): void {
    this.#count += 1;
    this.#items.add(item);
  }

  /**
   * The schema of the list of all items so far. The items are named after the list unless they have a name.
   */
  schema(name: string, itemName: string | null = null): DataSchema {
    const schemaName = typeName(name);
    const names = new TypeNames([schemaName]);
    const wish = itemName === null ? names.forItem(schemaName) : typeName(itemName);
    const items = this.#items.type(wish, names);
    return { name: schemaName, root: { kind: 'array', items, mayBeEmpty: this.#count === 0 } };
  }
}

/**
 * One schema for several values, that is, messages: their common type or a union. `name` names the plural of
 * a record.
 */
export function inferSchemaOfAll(name: string, values: readonly DataValue[]): DataSchema {
  const shape = new Shape();
  for (const value of values) shape.add(value);
  const schemaName = typeName(name);
  const names = new TypeNames([schemaName]);
  return { name: schemaName, root: shape.type(names.forItem(schemaName), names) };
}

/** If the root is an object, it has the schema's name; otherwise no record has it. */
function namesFor(schemaName: string, shape: Shape): TypeNames {
  return new TypeNames(shape.object === null ? [schemaName] : []);
}

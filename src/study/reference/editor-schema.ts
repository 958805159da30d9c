// The JSON Schema of study files as editors get it: what stands at several places (the factors of a filter,
// the levels of a factor) is told once and referred to. A reference stands alone, description and all being
// where it leads, since editors of older drafts of JSON Schema pass over what is beside it.

import type { JsonSchema } from '../file/shape-problems.ts';

type Definitions = Record<string, EditorSchema>;
type EditorSchema = JsonSchema | { readonly $ref: string };

/** Shorter ones are easier to read where they are. */
const WORTH_CHARACTERS = 400;

export function editorSchema(schema: JsonSchema): JsonSchema & { readonly $defs: Definitions } {
  const repeated = new Map<string, string | null>();
  const seen = new Set<string>();
  look(schema, seen, repeated);
  const $defs: Definitions = {};
  const whole = childSchemas(schema, (child, name) => told(child, name, repeated, $defs));
  return { ...whole, $defs };
}

/** Finds what stands more than once, within what stands more than once only if it does elsewhere too. */
function look(schema: JsonSchema, seen: Set<string>, repeated: Map<string, string | null>): void {
  const text = JSON.stringify(schema);
  if (seen.has(text)) {
    if (text.length >= WORTH_CHARACTERS) repeated.set(text, null);
    return;
  }
  seen.add(text);
  childSchemas(schema, (child) => {
    look(child, seen, repeated);
    return child;
  });
}

/** `name`: of the key that it stands under, by which a definition is called. */
function told(
  schema: JsonSchema,
  name: string,
  repeated: Map<string, string | null>,
  defs: Definitions,
): EditorSchema {
  const text = JSON.stringify(schema);
  const known = repeated.get(text);
  if (known === undefined)
    return childSchemas(schema, (child, key) => told(child, key, repeated, defs), name);
  if (known !== null) return { $ref: `#/$defs/${known}` };
  const free = freeName(name, defs);
  repeated.set(text, free);
  // The place is taken before those within look for one.
  defs[free] = {};
  defs[free] = childSchemas(schema, (child, key) => told(child, key, repeated, defs), name);
  return { $ref: `#/$defs/${free}` };
}

function freeName(name: string, defs: Definitions): string {
  let free = name;
  for (let number = 2; free in defs; number++) free = `${name}-${number}`;
  return free;
}

/** The same with every schema within it changed; `name` is that of the key above. */
function childSchemas(
  schema: JsonSchema,
  change: (child: JsonSchema, name: string) => EditorSchema,
  name = 'study',
): JsonSchema {
  const { properties, items, prefixItems, anyOf } = schema;
  const changed = (child: JsonSchema) => change(child, name);
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, child]) => [key, change(child, key)]),
      ),
    }),
    ...(items && { items: changed(items) }),
    ...(prefixItems && { prefixItems: prefixItems.map(changed) }),
    ...(anyOf && { anyOf: anyOf.map(changed) }),
  } as JsonSchema;
}

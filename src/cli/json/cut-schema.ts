// One JSON Schema cut out of those that share definitions, so that it stands alone. The package's index.js
// (scripts/package/declarations.ts) does the same by it: no Node but the language is needed here.

type Definitions = Readonly<Record<string, object>>;

export interface SharedSchemas {
  readonly $schema: string;
  readonly verbs: Definitions;
  readonly files: Definitions;
  readonly $defs: Definitions;
}

/** Of a verb (`networks check`) or a record's file (`run.json`); null of any other name. */
export function cutSchema({ $schema, verbs, files, $defs }: SharedSchemas, name: string): object | null {
  const all = { ...verbs, ...files };
  if (!Object.hasOwn(all, name)) return null;
  const title = Object.hasOwn(verbs, name) ? `wirefare ${name} --json` : name;
  return { $schema, title, ...all[name], $defs: reached(all[name]!, $defs) };
}

function reached(schema: object, definitions: Definitions): Definitions {
  const names = new Set<string>();
  const follow = (part: object) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) {
      if (names.has(name!)) continue;
      names.add(name!);
      follow(definitions[name!]!);
    }
  };
  follow(schema);
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => names.has(name)));
}

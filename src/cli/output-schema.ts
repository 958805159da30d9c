// JSON Schemas of what verbs print with --json, and of what records hold: docs/reference/output.schema.json
// has them all with what they share; here one is cut out of it, so that it stands alone.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../base/places.ts';
import { unknownFlagWord } from './verb.ts';

type Definitions = Readonly<Record<string, object>>;

interface OutputSchemas {
  readonly $schema: string;
  readonly verbs: Definitions;
  readonly files: Definitions;
  readonly $defs: Definitions;
}

export const OUTPUT_SCHEMA = join('docs', 'reference', 'output.schema.json');

/** Of a verb (`networks check`) or a record's file (`run.json`). Throws a UserError of any other name. */
export function outputSchema(name: string): object {
  const { $schema, verbs, files, $defs } = readSchemas();
  const all = { ...verbs, ...files };
  if (!Object.hasOwn(all, name)) throw unknownFlagWord('--json-of', 'verb or file', name, Object.keys(all));
  const schema = all[name]!;
  const title = name in verbs ? `wirefare ${name} --json` : name;
  return { $schema, title, ...schema, $defs: reached(schema, $defs) };
}

function readSchemas(): OutputSchemas {
  return JSON.parse(readFileSync(join(PROJECT_ROOT, OUTPUT_SCHEMA), 'utf8'));
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

// JSON Schemas of what verbs print with --json, and of what records hold.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../base/places.ts';
import { unknownFlagWord } from '../verb.ts';
import { cutSchema, type SharedSchemas } from './cut-schema.ts';

/** Made by scripts/generate.ts from json-outputs.ts. */
export const OUTPUT_SCHEMA = 'docs/reference/output.schema.json';

/** Throws a UserError of a name that is neither a verb nor a record's file. */
export function outputSchema(name: string): object {
  const schemas: SharedSchemas = JSON.parse(readFileSync(join(PROJECT_ROOT, OUTPUT_SCHEMA), 'utf8'));
  const schema = cutSchema(schemas, name);
  if (schema !== null) return schema;
  const names = [...Object.keys(schemas.verbs), ...Object.keys(schemas.files)];
  throw unknownFlagWord('--json-of', 'verb or file', name, names);
}

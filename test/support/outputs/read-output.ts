// Reads what a verb printed with --json, and holds it to its JSON Schema first. A member that no type
// declares fails, since schemas of objects allow no others.

import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonFiles, JsonOutputs } from '../../../src/cli/json/json-outputs.ts';
import { outputSchema } from '../../../src/cli/json/output-schema.ts';

const SHOWN_PROBLEMS = 20;

const compiled = new Map<string, ValidateFunction>();

/** As JSON.parse. `name`: a verb, or a record's file. */
export function readOutput(
  name: keyof JsonOutputs | keyof JsonFiles,
  text: string,
): ReturnType<typeof JSON.parse> {
  let validate = compiled.get(name);
  if (validate === undefined) {
    validate = new Ajv2020({ allErrors: true, strict: false }).compile(outputSchema(name));
    compiled.set(name, validate);
  }
  const value = JSON.parse(text);
  if (validate(value)) return value;
  const problems = validate.errors!.map(
    ({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`,
  );
  const shown = problems.slice(0, SHOWN_PROBLEMS).join('\n');
  assert.fail(`of ${name} something is printed that its schema does not allow:\n${shown}`);
}

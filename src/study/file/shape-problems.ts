// What zod found wrong with the shape of a study file, in words a person can act on. The JSON Schema made
// from the same zod schema says what would have been right at each place.

import type { z } from 'zod';
import { quoted } from '../../base/spelling.ts';
import type { Path, ProblemList } from './problem-list.ts';

/** As much of JSON Schema as z.toJSONSchema writes for a study file. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  /** Of a group whose keys are words of a list. */
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema | false;
  readonly prefixItems?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
}

/** Keys that study files had once: what to do with them. */
const FORMER_KEYS: Readonly<Record<string, string>> = {
  'protocol.looks': 'a run looks after 4, 6, 8, 11, … sessions, whatever the study says; take this line away',
};

/** Adds a problem for each thing that zod found in `value`. */
export function addShapeProblems(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  schema: JsonSchema,
  problems: ProblemList,
): void {
  for (const issue of issues) addIssue(issue, [], value, schema, problems);
}

function addIssue(
  issue: z.core.$ZodIssue,
  above: Path,
  root: unknown,
  schema: JsonSchema,
  problems: ProblemList,
): void {
  const path = [...above, ...(issue.path as (string | number)[])];
  const value = valueAt(root, path);
  if (issue.code === 'unrecognized_keys') {
    const group = schemaAt(schema, path);
    const allowed = group?.propertyNames?.enum ?? Object.keys(group?.properties ?? {});
    for (const key of issue.keys) {
      const former = FORMER_KEYS[[...path, key].join('.')];
      if (former === undefined) problems.addUnknown([...path, key], 'key', key, allowed);
      else problems.add([...path, key], former);
    }
    return;
  }
  if (issue.code === 'invalid_union' && Array.isArray(value)) {
    // The value is a list, so what matters is what the union's list branch says of its items.
    const branch = issue.errors.find((issues) => issues.every((inner) => inner.path.length > 0));
    for (const inner of branch ?? []) addIssue(inner, path, root, schema, problems);
    if (branch !== undefined) return;
  }
  const at = schemaAt(schema, path);
  const words = typeof value === 'string' && value !== '' ? allowedWords(at) : undefined;
  if (words !== undefined)
    problems.addUnknown(path, WORD_KINDS[String(path.at(-1))] ?? 'figure', value, words);
  else problems.add(path, sayWrong(value, at));
}

/** Words that are no figures, by their key. */
const WORD_KINDS: Readonly<Record<string, string>> = { design: 'design', slope: 'number' };

/** Of the words that the schema itself lists: other levels are looked up later. */
function allowedWords(schema: JsonSchema | undefined): readonly string[] | undefined {
  return [schema, ...(schema?.anyOf ?? [])].find((one) => one?.enum !== undefined)?.enum;
}

function sayWrong(value: unknown, schema: JsonSchema | undefined): string {
  if (value === undefined) return `is missing: give ${sayWanted(schema)}`;
  if (value === null) return `has no value: give ${sayWanted(schema)}`;
  if (value === '') return 'is empty';
  if (Array.isArray(value) && value.length === 0) return 'is an empty list; name at least one level';
  if (Array.isArray(value) && value.length > (schema?.maxItems ?? value.length)) {
    return `has ${value.length} entries; at most ${schema?.maxItems} are allowed`;
  }
  const why = whyMisread(value, schema);
  if (why !== null) return `${quoted(value)} is not ${why}`;
  return `${quoted(value)} is not ${sayWanted(schema)}`;
}

/** What YAML reads in another way than it was meant, because of a colon; null where there is none. */
function whyMisread(value: unknown, schema: JsonSchema | undefined): string | null {
  const isWanted = (type: string) => [schema, ...(schema?.anyOf ?? [])].some((one) => one?.type === type);
  if (typeof value === 'string' && /^[\w-]+:\S/.test(value) && isWanted('object') && !isWanted('string')) {
    return 'a group of keys: a space is missing after the colon';
  }
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isGroup && Object.keys(value).length === 1 && isWanted('string') && !isWanted('object')) {
    return 'a text: put a text with a colon in it in quotes';
  }
  return null;
}

/** `a whole number from 1 to 1000000`. */
function sayWanted(schema: JsonSchema | undefined): string {
  if (schema === undefined) return 'right here';
  const like = schema.examples?.[0];
  const hint = like === undefined ? '' : `, such as ${sayExample(like)}`;
  const shapes = schema.title === undefined ? (schema.anyOf ?? [schema]).map(sayShape) : [schema.title];
  return `${[...new Set(shapes)].join(' or ')}${hint}`;
}

function sayShape(schema: JsonSchema): string {
  const { type, minimum, maximum } = schema;
  if (type === 'integer' || type === 'number') {
    const kind = type === 'integer' ? 'a whole number' : 'a number';
    return minimum === undefined || maximum === undefined ? kind : `${kind} from ${minimum} to ${maximum}`;
  }
  if (type === 'array') {
    return schema.minItems !== undefined && schema.minItems === schema.maxItems
      ? `a list of ${schema.minItems}`
      : 'a list';
  }
  if (type === 'object') return 'a group of keys';
  return type === 'string' ? 'a text' : 'a text or a number';
}

function sayExample(example: unknown): string {
  return typeof example === 'string' ? example : quoted(example);
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

function schemaAt(root: JsonSchema, path: Path): JsonSchema | undefined {
  let schema: JsonSchema | undefined = root;
  for (const step of path) {
    const branches: readonly JsonSchema[] = schema?.anyOf ?? (schema === undefined ? [] : [schema]);
    schema = branches.map((branch) => childSchema(branch, step)).find((child) => child !== undefined);
  }
  return schema;
}

function childSchema(schema: JsonSchema, step: string | number): JsonSchema | undefined {
  if (typeof step === 'string') {
    const { additionalProperties: any } = schema;
    return schema.properties?.[step] ?? (typeof any === 'object' ? any : undefined);
  }
  return schema.prefixItems?.[step] ?? (schema.items || undefined);
}

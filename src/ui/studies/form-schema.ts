// What the form makes of the JSON Schema of study files: for each value the kind of field that it gets.

import type { StudyPath } from './asked.ts';

/** As much of JSON Schema as the lab writes for a study file. */
export interface FormSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, FormSchema>>;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly required?: readonly string[];
  readonly items?: FormSchema | false;
  readonly anyOf?: readonly FormSchema[];
}

export type FieldKind =
  /** A text, or a number. */
  | { readonly kind: 'text' }
  /** One of few words. */
  | { readonly kind: 'choice'; readonly words: readonly string[] }
  /** One level or several; `words` are those that are known. */
  | { readonly kind: 'levels'; readonly words: readonly string[] }
  /** Values by their keys. */
  | { readonly kind: 'group'; readonly fields: Readonly<Record<string, FormSchema>> }
  /** A list of groups. */
  | { readonly kind: 'list'; readonly fields: Readonly<Record<string, FormSchema>> }
  /** What only the YAML has. */
  | { readonly kind: 'yaml' };

/** With what a reference leads to. */
export function resolved(schema: FormSchema, root: FormSchema): FormSchema {
  const name = schema.$ref?.replace('#/$defs/', '');
  return name === undefined ? schema : resolved(root.$defs?.[name] ?? {}, root);
}

export function fieldKind(given: FormSchema, root: FormSchema): FieldKind {
  const schema = resolved(given, root);
  const branches = (schema.anyOf ?? [schema]).map((branch) => resolved(branch, root));
  const lists = branches.filter(({ type }) => type === 'array');
  const scalars = branches.filter(isScalar);
  if (lists.length > 0 && scalars.length > 0)
    return { kind: 'levels', words: wordsIn([...scalars, ...lists], root) };
  if (scalars.length > 0) {
    const words = wordsIn(scalars, root);
    return words.length > 0 ? { kind: 'choice', words } : { kind: 'text' };
  }
  if (schema.type === 'object' && schema.properties) return { kind: 'group', fields: schema.properties };
  const items = schema.type === 'array' && schema.items ? resolved(schema.items, root) : null;
  if (items?.type === 'object' && items.properties) return { kind: 'list', fields: items.properties };
  return { kind: 'yaml' };
}

/** As it stands in messages: `parts[2].factors.format`. */
export function sayStudyPath(path: StudyPath): string {
  return path.reduce<string>(
    (said, step) => (typeof step === 'number' ? `${said}[${step}]` : said === '' ? step : `${said}.${step}`),
    '',
  );
}

/** A word as YAML would read it, where the schema has numbers. */
export function typedValue(word: string, given: FormSchema, root: FormSchema): string | number {
  const schema = resolved(given, root);
  const branches = (schema.anyOf ?? [schema]).map((branch) => resolved(branch, root));
  const takesNumbers = branches.some((branch) =>
    typesOf(branch).some((type) => type === 'integer' || type === 'number'),
  );
  return takesNumbers && /^\d+(\.\d+)?$/.test(word) ? Number(word) : word;
}

function isScalar(schema: FormSchema): boolean {
  const types = typesOf(schema);
  return types.length > 0 && types.every((type) => type !== 'object' && type !== 'array');
}

function typesOf({ type }: FormSchema): readonly string[] {
  return type === undefined ? [] : typeof type === 'string' ? [type] : type;
}

function wordsIn(schemas: readonly FormSchema[], root: FormSchema): readonly string[] {
  const words = schemas.flatMap((schema): readonly string[] => {
    const { enum: own, items, anyOf } = resolved(schema, root);
    return [...(own ?? []), ...(items ? wordsIn([items], root) : []), ...(anyOf ? wordsIn(anyOf, root) : [])];
  });
  return [...new Set(words)];
}

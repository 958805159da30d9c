// Identifiers for a .proto file, made from names that may be anything; and how names in the data belong to
// those of a .proto file that somebody else wrote.

import type { OwnEnum, OwnField } from '../../data/own-proto.ts';

/** Unique names; `likeness` says which names a compiler takes for the same. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  readonly #likeness: (name: string) => string;

  constructor(likeness: (name: string) => string = (name) => name) {
    this.#likeness = likeness;
  }

  /** The name itself, or with the first number that is free. */
  take(wish: string): string {
    let name = wish;
    for (let count = 2; this.#taken.has(this.#likeness(name)); count++) name = `${wish}${count}`;
    this.#taken.add(this.#likeness(name));
    return name;
  }
}

/**
 * protoc refuses fields whose names in JSON, lowerCamelCase, are the same. Case alone is no difference worth
 * having.
 */
export function fieldNames(): UniqueNames {
  return new UniqueNames((name) => name.replaceAll('_', '').toLowerCase());
}

/** protoc refuses enum values that differ in case or underscores only. */
export function enumValueNames(): UniqueNames {
  return new UniqueNames((name) => name.replaceAll('_', '').toUpperCase());
}

/** `scope-case` → `scope_case`; the name itself where it is an identifier. */
export function fieldIdentifier(key: string): string {
  const name = key.replace(/[^A-Za-z0-9_]+/g, '_');
  if (/^[A-Za-z]/.test(name)) return name;
  // A name that begins with an underscore would meet those that compilers make for optional fields.
  const rest = name.replace(/^_+/, '');
  return /^[A-Za-z]/.test(rest) ? rest : rest === '' ? 'field' : `field_${rest}`;
}

const LONGEST_TYPE_NAME = 64;

/** Names made of names within names grow; the end says the most. */
export function shortened(name: string): string {
  return name.length <= LONGEST_TYPE_NAME
    ? name
    : pascalCase(name.slice(-LONGEST_TYPE_NAME).replace(/^[^A-Z]+/, '')) || 'Part';
}

/** `line-items` → `LineItems`, for the names of types. */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/**
 * `OrderStatus` → `ORDER_STATUS`, `in transit` → `IN_TRANSIT`; the empty text and others without letters:
 * `EMPTY`, `OTHER`.
 */
export function upperSnakeCase(text: string): string {
  if (text === '') return 'EMPTY';
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return words.length === 0 ? 'OTHER' : words.join('_').toUpperCase();
}

/**
 * The field that a key of the data means: by its name, by its name in JSON (`shipTo` for `ship_to`), and for
 * repeated fields in the singular (`images` for `image`).
 */
export function fieldFor(key: string, fields: readonly OwnField[]): OwnField | undefined {
  const word = plain(key);
  return (
    fields.find(({ name }) => name === key) ??
    fields.find(({ name }) => plain(name) === word) ??
    fields.find(({ name, rule }) => rule === 'repeated' && isPlural(word, plain(name)))
  );
}

function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}

function isPlural(word: string, singular: string): boolean {
  return [`${singular}s`, `${singular}es`, singular.replace(/y$/, 'ies')].includes(word);
}

/**
 * The names of an enum's values in the data: those of the file, or without the enum's own name before them if
 * the data have them so (`OPEN` for `ORDER_STATUS_OPEN` of `OrderStatus`). `seen` may be empty.
 */
export function enumTextsInData({ name, values }: OwnEnum, seen: readonly string[]): readonly string[] {
  const names = values.map((value) => value.name);
  const prefix = `${upperSnakeCase(name.slice(name.lastIndexOf('.') + 1))}_`;
  const short = names.map((each) => (each.startsWith(prefix) ? each.slice(prefix.length) : each));
  const isSeen = (texts: readonly string[]) => seen.every((text) => texts.includes(text));
  return isSeen(names) || !isSeen(short) ? names : short;
}

// How names in the data and in a .proto file belong together.

import type { OwnEnum, OwnField } from '../../data/own-proto.ts';
import { upperSnakeCase } from './proto-names.ts';

/**
 * By its name, by its name in JSON (`shipTo` for `ship_to`), and for repeated fields in the singular
 * (`images` for `image`).
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
 * What the values of an enum are called in the data: as in the file, or without the enum's own name before
 * them where that is what the data have (`OPEN` for `ORDER_STATUS_OPEN` of `OrderStatus`). `seen` may be
 * empty.
 */
export function enumTextsInData({ name, values }: OwnEnum, seen: readonly string[]): readonly string[] {
  const names = values.map((value) => value.name);
  const prefix = `${upperSnakeCase(name.slice(name.lastIndexOf('.') + 1))}_`;
  const short = names.map((each) => (each.startsWith(prefix) ? each.slice(prefix.length) : each));
  const isSeen = (texts: readonly string[]) => seen.every((text) => texts.includes(text));
  return isSeen(names) || !isSeen(short) ? names : short;
}

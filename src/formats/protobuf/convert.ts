// Changes values into what a library takes for a field, and back, both within the timed call. null stands for
// "as it is": data that need no change are not walked.

import type { ProtoEnum, ProtoField, Rule } from './proto-file.ts';

// biome-ignore lint/suspicious/noExplicitAny: values of any kind go through, and the schema knows which.
export type Change = ((value: any) => any) | null;

/** Lets a change of one value work on what a field holds. New arrays and maps are made. */
export function lifted(rule: Rule, change: Change): Change {
  if (change === null) return null;
  if (rule === 'repeated') return (values) => (values == null ? undefined : changeAll(values, change));
  if (rule === 'map') return (map) => (map == null ? undefined : changeMap(map, change));
  return change;
}

function changeAll(values: readonly unknown[], change: NonNullable<Change>): unknown[] {
  const changed = new Array<unknown>(values.length);
  for (let i = 0; i < values.length; i++) changed[i] = change(values[i]);
  return changed;
}

function changeMap(map: Readonly<Record<string, unknown>>, change: NonNullable<Change>): object {
  const changed: Record<string, unknown> = {};
  for (const key of Object.keys(map)) putProperty(changed, key, change(map[key]));
  return changed;
}

/** A plain assignment would set the prototype where the key is `__proto__`. */
export function putProperty(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}

/** Text → number; undefined for what is no text. */
export function enumNumbers({ values }: ProtoEnum): ReadonlyMap<unknown, number> {
  return new Map(values.map(({ text, number }) => [text, number]));
}

/** By their numbers. */
export function enumTexts({ values }: ProtoEnum): Readonly<Record<number, string>> {
  return Object.fromEntries(values.map(({ number, text }) => [number, text]));
}

/** Changes enums and nulls into numbers; messages are left to the library. */
export function toWire({ type }: ProtoField): Change {
  if (type.kind === 'null') return () => 0;
  if (type.kind !== 'enum') return null;
  const numbers = enumNumbers(type.enumeration);
  return (text) => numbers.get(text);
}

export function fromWire({ type }: ProtoField): Change {
  if (type.kind === 'null') return () => null;
  if (type.kind !== 'enum') return null;
  const texts = enumTexts(type.enumeration);
  return (number) => texts[number];
}

/** The value of a field that is not on the wire and has no presence; for an enum it is the text. */
export function defaultValue({ rule, type }: ProtoField): unknown {
  if (rule === 'repeated') return [];
  if (rule === 'map') return {};
  if (type.kind === 'enum') return enumTexts(type.enumeration)[0];
  if (type.kind !== 'scalar') return undefined;
  if (type.scalar === 'string') return '';
  return type.scalar === 'bool' ? false : 0;
}

// What the parts of a gate file are read with.

import { MESSAGE_LIMITS } from '../../wire/sequence.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';

export type Group = Readonly<Record<string, unknown>>;

export function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function addUnknownKeys(
  group: Group,
  allowed: readonly string[],
  path: Path,
  problems: ProblemList,
): void {
  for (const key of Object.keys(group))
    if (!allowed.includes(key)) problems.addUnknown([...path, key], 'key', key, allowed);
}

export function oneOf<const Words extends readonly [string, ...string[]]>(
  typed: unknown,
  words: Words,
  path: Path,
  problems: ProblemList,
): Words[number] {
  const known = words.find((word) => word === typed);
  if (known === undefined && typed !== undefined) problems.addUnknown(path, 'word', typed, words);
  return known ?? words[0];
}

/** How many objects or messages. */
export function isNumberOfThings(typed: unknown): boolean {
  return typeof typed === 'number' && Number.isInteger(typed) && typed >= 1 && typed <= MOST_THINGS;
}

/** Sequences of messages have most of them. */
export const MOST_THINGS = MESSAGE_LIMITS.messages;

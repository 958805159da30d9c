// What is wrong with a message of the agent protocol, in words for whoever writes an agent: what the
// validator says of it is for programs. Of the items of a list that have the same fault the first is told,
// with how many more there are.

import type { z } from 'zod';

const MOST_TOLD = 20;

/** `samples[0].stallMs: is missing (and in 9 more)`; at most 20. `message`: the whole of it as parsed. */
export function messageProblems(issues: readonly z.core.$ZodIssue[], message: unknown): string[] {
  const first = new Map<string, string>();
  const times = new Map<string, number>();
  for (const { path, what } of issues.flatMap((issue) => toldOf(issue, message))) {
    const alike = `${path.filter((part) => typeof part !== 'number').join('.')}: ${what}`;
    const where = pathOf(path);
    if (!first.has(alike)) first.set(alike, where === '' ? what : `${where}: ${what}`);
    times.set(alike, (times.get(alike) ?? 0) + 1);
  }
  return [...first].slice(0, MOST_TOLD).map(([alike, told]) => {
    const more = times.get(alike)! - 1;
    return more === 0 ? told : `${told} (and in ${more} more)`;
  });
}

interface Told {
  readonly path: readonly PropertyKey[];
  readonly what: string;
}

function toldOf(issue: z.core.$ZodIssue, message: unknown): Told[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], what: 'no such member' }));
  const seen = valueAt(message, path);
  if (seen === undefined) return [{ path, what: 'is missing' }];
  if (issue.code === 'invalid_type')
    return [{ path, what: `is ${kindOf(seen)}, not ${KINDS[issue.expected] ?? issue.expected}` }];
  if (issue.code === 'invalid_value')
    return [{ path, what: `is ${JSON.stringify(seen).slice(0, 100)} (allowed: ${issue.values.join(', ')})` }];
  return [{ path, what: issue.message }];
}

const KINDS: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'a boolean',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a text',
};

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'number' ? String(value) : (KINDS[typeof value] ?? typeof value);
}

/** `samples[0].stallMs`. */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i === 0 ? '' : '.'}${String(part)}`))
    .join('');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (at as Record<PropertyKey, unknown> | null | undefined)?.[part],
    value,
  );
}

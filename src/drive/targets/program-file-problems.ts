// Says in words for people what is wrong with a target.json or client.json; the schema's own messages are for
// programs.

import type { z } from 'zod';
import type { Problem } from '../../base/errors.ts';
import { nearest } from '../../base/spelling.ts';

/** `value` is the whole parsed file; `fields` are the fields that it may have. */
export function describeIssue(
  issue: z.core.$ZodIssue,
  value: unknown,
  fields: readonly string[],
): Omit<Problem, 'file'>[] {
  const at = sayPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const allowed = issue.path.length === 0 ? fields : NEED_FIELDS;
    return issue.keys.map((key) => noSuchField(at, key, allowed));
  }
  const actual = valueAt(value, issue.path);
  if (issue.code === 'invalid_type') {
    const what =
      actual === undefined
        ? 'is missing'
        : `is ${sayKind(actual)}, not ${KINDS[issue.expected] ?? issue.expected}`;
    return [{ path: at, what }];
  }
  if (issue.code === 'too_small' && (actual === '' || (Array.isArray(actual) && actual.length === 0)))
    return [
      { path: at, what: actual === '' || issue.message.startsWith('Too') ? 'is empty' : issue.message },
    ];
  return [{ path: at, what: issue.message }];
}

const NEED_FIELDS = ['what', 'files', 'command', 'packages'];

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function noSuchField(at: string, key: string, allowed: readonly string[]): Omit<Problem, 'file'> {
  const near = nearest(key, allowed);
  return {
    path: at === '' ? key : `${at}.${key}`,
    what: 'no such field',
    allowed,
    ...(near !== null && { nearest: near }),
  };
}

/** `needs[0].files`. */
function sayPath(path: readonly PropertyKey[]): string {
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

function sayKind(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a text' : `${typeof value} ${String(value)}`;
}

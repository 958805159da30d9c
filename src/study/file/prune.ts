// What is left of a study file when the values of the wrong shape are taken out: enough to look for its other
// problems, so that all are told at once. The result is never run.

import type { Path } from './problem-list.ts';
import type { StudyFile, studyFileSchema } from './study-file.ts';

/** Stands for a missing name or title. */
const PLACEHOLDER = 'x';
/** Each round takes out what the former one laid bare. */
const MOST_ROUNDS = 4;
/** Top keys of which each key beneath means something without the others. */
const OF_SINGLE_KEYS = ['factors', 'protocol', 'price'];

/** null where too little is left. */
export function withoutFaults(value: unknown, schema: ReturnType<typeof studyFileSchema>): StudyFile | null {
  if (!isRecord(value)) return null;
  const left = structuredClone(value);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const checked = schema.safeParse(left);
    if (checked.success) return checked.data;
    for (const issue of checked.error.issues) {
      const path = issue.path as Path;
      if (issue.code !== 'unrecognized_keys') takeOut(left, path);
      else for (const key of issue.keys) takeOutKey(left, path, key);
    }
  }
  return null;
}

/**
 * Takes out the smallest piece whose absence means nothing: a factor, a setting, or a whole list. What went
 * already, with a fault beside it, is no matter.
 */
function takeOut(root: Record<string, unknown>, path: Path): void {
  const [top, second, third, fourth] = path;
  if (typeof top !== 'string') return;
  const inside = root[top];
  if (path.length === 1 && ['study', 'title', 'question'].includes(top)) root[top] = PLACEHOLDER;
  else if (OF_SINGLE_KEYS.includes(top) && path.length > 1) takeOutKey(root, [top], second!);
  else if (top === 'parts' && typeof second === 'number' && third !== undefined) {
    const part = at(inside, [second]);
    if (part === null) return;
    if (third === 'factors' && fourth !== undefined) takeOutKey(part, [third], fourth);
    else if (third === 'name') part.name = `${PLACEHOLDER}${second}`;
    else if (third === 'title') part.title = PLACEHOLDER;
    else delete part[third];
  } else delete root[top];
}

function takeOutKey(root: Bag, path: Path, key: string | number): void {
  const bag = at(root, path);
  if (bag !== null) delete bag[key];
}

/** null where there is nothing at that path, any more. */
function at(root: unknown, path: Path): Bag | null {
  let inside = root;
  for (const step of path) inside = typeof inside === 'object' ? (inside as Bag | null)?.[step] : null;
  return typeof inside === 'object' ? ((inside as Bag | null) ?? null) : null;
}

type Bag = Record<string | number, unknown>;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// One value of a study changed by the form: the rest of the text, its comments and its order stay.

import { type Document, isCollection, isMap, isSeq, parseDocument } from 'yaml';
import { UserError } from '../../base/errors.ts';
import type { StudyEdit, StudyPath } from '../../ui/studies/asked.ts';

/** Like those of the project: long lines stay, and `{n: 100}` has no blanks inside. */
const LOOK = { lineWidth: 0, flowCollectionPadding: false } as const;

/** `order`: of keys at the top. Throws a UserError where the text is no YAML, or has no such place. */
export function editedStudy({ id, text, path, value }: StudyEdit, order: readonly string[]): string {
  const document: Document = parseDocument(text);
  const wrong = (what: string) => new UserError([{ file: id, path: path.join('.'), what }]);
  const [error] = document.errors;
  if (error !== undefined)
    throw wrong(`is no YAML that a form could change: ${error.message.split('\n')[0]}`);
  if (path.length === 0) throw wrong('names no value');
  if (document.contents === null) document.contents = document.createNode({}) as never;
  if (!isMap(document.contents)) throw wrong('is no group of keys');
  if (value === null) takeAway(document, path);
  else put(document, path, value, order, wrong);
  return document.toString(LOOK);
}

/** What is left without any value above it goes too. */
function takeAway(document: Document, path: StudyPath): void {
  document.deleteIn(path);
  for (let depth = path.length - 1; depth > 0; depth--) {
    const above = document.getIn(path.slice(0, depth));
    if (!isCollection(above) || above.items.length > 0) return;
    document.deleteIn(path.slice(0, depth));
  }
}

function put(
  document: Document,
  path: StudyPath,
  value: unknown,
  order: readonly string[],
  wrong: (what: string) => UserError,
): void {
  const top = path[0]!;
  const isNewTop = !document.has(top);
  try {
    document.setIn(path, document.createNode(value, { flow: isShort(value) }));
  } catch {
    throw wrong('has no place for this value');
  }
  if (isNewTop) inOrder(document, String(top), order);
  // A list that was empty, or one written in a line, keeps its look only as long as that can be read.
  const above = document.getIn(path.slice(0, -1));
  if (isSeq(above) && typeof value === 'object' && !isShort(value)) above.flow = false;
}

/** Levels stand in a line, groups of them do not. */
function isShort(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => typeof each !== 'object');
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((each) => typeof each !== 'object');
}

/** Before the first key that comes later in the schema. */
function inOrder(document: Document, key: string, order: readonly string[]): void {
  const { contents } = document;
  if (!isMap(contents)) return;
  const place = order.indexOf(key);
  const names = contents.items.map((pair) =>
    String((pair.key as { value?: unknown } | null)?.value ?? pair.key),
  );
  const later = names.findIndex((name) => name !== key && order.indexOf(name) > place);
  if (place < 0 || later < 0) return;
  const [pair] = contents.items.splice(names.indexOf(key), 1);
  contents.items.splice(later, 0, pair!);
}

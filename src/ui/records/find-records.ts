// Which records of the list somebody looks for, and in which order they stand.

import type { ListedRecord } from './listed-record.ts';

/** As runs name their folders. */
const DAY = /^\d{4}-\d\d-\d\d/;

/**
 * The newest first, of those that are not read yet by the day in their names; what cannot be read stands
 * last, by name.
 */
export function newestFirst(records: readonly ListedRecord[]): readonly ListedRecord[] {
  const time = (record: ListedRecord) => {
    if ('line' in record) return record.line.startedAt;
    return 'isUnread' in record ? (DAY.exec(record.name)?.[0] ?? '') : '';
  };
  return records.toSorted((a, b) => order(time(b), time(a)) || order(a.name, b.name));
}

/**
 * Of two, what changed since the earlier one, however they were ticked; of more, each against the first
 * ticked.
 */
export function comparedNames(
  picked: readonly string[],
  records: readonly ListedRecord[],
): readonly string[] {
  if (picked.length !== 2) return picked;
  const began = new Map(
    records.map((record) => [record.name, 'line' in record ? record.line.startedAt : null]),
  );
  const [first, other] = picked.map((name) => began.get(name) ?? null);
  return first != null && other != null && first > other ? picked.toReversed() : picked;
}

/** Every word somewhere in it, whatever its case. */
export function withWords(records: readonly ListedRecord[], typed: string): readonly ListedRecord[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return records;
  return records.filter((record) => {
    const text = searched(record).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function searched(record: ListedRecord): string {
  const { name, tags } = record;
  if ('problem' in record) return [name, ...tags, record.problem].join('\n');
  if ('isUnread' in record) return [name, ...tags].join('\n');
  const { title, study, startedAt, status, answer, machine, clients, targets } = record.line;
  const told = answer === null ? [] : [answer.question, answer.text];
  return [name, ...tags, title, study, startedAt, status, ...told, machine, ...clients, ...targets].join(
    '\n',
  );
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

// A table from words, as the reports have them.

import { make } from './dom.ts';

export interface ShownTable {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly align: 'left' | 'right' }[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** Wider than the page it scrolls by itself, by keyboard too. */
export function shownTable(document: Document, { title, columns, rows, notes }: ShownTable): HTMLElement {
  const kind = (column: number): Record<string, string> =>
    columns[column]?.align === 'right' ? { class: 'num' } : {};
  // A head without a word is none.
  const head = columns.map((column, i) =>
    column.title === ''
      ? make(document, 'td', {})
      : make(document, 'th', { scope: 'col', ...kind(i) }, column.title),
  );
  const body = rows.map((row) =>
    make(
      document,
      'tr',
      {},
      ...row.map((cell, i) =>
        i === 0 && cell !== ''
          ? make(document, 'th', { scope: 'row' }, cell)
          : make(document, 'td', kind(i), cell),
      ),
    ),
  );
  const table = make(
    document,
    'table',
    { class: 'shown' },
    make(document, 'caption', {}, title),
    make(document, 'thead', {}, make(document, 'tr', {}, ...head)),
    make(document, 'tbody', {}, ...body),
  );
  return make(
    document,
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title },
    table,
    ...notes.map((note) => make(document, 'p', { class: 'note' }, note)),
  );
}

// The list of studies with their questions.

import { make } from '../shell/dom.ts';
import type { ListedStudy, StudiesFacts } from './asked.ts';

export function studyList(document: Document, { studies, folder }: StudiesFacts): readonly Node[] {
  const own = studies.filter(({ isOwn }) => isOwn);
  const shipped = studies.filter(({ isOwn }) => !isOwn);
  const fresh = make(document, 'a', { href: '/studies?study=new' }, 'A new study');
  return [
    make(document, 'h2', {}, 'Yours'),
    make(document, 'p', { class: 'note' }, fresh, ` · study files in ${folder}`),
    listOf(document, own),
    make(document, 'h2', {}, 'Included with Wirefare'),
    listOf(document, shipped),
  ];
}

function listOf(document: Document, studies: readonly ListedStudy[]): HTMLElement {
  const rows = studies.map(({ id, title, question }) =>
    make(
      document,
      'li',
      {},
      make(
        document,
        'a',
        { href: `/studies?study=${encodeURIComponent(id)}` },
        make(
          document,
          'span',
          { class: 'question' },
          question === '' ? (title === '' ? id : title) : question,
        ),
        make(document, 'span', { class: 'asked' }, question === '' || title === '' ? '' : title),
        make(document, 'span', { class: 'named' }, id),
      ),
    ),
  );
  return make(document, 'ul', { class: 'studies-of' }, ...rows);
}

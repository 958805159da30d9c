// A record as a row: what came of it as the link to its report, the rest beside. The page lays rows out as
// boxes, which tells nobody who hears the page that they are rows, unless their roles say so.

import { count } from '../../base/figures/plurals.ts';
import { MARKS, type Mark } from '../../report/answers/answer.ts';
import { make } from '../shell/dom.ts';
import type { ListedRecord } from './listed-record.ts';
import type { RecordLine } from './record-line.ts';

export interface RowActions {
  picked(record: ListedRecord, isPicked: boolean): void;
  tagged(tag: string): void;
  editTags(record: ListedRecord): void;
  remove(record: ListedRecord): void;
}

export function recordRow(
  document: Document,
  record: ListedRecord,
  isPicked: boolean,
  actions: RowActions,
): HTMLElement {
  const { name } = record;
  const cell = (kind: string, ...inside: readonly (Node | string)[]) =>
    make(document, 'td', { class: kind, role: 'cell' }, ...inside);
  const pick = make(document, 'input', {
    type: 'checkbox',
    'aria-label': `Compare ${name}`,
  }) as HTMLInputElement;
  pick.checked = isPicked;
  pick.disabled = !('line' in record);
  pick.addEventListener('change', () => actions.picked(record, pick.checked));
  const button = (text: string, act: () => void) => {
    const made = make(
      document,
      'button',
      { type: 'button', class: 'link', 'aria-label': `${text} ${name}` },
      text,
    );
    made.addEventListener('click', act);
    return made;
  };
  const tags = record.tags.map((tag) => {
    const made = make(document, 'button', { type: 'button', title: `Search for ${tag}` }, tag);
    made.addEventListener('click', () => actions.tagged(tag));
    return made;
  });
  const came = cell('came', whatCame(document, record));
  if (tags.length > 0) came.append(make(document, 'div', { class: 'tags' }, ...tags));
  const beside = 'line' in record ? besides(document, record.line) : [cell('when'), cell('where')];
  const goOn = make(
    document,
    'a',
    {
      class: 'link',
      href: `/studies?record=${encodeURIComponent(name)}`,
      'aria-label': `Go on with ${name}`,
    },
    'Go on',
  );
  // What is being written can neither be gone on with nor thrown away.
  const isGoingOn = 'line' in record && record.line.status === 'running';
  const own = cell(
    'do',
    ...('line' in record && record.line.canGoOn && !isGoingOn ? [goOn] : []),
    button('Tags', () => actions.editTags(record)),
    ...(isGoingOn ? [] : [button('Delete', () => actions.remove(record))]),
  );
  return make(document, 'tr', { 'data-record': name, role: 'row' }, cell('pick', pick), came, ...beside, own);
}

function whatCame(document: Document, record: ListedRecord): Node {
  const span = (kind: string, ...inside: readonly (Node | string)[]) =>
    make(document, 'span', { class: kind }, ...inside);
  if ('problem' in record)
    return make(document, 'div', {}, span('what-came problem', record.problem), span('named', record.name));
  if ('isUnread' in record)
    return make(
      document,
      'a',
      { href: record.href },
      span('what-came note', 'what came of it is not read yet: that waits while something is measured'),
      span('named', record.name),
    );
  const { title, answer } = record.line;
  const kind: Mark =
    answer === null ? 'note' : answer.text.endsWith('(provisional)') ? 'provisional' : answer.kind;
  const mark = make(document, 'span', { class: 'mark-of', 'aria-hidden': 'true' }, MARKS[kind]);
  // What it asked leads where there is no answer yet.
  const [text, asked] =
    answer === null
      ? [title, 'no answer yet: opening it makes one']
      : [answer.text, answer.question === '' ? title : `${title} · ${answer.question}`];
  return make(
    document,
    'a',
    { href: record.href },
    span(`what-came ${kind}`, mark, text),
    span('asked', asked),
    span('named', record.name),
  );
}

const STATUS: Readonly<Record<RecordLine['status'], string>> = {
  complete: '',
  running: 'going on',
  interrupted: 'interrupted',
  failed: 'failed',
};

function besides(
  document: Document,
  { startedAt, status, sessions, answer, machine, clients, targets }: RecordLine,
): Node[] {
  const line = (text: string, kind = '') => make(document, 'span', kind === '' ? {} : { class: kind }, text);
  const warned = answer?.warnings ?? 0;
  const when = [
    line(`${startedAt.slice(0, 16).replace('T', ' ')} UTC`),
    line(`${sessions.complete} of ${count(sessions.planned, 'session')}`),
    ...(STATUS[status] === '' ? [] : [line(STATUS[status], 'ended-early')]),
    ...(warned === 0 ? [] : [line(`${warned} ${warned === 1 ? 'warning' : 'warnings'}`)]),
  ];
  const where = [
    ...(clients.length === 0 ? [] : [line(clients.join(', '))]),
    line(targets.join(', ')),
    line(machine),
  ];
  return [
    make(document, 'td', { class: 'when', role: 'cell' }, ...when),
    make(document, 'td', { class: 'where', role: 'cell' }, ...where),
  ];
}

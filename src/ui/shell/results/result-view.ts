// What a run ends with: the recommendation, in the sentences and tables of its report, and the way on where
// it broke off.

import { count } from '../../../base/figures/plurals.ts';
import { MARKS, type Mark, markFor } from '../../../report/answers/answer.ts';
import type { RunResult } from '../../jobs/run-result.ts';
import type { JobSnapshot } from '../../jobs/snapshot.ts';
import { make } from '../dom.ts';
import { tellFailure } from '../failure.ts';
import { sendJson } from '../lab-api.ts';
import { shownTable } from '../table.ts';
import { howView } from './how-view.ts';

/**
 * What came of a run that is over; nothing where it left neither a result nor a record. One that broke off,
 * or whose report could not be written, has a record all the same, and its report is made when it is opened.
 */
export function endView(document: Document, job: JobSnapshot): readonly Node[] {
  const { title, record } = job;
  const result = job.result as RunResult | null;
  const goOn = `/studies?record=${encodeURIComponent(record ?? '')}`;
  return [
    ...(result !== null ? resultView(document, result, title, record) : []),
    ...(result === null && record !== null ? [make(document, 'p', { class: 'note' }, title)] : []),
    ...(result === null && record !== null && job.progress.sessionsDone > 0
      ? [recordPart(document, record)]
      : []),
    ...(record === null || result?.status === 'complete'
      ? []
      : [make(document, 'p', {}, make(document, 'a', { href: goOn }, 'Go on with this run'))]),
  ];
}

function resultView(
  document: Document,
  result: RunResult,
  title: string,
  record: string | null,
): readonly Node[] {
  const [first, ...others] = result.answers;
  const kind = result.status === 'failed' ? 'failure' : 'note';
  const ending = result.ending === null ? [] : [make(document, 'p', { class: kind }, result.ending)];
  const warnings = warningsPart(document, result.warnings);
  if (first === undefined) return [...ending, make(document, 'p', {}, 'Nothing was measured.'), ...warnings];
  return [
    make(document, 'p', { class: 'note' }, title),
    ...ending,
    make(document, 'h2', {}, first.question),
    ...result.alerts.map((text) => make(document, 'p', { class: 'alert' }, text)),
    sentences(document, first.sentences),
    ...result.tables.map((table) => shownTable(document, table)),
    ...warnings,
    ...result.how.map((how) => howView(document, how)),
    make(
      document,
      'div',
      { class: 'notes-of' },
      ...others.flatMap((answer) => [
        make(document, 'h3', {}, answer.question),
        sentences(document, answer.sentences),
      ]),
    ),
    ...(record === null ? [] : [recordPart(document, record)]),
  ];
}

/** As on a terminal; the report has all of them. */
const MOST_WARNINGS = 6;

/** Whoever decides by the sentences above is to know what they rest on. */
function warningsPart(document: Document, warnings: RunResult['warnings']): readonly HTMLElement[] {
  const said = [
    ...new Set(warnings.map(({ what, advice }) => (advice === '' ? what : `${what}; ${advice}`))),
  ];
  if (said.length === 0) return [];
  const more = said.length - MOST_WARNINGS;
  const shown = [
    ...said.slice(0, MOST_WARNINGS),
    ...(more > 0 ? [`${count(more, 'more warning')} in the report`] : []),
  ];
  return [
    make(document, 'h3', {}, count(said.length, 'warning')),
    make(document, 'ul', { class: 'warned' }, ...shown.map((text) => make(document, 'li', {}, text))),
  ];
}

function recordPart(document: Document, record: string): HTMLElement {
  return make(
    document,
    'p',
    {},
    'Everything measured stands in ',
    make(document, 'a', { href: '/records' }, 'Records'),
    ` as ${record}. `,
    opener(document, record),
  );
}

/** Its address only the lab can write. */
function opener(document: Document, record: string): HTMLElement {
  const button = make(document, 'button', { type: 'button', class: 'link' }, 'Open its report');
  button.addEventListener('click', async () => {
    try {
      const { href } = await sendJson<{ href: string }>('records/open', { name: record });
      location.assign(href);
    } catch (thrown) {
      tellFailure(document, thrown);
    }
  });
  return button;
}

function sentences(document: Document, list: RunResult['answers'][number]['sentences']): HTMLElement {
  return make(
    document,
    'ul',
    { class: 'sentences' },
    ...list.map(({ kind, text, provisional }) => {
      const mark: Mark = markFor(kind, provisional);
      return make(
        document,
        'li',
        { class: mark },
        make(document, 'span', { class: 'mark-of', 'aria-hidden': 'true' }, MARKS[mark]),
        `${text}${provisional ? ' (provisional)' : ''}`,
      );
    }),
  );
}

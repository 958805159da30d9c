// A plan: how many cells and sessions, how long, and what budgets buy; the whole text of `plan` beneath.

import { make } from '../shell/dom.ts';
import { shownTable } from '../shell/table.ts';
import type { PlannedResult } from './asked.ts';

export function planView(document: Document, plan: PlannedResult): readonly Node[] {
  const facts = plan.facts.map(([figure, about]) =>
    make(document, 'li', {}, make(document, 'b', {}, figure), ` ${about}`),
  );
  const lines = (texts: readonly string[], kind: string) =>
    texts.length === 0
      ? []
      : [make(document, 'ul', { class: kind }, ...texts.map((text) => make(document, 'li', {}, text)))];
  return [
    make(document, 'h2', {}, `Plan: ${plan.title}`),
    make(document, 'ul', { class: 'facts' }, ...facts),
    ...lines(plan.shortcomings, 'warned'),
    ...lines(plan.notes, 'why'),
    ...plan.tables.map((table) => shownTable(document, table)),
    make(
      document,
      'details',
      {},
      make(document, 'summary', {}, 'All of it, as wirefare plan prints it'),
      make(
        document,
        'pre',
        { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'The whole plan' },
        plan.text,
      ),
    ),
  ];
}

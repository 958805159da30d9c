// The runs so far, newest first, with a bar for the time a message, so that they can be compared at a glance.

import { byId, make, show } from './dom.ts';
import { failureOf, figuresOf, type RunFigures } from './figures.ts';
import type { PageRun } from './page-run.ts';
import { perSecond, sayAmount, sayBytes, sayDuration, saySpread, waysOf } from './say-run.ts';

export function showRuns(document: Document, runs: readonly PageRun[]): void {
  show(byId(document, 'runs'), runs.length > 0);
  const slowestMs = Math.max(0, ...runs.map((run) => figuresOf(run)?.perMessageMs ?? 0));
  const body = byId(document, 'runs-table').querySelector('tbody')!;
  body.replaceChildren(...runs.toReversed().map((run) => row(document, run, slowestMs)));
}

function row(document: Document, run: PageRun, slowestMs: number): HTMLElement {
  const figures = figuresOf(run);
  const failure = failureOf(run);
  const cell = (name: string, ...children: (Node | string)[]) =>
    make(document, 'td', { class: name }, ...children);
  const what = make(
    document,
    'th',
    { scope: 'row', class: 'what' },
    make(document, 'span', {}, waysOf(run.order).join(' · ')),
    make(document, 'span', { class: 'soft' }, sayAmount(run.order)),
    ...(failure === null ? [] : [make(document, 'span', { class: 'bad' }, `failed: ${failure.reason}`)]),
    ...(run.wasHidden ? [make(document, 'span', { class: 'open' }, 'page was hidden')] : []),
  );
  return make(
    document,
    'tr',
    {},
    cell('num no', String(run.number)),
    what,
    ...(figures === null
      ? [make(document, 'td', { colspan: '6', class: 'none' })]
      : measured(document, run, figures, slowestMs)),
  );
}

function measured(document: Document, run: PageRun, figures: RunFigures, slowestMs: number): HTMLElement[] {
  const cell = (name: string, ...children: (Node | string)[]) =>
    make(document, 'td', { class: name }, ...children);
  const { perMessageMs, latency, overheadBytes } = figures;
  const bar = make(document, 'span', { class: 'length', 'aria-hidden': 'true' });
  // Not by an attribute: the page's policy refuses styles in markup.
  bar.style.width = `${Math.max(0.5, (perMessageMs / slowestMs) * 100)}%`;
  const time = make(document, 'span', { title: saySpread(run, figures) }, sayDuration(perMessageMs));
  return [
    cell('num time', time),
    cell('drawn', bar),
    cell('num rate', perSecond(figures.perSecond)),
    cell('num p50', latency === null ? '–' : sayDuration(latency.p50Ms)),
    cell('num p99', latency === null ? '–' : sayDuration(latency.p99Ms)),
    cell('num overhead', overheadBytes === null ? '–' : sayBytes(overheadBytes)),
  ];
}

// The runs so far, newest first, with a bar for the time a message, so that they can be compared at a glance.

import { sayExactBytes } from '../../../base/figures/bytes.ts';
import { grouped } from '../../../base/figures/numbers.ts';
import { sayInBestUnit } from '../../../base/figures/times.ts';
import { byId, make, show } from '../../shell/dom.ts';
import { type PageRun, saySize } from '../page-run.ts';
import { computeFigures, failureReason, type RunFigures } from './figures.ts';
import { describeWay, perSecond, saySpread } from './say-run.ts';

export function showRuns(document: Document, runs: readonly PageRun[]): void {
  show(byId(document, 'runs'), runs.length > 0);
  const slowestMs = Math.max(0, ...runs.map((run) => computeFigures(run)?.perMessageMs ?? 0));
  const table = byId(document, 'runs-table');
  // No columns of nothing where no run has latencies.
  table.classList.toggle(
    'without-latency',
    !runs.some((run) => (computeFigures(run)?.latency ?? null) !== null),
  );
  const body = table.querySelector('tbody')!;
  body.replaceChildren(...runs.toReversed().map((run) => row(document, run, slowestMs)));
}

function row(document: Document, run: PageRun, slowestMs: number): HTMLElement {
  const figures = computeFigures(run);
  const failure = failureReason(run);
  const cell = (name: string, ...children: (Node | string)[]) =>
    make(document, 'td', { class: name }, ...children);
  const { transport, spec } = run.order;
  const [, ...ways] = describeWay(run.order);
  const what = make(
    document,
    'th',
    { scope: 'row', class: 'what' },
    make(document, 'span', {}, `${transport} · ${saySize(spec.content.size, grouped)}`),
    make(
      document,
      'span',
      { class: 'soft' },
      [...ways, `${grouped(spec.messages)} ${spec.content.body}`].join(' · '),
    ),
    ...(run.wasHidden ? [make(document, 'span', { class: 'open' }, 'page was hidden')] : []),
  );
  const failed = failure === null ? '' : `failed: ${failure}`;
  return make(
    document,
    'tr',
    {},
    cell('num no', String(run.number)),
    what,
    ...(figures === null
      ? [make(document, 'td', { colspan: '6', class: 'bad' }, failed)]
      : measured(document, run, figures, slowestMs)),
  );
}

function measured(document: Document, run: PageRun, figures: RunFigures, slowestMs: number): HTMLElement[] {
  const cell = (name: string, ...children: (Node | string)[]) =>
    make(document, 'td', { class: name }, ...children);
  const cellOrDash = (name: string, text: string | null) =>
    text === null ? cell(`num ${name} lacking`, '–') : cell(`num ${name}`, text);
  const { perMessageMs, latency, overheadBytes } = figures;
  const bar = make(document, 'span', { class: 'length', 'aria-hidden': 'true' });
  // Not by an attribute: the page's policy refuses styles in markup.
  bar.style.width = `${Math.max(0.5, (perMessageMs / slowestMs) * 100)}%`;
  const time = make(document, 'span', { title: saySpread(run, figures) }, sayInBestUnit(perMessageMs));
  return [
    cell('num time', time),
    cell('drawn', bar),
    cell('num rate', perSecond(figures.perSecond)),
    cellOrDash('p50', latency === null ? null : sayInBestUnit(latency.p50Ms)),
    cellOrDash('p99', latency === null ? null : sayInBestUnit(latency.p99Ms)),
    cellOrDash('overhead', overheadBytes === null ? null : sayExactBytes(overheadBytes)),
  ];
}

// The answer of the last run: the large figure first, then everything beside it, or why it failed.

import { grouped } from '../../../base/figures/numbers.ts';
import { inBestUnit } from '../../../base/figures/times.ts';
import { byId, make, show } from '../../shell/dom.ts';
import type { Doing } from '../carry-out.ts';
import type { PageRun } from '../page-run.ts';
import { computeFigures, failureReason } from './figures.ts';
import { largeFigureMeaning, listFacts, messageNoun, sayAnswer, sayOrder, saySpread } from './say-run.ts';

export class ResultView {
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  /** For what the lab does meanwhile. */
  waits(waitsFor: string): void {
    const text = `Waits for ${waitsFor}: one at a time, or they would measure each other.`;
    show(byId(this.#document, 'result'), false);
    show(byId(this.#document, 'empty'), false);
    show(byId(this.#document, 'doing'), true);
    byId(this.#document, 'doing-what').textContent = text;
    byId(this.#document, 'doing-count').textContent = '';
    byId<HTMLProgressElement>(this.#document, 'progress').value = 0;
    byId(this.#document, 'said').textContent = text;
  }

  /** null when it is over. */
  doing(doing: Doing | null): void {
    const at = (id: string) => byId(this.#document, id);
    show(at('doing'), doing !== null);
    byId(this.#document, 'answer').setAttribute('aria-busy', String(doing !== null));
    if (doing === null) return;
    show(at('empty'), false);
    const { order, place, orders, repetition, delivered } = doing;
    at('doing-what').textContent = sayOrder(order);
    byId<HTMLProgressElement>(this.#document, 'progress').value = delivered / order.spec.messages;
    const parts = [
      `${grouped(delivered)} of ${grouped(order.spec.messages)} ${messageNoun(order)}s`,
      ...(order.repeats > 1 ? [`repetition ${repetition} of ${order.repeats}`] : []),
      ...(orders > 1 ? [`size ${place + 1} of ${orders}`] : []),
    ];
    at('doing-count').textContent = parts.join(' · ');
  }

  run(run: PageRun): void {
    const result = byId(this.#document, 'result');
    show(byId(this.#document, 'empty'), false);
    show(result, true);
    result.replaceChildren(...this.#parts(run));
    byId(this.#document, 'said').textContent = sayAnswer(run);
  }

  /** Of what is no run: it was stopped before anything came of it, or the page itself failed. */
  say(text: string): void {
    const result = byId(this.#document, 'result');
    show(byId(this.#document, 'empty'), false);
    show(result, true);
    result.replaceChildren(this.#make('p', { class: 'empty' }, text));
    byId(this.#document, 'said').textContent = text;
  }

  /** Beside the answer that stands there. */
  caution(text: string): void {
    byId(this.#document, 'result').append(this.#make('p', { class: 'caution' }, text));
    const said = byId(this.#document, 'said');
    said.textContent = `${said.textContent} ${text}`;
  }

  clear(): void {
    show(byId(this.#document, 'result'), false);
    show(byId(this.#document, 'empty'), true);
  }

  #parts(run: PageRun): HTMLElement[] {
    const figures = computeFigures(run);
    const failure = failureReason(run);
    const parts = [this.#make('p', { class: 'of' }, sayOrder(run.order))];
    if (failure !== null) parts.push(this.#failure(run, failure));
    if (figures !== null) {
      const { value, unit } = inBestUnit(figures.perMessageMs);
      parts.push(
        this.#make(
          'p',
          { class: 'large' },
          this.#make('span', { class: 'value' }, value),
          ` ${unit} `,
          this.#make('span', { class: 'meaning' }, largeFigureMeaning(run.order)),
        ),
      );
      const spread = saySpread(run, figures);
      if (spread !== '') parts.push(this.#make('p', { class: 'spread' }, spread));
      parts.push(this.#facts(listFacts(run.order, figures)));
    }
    if (run.wasHidden)
      parts.push(
        this.#make(
          'p',
          { class: 'caution' },
          'The page was hidden meanwhile: browsers slow hidden pages down.',
        ),
      );
    return parts;
  }

  /** The reason says how many were delivered. */
  #failure({ order, outcomes }: PageRun, reason: string): HTMLElement {
    const which = order.repeats > 1 ? ` in repetition ${outcomes.length} of ${order.repeats}` : '';
    return this.#make('p', { class: 'failure' }, this.#make('strong', {}, `Failed${which}: `), reason);
  }

  #facts(facts: ReturnType<typeof listFacts>): HTMLElement {
    return this.#make(
      'dl',
      { class: 'facts' },
      ...facts.map(({ name, figure, note }) =>
        this.#make(
          'div',
          {},
          this.#make('dt', {}, name),
          this.#make('dd', {}, figure, ...(note === '' ? [] : [this.#make('span', { class: 'soft' }, note)])),
        ),
      ),
    );
  }

  #make(
    tag: string,
    attributes: Readonly<Record<string, string>>,
    ...children: (Node | string)[]
  ): HTMLElement {
    return make(this.#document, tag, attributes, ...children);
  }
}

// The recommendation that stands in the section Ask. It is about the data that it was asked for: where others
// stand in the page, it says so.

import { isOpen, type JobSnapshot } from '../jobs/snapshot.ts';
import { byId, isTyping, make, show } from '../shell/dom.ts';
import { endView } from '../shell/results/result-view.ts';
import { ShownResult } from '../shell/results/shown-result.ts';

/**
 * Which data a run of this kind, started now, would be about, as the lab says it of a job (`aboutData`); null
 * where none are given.
 */
export type DataNow = (kind: string) => string | null;

const OTHER_DATA = 'This is about data that were given before, or about another part of them.';
const BEFORE = 'This is what the run before found.';

export class Recommendation {
  readonly #document: Document;
  readonly #place: HTMLElement;
  readonly #former: HTMLElement;
  readonly #dataNow: DataNow;
  readonly #inTurn = new ShownResult();
  /** Runs that go on or wait. */
  readonly #open = new Set<number>();
  #shown: JobSnapshot | null = null;

  constructor(document: Document, dataNow: DataNow) {
    this.#document = document;
    this.#place = byId(document, 'recommendation');
    this.#dataNow = dataNow;
    this.#former = make(document, 'p', { class: 'former', role: 'status' }, OTHER_DATA);
  }

  /** This page has started it. */
  own(job: JobSnapshot): void {
    this.#inTurn.own(job);
  }

  isOwn(job: JobSnapshot): boolean {
    return this.#inTurn.isOwn(job);
  }

  /** Told of every run. */
  hear(job: JobSnapshot): void {
    if (isOpen(job)) this.#open.add(job.id);
    else this.#open.delete(job.id);
    if (!this.#inTurn.takes(job)) {
      this.dataChanged();
      return;
    }
    this.#shown = job;
    this.#place.replaceChildren(this.#former, ...endView(this.#document, job));
    this.dataChanged();
    show(this.#place, true);
    if (this.isOwn(job) && !isTyping(this.#document)) this.#place.focus({ preventScroll: true });
  }

  /** Other data may stand in the page now, or another run go on. */
  dataChanged(): void {
    const job = this.#shown;
    const now = job === null ? null : this.#dataNow(job.kind);
    const isOther = now !== null && job?.about !== now;
    const isBefore = job !== null && [...this.#open].some((id) => id > job.id);
    const says = isOther ? OTHER_DATA : BEFORE;
    if (this.#former.textContent !== says) this.#former.textContent = says;
    show(this.#former, isOther || isBefore);
  }
}

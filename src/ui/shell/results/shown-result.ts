// Which result stands on a page that is told of everybody's runs: the newest one, but what another tab asked
// for takes none away that was asked for here.

import { isOpen, type JobSnapshot } from '../../jobs/snapshot.ts';

export class ShownResult {
  readonly #own = new Set<number>();
  #shown = 0;

  /** This page has started it. */
  own({ id }: JobSnapshot): void {
    this.#own.add(id);
  }

  isOwn({ id }: JobSnapshot): boolean {
    return this.#own.has(id);
  }

  /** Whether what came of it is to be shown now: once, so that reading is not disturbed. */
  takes(job: JobSnapshot): boolean {
    const { id, result, record } = job;
    // What was stopped before it began, or failed then, takes nobody's result away.
    const hasCome = !isOpen(job) && (result !== null || record !== null);
    const isInTheWay = this.#own.has(this.#shown) && !this.#own.has(id);
    if (!hasCome || isInTheWay || this.#shown >= id) return false;
    this.#shown = id;
    return true;
  }
}

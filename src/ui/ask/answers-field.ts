// Which answers of a HAR are meant: those of one path, at first of the one with most bytes, as in the
// terminal. The paths are known when the sizes of those are.

import { byId, make, show } from '../shell/dom.ts';

export class AnswersField {
  readonly #document: Document;
  readonly #part: HTMLElement;
  readonly #select: HTMLSelectElement;
  #offered: readonly string[] = [];

  /** `changed`: somebody chose other answers. */
  constructor(document: Document, changed: () => void) {
    this.#document = document;
    this.#part = byId(document, 'answers-part');
    this.#select = byId<HTMLSelectElement>(document, 'answers');
    this.#select.addEventListener('change', changed);
  }

  /** Empty: those with most bytes, or the data are no HAR. */
  get value(): string {
    return this.#select.value;
  }

  /** Other data came: nothing of theirs is known yet. */
  forget(): void {
    this.offer([]);
  }

  /** What is chosen among the same paths stays. */
  offer(paths: readonly string[]): void {
    if (JSON.stringify(paths) === JSON.stringify(this.#offered)) return;
    this.#offered = paths;
    this.#select.replaceChildren(
      ...paths.map((path, i) => make(this.#document, 'option', { value: i === 0 ? '' : path }, path)),
    );
    show(this.#part, paths.length > 1);
  }
}

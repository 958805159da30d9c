// The text of a study, with its lines numbered and those marked that have something wrong with them.

import { byId, make } from '../shell/dom.ts';
import type { PlacedProblem } from './asked.ts';

export class YamlEditor {
  readonly #document: Document;
  readonly #area: HTMLTextAreaElement;
  readonly #lines: HTMLElement;
  #wrong: ReadonlySet<number> = new Set();
  /** A text area knows \n alone. */
  #hasCrLf = false;

  /** `changed`: somebody typed. */
  constructor(document: Document, changed: () => void) {
    this.#document = document;
    this.#area = byId<HTMLTextAreaElement>(document, 'text');
    this.#lines = byId(document, 'lines');
    this.#area.addEventListener('input', () => {
      this.#number();
      changed();
    });
    this.#area.addEventListener('scroll', () => {
      this.#lines.scrollTop = this.#area.scrollTop;
    });
  }

  /** Of a file, whose lines end in \n or \r\n. */
  open(fileText: string): void {
    this.#hasCrLf = fileText.includes('\r\n');
    this.text = fileText;
  }

  /** As somebody sees it: its lines end in \n. */
  get text(): string {
    return this.#area.value;
  }

  set text(text: string) {
    if (text === this.#area.value) return;
    const { selectionStart, scrollTop } = this.#area;
    this.#area.value = text;
    this.#area.setSelectionRange(selectionStart, selectionStart);
    this.#area.scrollTop = scrollTop;
    this.#number();
  }

  /** With the ends of lines that the file had. */
  get fileText(): string {
    return this.#hasCrLf ? this.text.replaceAll('\n', '\r\n') : this.text;
  }

  mark(problems: readonly PlacedProblem[]): void {
    this.#wrong = new Set(problems.flatMap(({ line }) => line ?? []));
    if (problems.length > 0) this.#area.setAttribute('aria-invalid', 'true');
    else this.#area.removeAttribute('aria-invalid');
    this.#number();
  }

  /** Puts the cursor there. */
  goTo(line: number): void {
    const lines = this.text.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    this.#area.focus();
    this.#area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    const lineHeight = this.#area.scrollHeight / Math.max(1, lines.length);
    this.#area.scrollTop = Math.max(0, (line - 4) * lineHeight);
  }

  #number(): void {
    const count = this.text.split('\n').length;
    const numbers = Array.from({ length: count }, (_, i) =>
      make(this.#document, 'span', this.#wrong.has(i + 1) ? { class: 'wrong' } : {}, `${i + 1}\n`),
    );
    this.#lines.replaceChildren(...numbers);
    this.#lines.scrollTop = this.#area.scrollTop;
  }
}

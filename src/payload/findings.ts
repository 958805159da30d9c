// Collects what is found while a source is read: problems, which end the reading, and notes on what is read
// in another way than it is written.

import { type Problem, UserError } from '../base/errors.ts';
import { plural } from '../base/figures/plurals.ts';

/** Further problems of a file are only counted: these are enough to see the pattern. */
const MOST_PROBLEMS = 20;

export class Findings {
  /** The source's name in messages. */
  readonly file: string;
  readonly #problems: Problem[] = [];
  #problemCount = 0;
  readonly notes: string[] = [];

  constructor(file: string) {
    this.file = file;
  }

  get hasProblems(): boolean {
    return this.#problemCount > 0;
  }

  /**
   * Calls `say` only while there is room for the problem, because finding a line in 100 MB takes its time.
   */
  problem(
    say: () => { readonly path: string; readonly what: string; readonly allowed?: readonly string[] },
  ): void {
    this.#problemCount += 1;
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push({ file: this.file, ...say() });
  }

  note(text: string): void {
    this.notes.push(text);
  }

  throwIfProblems(): void {
    if (this.#problemCount === 0) return;
    const more = this.#problemCount - this.#problems.length;
    const rest: Problem[] =
      more === 0 ? [] : [{ file: this.file, path: '', what: `and ${more} more ${plural(more, 'problem')}` }];
    throw new UserError([...this.#problems, ...rest]);
  }
}

/** The error for a source of which nothing can be read: it has one problem. */
export function refusal(file: string, what: string, path = ''): UserError {
  return new UserError([{ file, path, what }]);
}

// Collects everything wrong with a study file, each with its line, so that all of it is told at once.

import { type Problem, UserError } from '../../base/errors.ts';
import { plural } from '../../base/figures/plurals.ts';
import { type InShort, quoted, unknownWord } from '../../base/spelling.ts';

/** Keys and indices from the root of the file. */
export type Path = readonly (string | number)[];

/**
 * Of more words than these, those that name a format and its decoder (`json/JSON.parse`) are listed in short.
 */
const LONGEST_LIST = 24;

/** Nobody reads further. */
const MOST_TOLD = 100;

export class ProblemList {
  readonly #file: string;
  readonly #lineOf: (path: Path) => number | null;
  readonly #problems: Problem[];

  /** `former`: what was wrong with the text itself. */
  constructor(
    file: string,
    lineOf: (path: Path) => number | null = () => null,
    former: readonly Problem[] = [],
  ) {
    this.#file = file;
    this.#lineOf = lineOf;
    this.#problems = [...former];
  }

  add(path: Path, what: string): void {
    this.#problems.push({ ...this.#place(path), what });
  }

  /** What was found wrong by a reader that flags have too. */
  addFault(path: Path, fault: Omit<Problem, 'file' | 'path'>): void {
    this.#problems.push({ ...this.#place(path), ...fault });
  }

  /** An unknown word: lists the allowed ones, or them in short, and the nearest. */
  addUnknown(path: Path, kind: string, word: unknown, allowed: readonly string[], known: InShort = {}): void {
    const listed = known.listed ?? (allowed.length > LONGEST_LIST ? withoutDecoders(word, allowed) : allowed);
    const problem = unknownWord(this.#file, kind, word, allowed, { ...known, listed });
    this.#problems.push({ ...problem, ...this.#place(path) });
  }

  /** Is there a problem under one of these top keys of the file? */
  touches(topKeys: readonly string[]): boolean {
    return this.#problems.some(({ path }) => topKeys.includes(/^[\w-]*/.exec(path)![0]));
  }

  /** Throws a UserError with everything collected, in the order of the file, if there is anything. */
  throwIfAny(): void {
    const all = this.all();
    if (all.length > 0) throw new UserError(all);
  }

  /** In the order of the file. */
  all(): readonly Problem[] {
    const problemLine = ({ file }: Problem) => Number(/:(\d+)(?::\d+)?$/.exec(file)?.[1] ?? 0);
    const sorted = this.#problems.toSorted((a, b) => problemLine(a) - problemLine(b));
    const more = sorted.length - MOST_TOLD;
    if (more <= 0) return sorted;
    const rest = { file: this.#file, path: '', what: `and ${more} more ${plural(more, 'problem')}` };
    return [...sorted.slice(0, MOST_TOLD), rest];
  }

  #place(path: Path): Pick<Problem, 'file' | 'path'> {
    const line = this.#lineOf(path);
    return { file: line === null ? this.#file : `${this.#file}:${line}`, path: sayPath(path) };
  }
}

/** The formats alone; the decoders of a format for a word that names one: `json/JSN.parse`. */
function withoutDecoders(word: unknown, allowed: readonly string[]): readonly string[] {
  const [format, decoder] = String(word).split('/');
  const decoders = decoder === undefined ? [] : allowed.filter((each) => each.startsWith(`${format}/`));
  return decoders.length > 0 ? decoders : allowed.filter((each) => !each.includes('/'));
}

/** `parts[2].factors.format[0]`. */
function sayPath(path: Path): string {
  let said = '';
  for (const step of path) {
    if (typeof step === 'number') said += `[${step}]`;
    else {
      const key = /^[\w-]+$/.test(step) ? step : quoted(step);
      said += said === '' ? key : `.${key}`;
    }
  }
  return said;
}

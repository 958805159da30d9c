// Timed answers that are compared with the original once their block is over: which are drawn in a session,
// and what comes of them. One that differs ends the session: what it measured is not what was checked. But a
// URL may answer what it will (a time, a counter), and its answers are compared no more.

import { isAsItComes } from '../../../factors/compression.ts';
import { drawAnswers } from '../../../plan/blocks/drawn-answers.ts';
import type { BlockSpec, CellSpec, SamplePost } from '../../../wire/agent-protocol.ts';
import { UntrueTarget } from '../session-guard.ts';

export interface ComparedSettings {
  /** Of the session. */
  readonly seed: number;
  readonly targetOf: (cell: string) => string;
  /** What an exchange of the cell may take, ms, until one has been seen. */
  readonly roughMs: (cell: string) => number;
}

/**
 * `[17].price`: what a server answers may be secret, a token that is another one each time for example, so of
 * a URL it is told where answers differ, and not by what.
 */
export function placeOfDifference(difference: string): string {
  const [message = ''] = /^message \d+: /.exec(difference) ?? [];
  const rest = difference.slice(message.length);
  const isWithin = rest.startsWith('[') || rest.startsWith('.');
  return `${message}${isWithin ? rest.split(': ', 1)[0] : 'the whole of it'} differs`;
}

/** Slow machines and clients take longer than is reckoned, and too few answers would be drawn of them. */
const ROUGHLY_LONGER = 3;

export class ComparedAnswers {
  readonly #settings: ComparedSettings;
  readonly #comparable: Set<string>;
  readonly #mayChange: ReadonlySet<string>;
  readonly #changed = new Map<string, string>();
  readonly #seen = new Map<string, { exchanges: number; totalMs: number }>();
  readonly #counts = new Map<string, number>();

  constructor(settings: ComparedSettings, specs: readonly CellSpec[]) {
    this.#settings = settings;
    this.#comparable = new Set(specs.filter(endsWithObjects).map(({ cell }) => cell));
    this.#mayChange = new Set(
      specs.filter(({ compression }) => isAsItComes(compression)).map(({ cell }) => cell),
    );
  }

  /** Cell → how many of its answers were compared. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** Cell of a URL → how an answer of it differed from those before the run. */
  get changed(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#changed);
  }

  draw(block: BlockSpec): BlockSpec {
    return drawAnswers(block, (cell) => this.#expectedMs(cell), this.#settings.seed);
  }

  /** Throws an UntrueTarget where an answer of a target was wrong. */
  take({ samples, compared = [] }: Pick<SamplePost, 'samples' | 'compared'>): void {
    for (const { cell, outcome, totalMs } of samples) {
      if (outcome !== 'completed') continue;
      const seen = this.#seen.get(cell) ?? { exchanges: 0, totalMs: 0 };
      this.#seen.set(cell, { exchanges: seen.exchanges + 1, totalMs: seen.totalMs + totalMs });
    }
    for (const { cell } of compared) this.#counts.set(cell, (this.#counts.get(cell) ?? 0) + 1);
    for (const { cell, difference } of compared) {
      if (difference === null || !this.#mayChange.has(cell)) continue;
      this.#changed.set(cell, placeOfDifference(difference));
      this.#comparable.delete(cell);
    }
    const wrong = compared.find(({ cell, difference }) => difference !== null && !this.#mayChange.has(cell));
    if (wrong === undefined) return;
    const { cell, block, sequence, difference } = wrong;
    throw new UntrueTarget(
      `a timed answer was wrong, although the cell’s check was right: ${cell}, exchange ${sequence} in block ${block}: ${difference}`,
      { fault: { target: this.#settings.targetOf(cell), how: 'wrong' } },
    );
  }

  #expectedMs(cell: string): number | null {
    if (!this.#comparable.has(cell)) return null;
    const seen = this.#seen.get(cell);
    if (seen !== undefined) return seen.totalMs / seen.exchanges;
    return ROUGHLY_LONGER * this.#settings.roughMs(cell);
  }
}

/** Of messages whose content is random the receiver checks every one by its digest. */
function endsWithObjects({ sequence, changes }: CellSpec): boolean {
  if (changes === true) return false;
  if (sequence === null) return true;
  const { content, direction } = sequence.spec;
  return content.kind === 'data' && direction !== 'client-to-server';
}

// Timed answers that are compared with the original once their block is over: which are drawn in a session,
// and what comes of them. One that differs ends the session: what it measured is not what was checked.

import { drawAnswers } from '../../plan/drawn-answers.ts';
import type { BlockSpec, CellSpec, SamplePost } from '../../wire/agent-protocol.ts';
import { UntrueTarget } from './session-guard.ts';

export interface ComparedSettings {
  /** Of the session. */
  readonly seed: number;
  /** Agents before version 7 of the protocol do not: nothing is drawn then. */
  readonly agentCompares: boolean;
  /** What an exchange of the cell may take, ms, until one has been seen. */
  readonly roughMs: (cell: string) => number;
}

/** Slow machines and clients take longer than is reckoned, and too few answers would be drawn of them. */
const ROUGHLY_LONGER = 3;

export class ComparedAnswers {
  readonly #settings: ComparedSettings;
  readonly #comparable: ReadonlySet<string>;
  readonly #seen = new Map<string, { exchanges: number; totalMs: number }>();
  readonly #counts = new Map<string, number>();

  constructor(settings: ComparedSettings, specs: readonly CellSpec[]) {
    this.#settings = settings;
    this.#comparable = new Set(specs.filter(endsWithObjects).map(({ cell }) => cell));
  }

  /** Cell → how many of its answers were compared; null where the agent compares none. */
  get counts(): Readonly<Record<string, number>> | null {
    return this.#settings.agentCompares ? Object.fromEntries(this.#counts) : null;
  }

  draw(block: BlockSpec): BlockSpec {
    const { seed, agentCompares } = this.#settings;
    return agentCompares ? drawAnswers(block, (cell) => this.#expectedMs(cell), seed) : block;
  }

  /** Throws an UntrueTarget where an answer was wrong. */
  take({ samples, compared = [] }: Pick<SamplePost, 'samples' | 'compared'>): void {
    for (const { cell, outcome, totalMs } of samples) {
      if (outcome !== 'completed') continue;
      const seen = this.#seen.get(cell) ?? { exchanges: 0, totalMs: 0 };
      this.#seen.set(cell, { exchanges: seen.exchanges + 1, totalMs: seen.totalMs + totalMs });
    }
    for (const { cell } of compared) this.#counts.set(cell, (this.#counts.get(cell) ?? 0) + 1);
    const wrong = compared.find(({ difference }) => difference !== null);
    if (wrong === undefined) return;
    const { cell, block, sequence, difference } = wrong;
    throw new UntrueTarget(
      `a timed answer was wrong, although the cell’s check was right: ${cell}, exchange ${sequence} in block ${block}: ${difference}`,
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
function endsWithObjects({ sequence }: CellSpec): boolean {
  if (sequence === null) return true;
  const { content, direction } = sequence.spec;
  return content.kind === 'data' && direction !== 'client-to-server';
}

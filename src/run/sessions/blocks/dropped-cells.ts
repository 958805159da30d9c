// Cells that a session gives up on, because they or their target keep failing: each would cost its time limit
// in every block.

import type { Panel } from '../../../plan/plan.ts';
import { isEmptyCell, type Sample } from '../../../wire/sample.ts';
import { type Answers, FAILURES_ENOUGH } from '../answers.ts';

/** So many at the end of a session that was not cut: the last exchange of many may stumble. */
const FAILURES_AT_END = 2;

export class DroppedCells {
  readonly #answers: Answers;
  readonly #targetOf: (cell: string) => string;
  readonly #failuresInARow = new Map<string, { readonly count: number; readonly reason: string }>();
  /** Of each target, how many exchanges of its cells in a row nobody waited for any longer. */
  readonly #lateInARow = new Map<string, number>();
  /** Of each panel, how often in a row nobody answered its empty exchanges in time. */
  readonly #lateEmpties = new Map<Panel, number>();
  /** Cell → why it is measured no more. */
  readonly reasons = new Map<string, string>();

  /** `targetOf`: of a cell. */
  constructor(answers: Answers, targetOf: (cell: string) => string) {
    this.#answers = answers;
    this.#targetOf = targetOf;
  }

  count(sample: Sample, panel: Panel): void {
    const { cell, outcome, reason } = sample;
    if (isEmptyCell(cell)) {
      this.#countEmpty(sample, panel);
      return;
    }
    if (outcome === 'completed') this.#failuresInARow.delete(cell);
    else {
      const count = (this.#failuresInARow.get(cell)?.count ?? 0) + 1;
      this.#failuresInARow.set(cell, { count, reason });
      if (count >= FAILURES_ENOUGH) this.reasons.set(cell, `failed ${count} times in a row: ${reason}`);
    }
    this.#countLate(sample);
  }

  /**
   * Where the time is over, what answered no more is told as such: a target that hangs eats the time in which
   * it would have failed often enough. `isCut`: before every cell had its least.
   */
  dropUnanswered(isCut: boolean): void {
    for (const [cell, { count, reason }] of this.#failuresInARow) {
      if (this.reasons.has(cell) || (!isCut && count < FAILURES_AT_END)) continue;
      const times = count === 1 ? 'once' : `${count} times in a row`;
      this.reasons.set(cell, `failed ${times} until the time was up: ${reason}`);
    }
  }

  /** Each of the cells in which it hangs would cost as much before it has failed often enough by itself. */
  #countLate({ cell, outcome, reason, totalMs, messages }: Sample): void {
    const target = this.#targetOf(cell);
    if (outcome !== 'timed-out') {
      this.#lateInARow.delete(target);
      // Of a paced sequence the total is a sum of what overlaps.
      this.#answers.came(target, messages === undefined ? totalMs : 0);
      return;
    }
    this.#answers.late(target, totalMs, cell);
    if (addOne(this.#lateInARow, target) < FAILURES_ENOUGH) return;
    for (const failing of this.#failuresInARow.keys())
      if (this.#targetOf(failing) === target && !this.reasons.has(failing))
        this.reasons.set(failing, `its target failed ${FAILURES_ENOUGH} times in a row: ${reason}`);
  }

  /** It is no cell that could be dropped; but one that hangs would cost its time in every block. */
  #countEmpty({ outcome, reason, totalMs }: Sample, panel: Panel): void {
    if (outcome !== 'timed-out') {
      this.#lateEmpties.delete(panel);
      return;
    }
    this.#answers.late(this.#targetOf(panel.cells[0]!), totalMs, 'its empty exchange');
    if (addOne(this.#lateEmpties, panel) < FAILURES_ENOUGH) return;
    for (const cell of panel.cells)
      this.reasons.set(cell, `its empty exchange failed ${FAILURES_ENOUGH} times in a row: ${reason}`);
  }
}

/** Answers how many there are then. */
export function addOne<K>(counts: Map<K, number>, key: K): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

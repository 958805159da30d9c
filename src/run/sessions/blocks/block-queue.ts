// What a session has still to do, in the order of its plan. A voided block is repeated once, at once.

import { blocksOfRound, type PlannedBlock, withEmpties } from '../../../plan/blocks/blocks.ts';
import type { Panel, PlannedSession } from '../../../plan/plan.ts';
import type { BlockSpec } from '../../../wire/agent-protocol.ts';
import { isEmptyCell } from '../../../wire/sample.ts';
import type { AuditedPost } from './audited-post.ts';

const BLOCKS_IN_A_JOB = 64;
/**
 * The repeat of voided block 7 is block 1 000 000 007: a number of its own, so that only the first try is
 * left out.
 */
export const REPEATS_FROM = 1_000_000_000;

export class BlockQueue {
  readonly #planned: PlannedSession;
  #waiting: readonly PlannedBlock[] = [];
  #round = 0;

  constructor(planned: PlannedSession) {
    this.#planned = planned;
  }

  /**
   * Whole rounds are added until a job lasts: asking for the next one costs as much as several small
   * exchanges.
   */
  next(): readonly PlannedBlock[] {
    while (this.#waiting.length < BLOCKS_IN_A_JOB) this.#addRound();
    return this.#waiting;
  }

  /** What the session carries out even if its time is over: of each panel the next blocks, so many. */
  owed(count: (panel: Panel) => number): readonly PlannedBlock[] {
    const left = new Map(this.#planned.panels.map((panel) => [panel, count(panel)]));
    const owed: PlannedBlock[] = [];
    for (let at = 0; [...left.values()].some((blocks) => blocks > 0); at++) {
      while (at >= this.#waiting.length) this.#addRound();
      const block = this.#waiting[at]!;
      const blocks = left.get(block.panel)!;
      if (blocks <= 0) continue;
      owed.push(block);
      left.set(block.panel, blocks - 1);
    }
    return owed;
  }

  #addRound(): void {
    this.#waiting = [...this.#waiting, ...blocksOfRound(this.#planned, this.#round++)];
  }

  finish({ blocks, voided }: AuditedPost): void {
    const out = new Set(voided.map(({ block }) => block));
    const gone = new Set([...blocks, ...out]);
    const repeats = this.#waiting
      .filter(({ block }) => out.has(block) && block < REPEATS_FROM)
      .map((one) => ({ ...one, block: REPEATS_FROM + one.block }));
    const lost = this.#waiting.filter(({ block }) => out.has(block) && block >= REPEATS_FROM);
    this.#waiting = [...repeats, ...this.#waiting.filter(({ block }) => !gone.has(block))];
    for (const { panel, visits } of lost)
      if (visits.some(({ cell }) => isEmptyCell(cell))) this.#giveEmpties(panel);
  }

  /**
   * To its next block: where a panel has them in every so many blocks alone, a session that lost its first
   * ones may have no others, and then nobody knows what the network takes.
   */
  #giveEmpties(panel: Panel): void {
    const isNext = (one: PlannedBlock) => one.panel === panel && one.block < REPEATS_FROM;
    while (!this.#waiting.some(isNext)) this.#addRound();
    const at = this.#waiting.findIndex(isNext);
    const given = withEmpties(this.#planned.seed, this.#waiting[at]!);
    this.#waiting = this.#waiting.with(at, given);
  }

  /** Blocks that the job did not get, because none of their cells is measured any more. */
  leaveOut(given: readonly BlockSpec[], planned: readonly PlannedBlock[]): void {
    const kept = new Set(given.map(({ block }) => block));
    const empty = new Set(planned.filter(({ block }) => !kept.has(block)).map(({ block }) => block));
    this.#waiting = this.#waiting.filter(({ block }) => !empty.has(block));
  }
}

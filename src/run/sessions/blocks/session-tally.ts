// What a session has so far: blocks that warmed up, that count and that were lost, of each panel, and so how
// many are still owed. Marks what must not count, and journals every post.

import type { PlannedBlock } from '../../../plan/blocks/blocks.ts';
import { leastBlocks } from '../../../plan/blocks/visits.ts';
import type { Panel } from '../../../plan/plan.ts';
import type { SampleRow, VoidedBlockFacts } from '../../../record/record.ts';
import type { Sample } from '../../../wire/sample.ts';
import type { AuditedPost } from './audited-post.ts';
import { REPEATS_FROM } from './block-queue.ts';
import { addOne, type DroppedCells } from './dropped-cells.ts';

/** Blocks of a panel that are void twice before it is left without figures. */
const MOST_LOST = 8;

export interface Tallied {
  readonly session: number;
  /** Whatever begins in this first time is warm-up, however many exchanges there were. */
  readonly leastWarmupMs: number;
  /** Appends to the record before the agent goes on. */
  readonly journal: (rows: readonly SampleRow[]) => void;
}

export class SessionTally {
  readonly #run: Tallied;
  readonly #dropped: DroppedCells;
  /** Of each panel, how many blocks are done with that warm up, and how many that are no warm-up. */
  readonly #warmed = new Map<Panel, number>();
  readonly #counted = new Map<Panel, number>();
  /** Blocks that began in the session's warm-up time. */
  readonly #early = new Set<number>();
  /** Of each panel, blocks that count for figures, and those that were void twice. */
  readonly #sound = new Map<Panel, number>();
  readonly #lost = new Map<Panel, number>();
  readonly voided: VoidedBlockFacts[] = [];
  /** Carried out, void ones and repeats among them. */
  blocks = 0;
  exchanges = 0;
  #firstStartMs: number | null = null;

  constructor(run: Tallied, dropped: DroppedCells) {
    this.#run = run;
    this.#dropped = dropped;
  }

  /** How many blocks of the panel are to come until it is warm and enough of them count. */
  owed(panel: Panel): number {
    const toWarm = Math.max(0, panel.warmupBlocks - (this.#warmed.get(panel) ?? 0));
    return toWarm + Math.max(0, leastBlocks(panel) - (this.#counted.get(panel) ?? 0));
  }

  /**
   * One more block as long as none of the panel counts, since a machine that was disturbed for a few seconds
   * would leave its cells without figures; 0 where there is no hope.
   */
  owedForLost(panel: Panel): number {
    const lost = this.#lost.get(panel) ?? 0;
    return lost > 0 && lost < MOST_LOST && !this.#sound.has(panel) ? 1 : 0;
  }

  /** Journals a post; false where the job must be planned anew because a cell was dropped. */
  take(post: AuditedPost, planned: ReadonlyMap<number, PlannedBlock>): boolean {
    const voided = new Set(post.voided.map((one) => one.block));
    const byBlock = Map.groupBy(post.samples, ({ block }) => block);
    const rows = [...byBlock].flatMap(([block, samples]) =>
      this.#rows(planned.get(block)!, samples, voided.has(block)),
    );
    this.#run.journal(rows);
    this.voided.push(...post.voided);
    this.blocks += post.blocks.length + post.voided.length;
    // What is voided is repeated once, so it is done with when its repeat is. So is what an agent did not
    // carry out, which would be asked for ever.
    const repeats = [...voided].filter((block) => block >= REPEATS_FROM);
    for (const one of [...post.blocks, ...repeats].map((block) => planned.get(block)!)) {
      if (one.isWarmup) addOne(this.#warmed, one.panel);
      else if (!this.#early.has(one.block)) addOne(this.#counted, one.panel);
    }
    for (const one of post.blocks.map((block) => planned.get(block)!)) {
      if (!this.#isWarmup(one)) addOne(this.#sound, one.panel);
    }
    for (const block of repeats) addOne(this.#lost, planned.get(block)!.panel);
    this.exchanges += post.samples.length;
    const droppedBefore = this.#dropped.reasons.size;
    for (const sample of post.samples) this.#dropped.count(sample, planned.get(sample.block)!.panel);
    return this.#dropped.reasons.size === droppedBefore;
  }

  /**
   * Warm-up as a whole are the first blocks of each panel, and those that began in the session's warm-up
   * time.
   */
  #isWarmup({ isWarmup, block }: PlannedBlock): boolean {
    return isWarmup || this.#early.has(block);
  }

  /** Of one block: the first exchanges of each visit settle. */
  #rows(planned: PlannedBlock, samples: readonly Sample[], isVoid: boolean): SampleRow[] {
    const { block, panel } = planned;
    this.#firstStartMs ??= samples[0]!.startMs;
    if (samples[0]!.startMs - this.#firstStartMs < this.#run.leastWarmupMs) this.#early.add(block);
    // What a voided block gave is kept, and left out of every figure as warm-up is.
    const warmup = isVoid || this.#isWarmup(planned);
    const visited = new Map<string, number>();
    return samples.map((sample) => {
      const settling = addOne(visited, sample.cell) <= panel.settlingPerVisit;
      return { session: this.#run.session, warmup, ...(settling && { settling }), ...sample };
    });
  }
}

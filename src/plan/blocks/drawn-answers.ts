// Which timed answers are compared with the original when their block is over: drawn by seed, so that a
// target cannot know which, and as many as a run of a minute needs to find a target that answers one request
// in forty wrongly, not more.

import { deriveSeed, seededRandom, shuffled } from '../../base/random.ts';
import type { BlockSpec, DrawnAnswer } from '../../wire/agent-protocol.ts';

/** Share of wrong answers that a run of a minute finds, and how surely. */
export const FOUND_SHARE = 1 / 40;
export const FOUND_SURELY = 0.95;

/** 119: with fewer, a run that meets one wrong answer in forty may miss them all in more than 5 %. */
export const ANSWERS_NEEDED = Math.ceil(Math.log(1 - FOUND_SURELY) / Math.log(1 - FOUND_SHARE));

/**
 * What of a minute is spent in exchanges that can be drawn, at the least: the rest goes to verification,
 * starts, checks, probes and empty exchanges.
 */
const EXCHANGING_MS = 24_000;

/** One answer is drawn for so much time of exchanging. */
export const DRAWN_EVERY_MS = EXCHANGING_MS / ANSWERS_NEEDED;

/**
 * The block with what is drawn of it: at least one answer, and all where each takes longer than
 * `DRAWN_EVERY_MS`. `expectedMs`: about how long an exchange of the cell takes; null of what has no answer
 * that could be compared, as an empty exchange.
 */
export function drawAnswers(
  block: BlockSpec,
  expectedMs: (cell: string) => number | null,
  sessionSeed: number,
): BlockSpec {
  const places: DrawnAnswer[] = [];
  let blockMs = 0;
  for (const [visit, { cell, exchanges }] of block.visits.entries()) {
    const ms = expectedMs(cell);
    if (ms === null) continue;
    blockMs += ms * exchanges;
    for (let nth = 0; nth < exchanges; nth++) places.push({ visit, nth });
  }
  if (places.length === 0) return block;
  const count = Math.min(places.length, Math.max(1, Math.ceil(blockMs / DRAWN_EVERY_MS)));
  const random = seededRandom(deriveSeed(sessionSeed, 'compared', block.block));
  return { ...block, compare: shuffled(places, random).slice(0, count) };
}

/** The share of wrong answers that so many compared ones, all of them right, may have missed: at 95 %. */
export function shareMissed(compared: number): number {
  return compared === 0 ? 1 : 1 - (1 - FOUND_SURELY) ** (1 / compared);
}

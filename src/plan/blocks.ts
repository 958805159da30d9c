// The blocks of a session, computed from its seed: a round visits every panel, each as often as the plan
// says, in random order; a block visits every cell of its panel, and its empty exchanges, once each in random
// order. A panel's blocks take messages in turn, from a place that is the session's.

import { deriveSeed, seededRandom, shuffled } from '../base/random.ts';
import type { BlockSpec } from '../wire/agent-protocol.ts';
import { EMPTY_CELL } from '../wire/sample.ts';
import type { Panel, Plan, PlannedSession } from './plan.ts';

/**
 * Every warm cell's network item rests on the empty exchanges, and they cost little; cold ones cost as their
 * cells.
 */
const EMPTY_TIMES = 3;

/**
 * Every panel's first block is warm-up. The first rounds visit each panel once, so that a session which has
 * time for little else has a warm-up and a counted block of everything.
 */
export const SHORT_ROUNDS = 2;

/** So many blocks a session carries out even where its time is over before. */
export function blocksAtLeast({ panels }: Pick<PlannedSession, 'panels'>): number {
  return SHORT_ROUNDS * panels.length;
}

/** Round 0, 1, 2, …; block numbers are unique within the session and grow. */
export function blocksOfRound(
  session: PlannedSession,
  round: number,
  plan: Pick<Plan, 'exchangesPerVisit'>,
): BlockSpec[] {
  const isShort = round < SHORT_ROUNDS;
  const everyBlock = session.panels.flatMap((panel) =>
    Array<Panel>(isShort ? 1 : panel.blocksPerRound).fill(panel),
  );
  const panels = shuffled(everyBlock, seededRandom(deriveSeed(session.seed, 'round', round)));
  const before = isShort
    ? round * panels.length
    : blocksAtLeast(session) + (round - SHORT_ROUNDS) * panels.length;
  const turns = new Map<Panel, number>();
  const firstTurn = deriveSeed(session.seed, 'messages');
  return panels.map((panel, index) => {
    const block = before + index;
    const turn = turns.get(panel) ?? turnsBefore(panel, round);
    turns.set(panel, turn + 1);
    const firstMessage = firstTurn + turn * plan.exchangesPerVisit;
    const random = seededRandom(deriveSeed(session.seed, 'block', block));
    const order = shuffled([...panel.cells, ...panel.empties], random);
    const visits = order.map((cell) => {
      const times = cell === EMPTY_CELL ? EMPTY_TIMES : 1;
      return { cell, exchanges: times * plan.exchangesPerVisit };
    });
    return { block, firstMessage, visits };
  });
}

/** How many blocks of the panel come in earlier rounds. */
function turnsBefore({ blocksPerRound }: Panel, round: number): number {
  return Math.min(round, SHORT_ROUNDS) + Math.max(0, round - SHORT_ROUNDS) * blocksPerRound;
}

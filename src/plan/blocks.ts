// The blocks of a session, computed from its seed: a round visits every panel, each as often as the plan
// says, in random order; a block visits every cell of its panel, and its empty exchanges, once each in random
// order. A panel's blocks take messages in turn, from a place that is the session's.

import { deriveSeed, seededRandom, shuffled } from '../base/random.ts';
import type { BlockSpec } from '../wire/agent-protocol.ts';
import { isEmptyCell } from '../wire/sample.ts';
import type { Panel, PlannedSession } from './plan.ts';
import { COUNTED_EMPTIES } from './visits.ts';

/** A block, and what of it the lab alone has to know. */
export interface PlannedBlock extends BlockSpec {
  readonly panel: Panel;
}

/**
 * Round 0, 1, 2, …; block numbers are unique within the session and grow. The first rounds are warm-up: they
 * visit each panel once, those that need less of it from a later round on, so that all are warm together.
 */
export function blocksOfRound(
  session: Pick<PlannedSession, 'seed' | 'panels'>,
  round: number,
): PlannedBlock[] {
  const rounds = warmupRounds(session.panels);
  const times = (panel: Panel) => {
    if (round >= rounds) return panel.blocksPerRound;
    return round >= rounds - panel.warmupBlocks ? 1 : 0;
  };
  const everyBlock = session.panels.flatMap((panel) => Array<Panel>(times(panel)).fill(panel));
  const panels = shuffled(everyBlock, seededRandom(deriveSeed(session.seed, 'round', round)));
  const turns = new Map(session.panels.map((panel) => [panel, turnsBefore(panel, round, rounds)]));
  const before = [...turns.values()].reduce((sum, turn) => sum + turn, 0);
  return panels.map((panel, index) => {
    const turn = turns.get(panel)!;
    turns.set(panel, turn + 1);
    return plannedBlock(session.seed, panel, before + index, turn);
  });
}

/** So many first rounds are warm-up. */
export function warmupRounds(panels: readonly Panel[]): number {
  return Math.max(0, ...panels.map(({ warmupBlocks }) => warmupBlocks));
}

/** How many blocks of the panel come in earlier rounds. */
function turnsBefore({ warmupBlocks, blocksPerRound }: Panel, round: number, rounds: number): number {
  if (round < rounds) return Math.max(0, round - (rounds - warmupBlocks));
  return warmupBlocks + (round - rounds) * blocksPerRound;
}

/** `turn`: how many blocks of the panel came before it. */
function plannedBlock(seed: number, panel: Panel, block: number, turn: number): PlannedBlock {
  const { settlingPerVisit, countedPerVisit, warmupBlocks, blocksPerEmpties } = panel;
  const firstMessage = deriveSeed(seed, 'messages') + turn * (settlingPerVisit + countedPerVisit);
  const afterWarmup = turn - warmupBlocks;
  const hasEmpties = afterWarmup >= 0 && afterWarmup % blocksPerEmpties === 0;
  const order = shuffled(
    [...panel.cells, ...(hasEmpties ? panel.empties : [])],
    seededRandom(deriveSeed(seed, 'block', block)),
  );
  const visits = order.map((cell) => {
    const counted = isEmptyCell(cell) ? COUNTED_EMPTIES : countedPerVisit;
    return { cell, exchanges: settlingPerVisit + counted };
  });
  return { block, firstMessage, visits, panel };
}

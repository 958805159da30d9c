// The blocks of a session, computed from its seed: a round visits every panel, each as often as the plan
// says, in random order; a block visits every cell of its panel, and its empty exchanges, once each in random
// order. Where targets are interleaved, their blocks follow one upon the other, in random order each time. A
// panel's blocks take messages in turn, from a place that is the session's.

import { deriveSeed, seededRandom, shuffled } from '../../base/random.ts';
import type { BlockSpec } from '../../wire/agent-protocol.ts';
import { isEmptyCell } from '../../wire/sample.ts';
import type { Panel, PlannedSession } from '../plan.ts';
import { exchangesInVisit, warmupInBlock } from './visit-exchanges.ts';
import { COUNTED_EMPTIES } from './visits.ts';

/** A block, and what of it the lab alone has to know. */
export interface PlannedBlock extends BlockSpec {
  readonly panel: Panel;
  /** It is one of the first of its panel, which warm up; its repeat is too. */
  readonly isWarmup: boolean;
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
  const turns = shuffled(
    turnsOfRound(session.panels, times),
    seededRandom(deriveSeed(session.seed, 'round', round)),
  );
  const orders = seededRandom(deriveSeed(session.seed, 'targets', round));
  const panels = turns.flatMap((turn) => shuffled(turn, orders));
  const done = new Map(session.panels.map((panel) => [panel, turnsBefore(panel, round, rounds)]));
  const before = [...done.values()].reduce((sum, turn) => sum + turn, 0);
  return panels.map((panel, index) => {
    const turn = done.get(panel)!;
    done.set(panel, turn + 1);
    return plannedBlock(session.seed, panel, before + index, turn);
  });
}

/**
 * Blocks that stay together, each one of its panel: those of targets that are held against one another; a
 * block by itself where its panel has nothing beside it.
 */
function turnsOfRound(panels: readonly Panel[], times: (panel: Panel) => number): Panel[][] {
  const beside = Map.groupBy(panels, (panel) => panel.beside ?? panel.index);
  return [...beside.values()].flatMap((alike) =>
    Array.from({ length: Math.max(...alike.map(times)) }, (_, turn) =>
      alike.filter((panel) => turn < times(panel)),
    ),
  );
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
  const isWarmup = afterWarmup < 0;
  const hasEmpties = !isWarmup && afterWarmup % blocksPerEmpties === 0;
  const exchanges = (cell: string) =>
    isWarmup ? warmupInBlock(panel, cell, turn) : exchangesInVisit(panel, cell);
  const visits = visitsOf({ seed, panel, block }, hasEmpties, exchanges);
  return { block, firstMessage, visits, panel, isWarmup };
}

/** The same block with its panel's empty exchanges, in the place of one that has them and is lost. */
export function withEmpties(seed: number, planned: PlannedBlock): PlannedBlock {
  const exchanges = new Map(planned.visits.map((visit) => [visit.cell, visit.exchanges]));
  return { ...planned, visits: visitsOf({ seed, ...planned }, true, (cell) => exchanges.get(cell)!) };
}

/** `exchanges`: of a cell. */
function visitsOf(
  { seed, panel, block }: { readonly seed: number; readonly panel: Panel; readonly block: number },
  hasEmpties: boolean,
  exchanges: (cell: string) => number,
): BlockSpec['visits'] {
  const order = shuffled(
    [...panel.cells, ...(hasEmpties ? panel.empties : [])],
    seededRandom(deriveSeed(seed, 'block', block)),
  );
  return order.map((cell) => ({
    cell,
    exchanges: isEmptyCell(cell) ? panel.settlingPerVisit + COUNTED_EMPTIES : exchanges(cell),
  }));
}

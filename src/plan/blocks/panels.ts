// Which cells are interleaved with one another, and how often a round visits them.

import type { FactorName } from '../../factors/catalogue.ts';
import { isSequence, wordsKey } from '../../factors/cell.ts';
import { EMPTY_CELLS } from '../../wire/sample.ts';
import type { Panel, PlannedCell } from '../plan.ts';
import { roughlyMs, type Sent } from '../sessions/rough-times.ts';
import { type VisitsAsked, visitCounts } from './visits.ts';

const MOST_BLOCKS_PER_ROUND = 16;
/**
 * Between 0 (every panel as often) and 1 (every panel as long). A half makes the sum of variances least where
 * panels scatter alike (Neyman, see time-shares.ts); what they really scatter is known at the first look.
 */
const EVENNESS = 0.5;
const REQUEST_PANEL = ['n', 'network', 'protocol', 'clients', 'cpu'] as const satisfies readonly FactorName[];
/** Whatever the protocol, since each transport has its own. */
const SEQUENCE_PANEL = ['n', 'network', 'direction', 'mode', 'size'] as const satisfies readonly FactorName[];

/** Panels of the cells given, which are those of one session: one of each target for cells that are alike. */
export function makePanels(cells: readonly PlannedCell[], sent: Sent, asked: VisitsAsked): Panel[] {
  const groups = [...Map.groupBy(cells, panelKey).values()];
  const costsMs = groups.map((group) => meanCostMs(group, sent));
  const largestMs = Math.max(...costsMs);
  const panels: Panel[] = [];
  for (const [place, group] of groups.entries()) {
    const blocksPerRound = clamp(Math.round((largestMs / costsMs[place]!) ** EVENNESS));
    const first = panels.length;
    const visited = visitedBeside(group, sent, asked);
    for (const one of visited) {
      const beside = visited.length > 1 && { beside: first };
      panels.push({ index: panels.length, ...one, blocksPerRound, ...beside });
    }
  }
  return panels;
}

/**
 * The panels of cells that are alike but for their target. All of them visit a cell as often, so that their
 * blocks can be held against one another.
 */
function visitedBeside(group: readonly PlannedCell[], sent: Sent, asked: VisitsAsked) {
  const ofTargets = [...Map.groupBy(group, ({ factors }) => factors.target).values()];
  const isBeside = ofTargets.length > 1;
  const panelOf = (own: readonly PlannedCell[], askedOfIt: VisitsAsked) => {
    const empties = emptyCellIds(own);
    return { cells: own.map(({ id }) => id), empties, ...visitCounts(own, empties, askedOfIt, sent) };
  };
  const alone = ofTargets.map((own) => panelOf(own, { ...asked, isBeside }));
  if (!isBeside) return alone;
  const alike = {
    countedPerVisit: Math.max(...alone.map(({ countedPerVisit }) => countedPerVisit)),
    warmupBlocks: Math.min(...alone.map(({ warmupBlocks }) => warmupBlocks)),
  };
  return ofTargets.map((own) => panelOf(own, { ...asked, isBeside, alike }));
}

/**
 * Requests: same part, n, network and protocol. Messages: whatever the protocol, since each transport has its
 * own; but same direction, mode and size, so that a slow one does not keep the others from being visited.
 */
export function panelKey({ part, factors }: PlannedCell): string {
  return part + wordsKey(factors, isSequence(factors) ? SEQUENCE_PANEL : REQUEST_PANEL);
}

/**
 * The warm one first, then the cold one, where there are cells of that kind; sequences of messages have none.
 */
export function emptyCellIds(cells: readonly PlannedCell[]): string[] {
  const kinds = (['warm', 'cold'] as const).filter((kind) =>
    cells.some(({ factors }) => !isSequence(factors) && factors.connection === kind),
  );
  return kinds.map((kind) => EMPTY_CELLS[kind]);
}

function meanCostMs(cells: readonly PlannedCell[], sent: Sent): number {
  return cells.reduce((sum, { factors }) => sum + roughlyMs(factors, sent), 0) / cells.length;
}

function clamp(blocks: number): number {
  return Math.min(MOST_BLOCKS_PER_ROUND, Math.max(1, blocks));
}

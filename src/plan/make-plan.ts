// study → plan: cells with their names, twins, sessions in their order, panels, seeds. Pure: the same study
// gives the same plan.

import { deriveSeed, seededRandom, shuffled } from '../base/random.ts';
import type { Cell } from '../factors/cell.ts';
import { cellFits } from '../study/cells/filter.ts';
import type { Study } from '../study/study.ts';
import { cellIds } from './cell-ids.ts';
import { leastSessionMs, sharedOut } from './least-time.ts';
import { makePanels } from './panels.ts';
import { kindOfSession, type Plan, type PlannedCell, type PlannedSession, sessionPlace } from './plan.ts';

export interface PlanSettings {
  /**
   * Why this machine cannot give emulated networks: their cells are planned and skipped. null where it can.
   */
  readonly noLink: string | null;
  /** Why these factors can never be run; null where they can. */
  readonly unableReason?: (factors: Cell) => string | null;
}

export function makePlan(study: Study, settings: PlanSettings): Plan {
  const cells = planCells(study, settings);
  const all = [...cells, ...planTwins(study, cells)];
  return {
    seed: study.protocol.seed,
    cells: all,
    sessions: planSessions(study, all),
    looks: study.protocol.looks,
    exchangesPerVisit: study.protocol.exchangesPerVisit,
  };
}

function planCells(study: Study, settings: PlanSettings): PlannedCell[] {
  const cells = study.parts.flatMap((part) => part.cells.map((factors) => ({ part: part.name, factors })));
  const ids = cellIds(cells.map(({ factors }) => factors));
  return cells.map(({ part, factors }, index) => ({
    id: ids[index]!,
    part,
    factors,
    twinOf: null,
    skip: skipReason(factors, settings),
  }));
}

function skipReason(factors: Cell, { noLink, unableReason }: PlanSettings): string | null {
  const unable = unableReason?.(factors) ?? null;
  if (unable !== null) return unable;
  if (sessionPlace(factors) === 'loopback' || noLink === null) return null;
  return `needs the link: ${noLink}`;
}

/** Rotations of one session of each browser × target × place, in seeded order within each. */
function planSessions(study: Study, cells: readonly PlannedCell[]): PlannedSession[] {
  const { seed, budgetMs, sessions } = study.protocol;
  const runnable = cells.filter(({ skip }) => skip === null);
  const groups = Map.groupBy(runnable, (cell) => kindOfSession(sessionKind(cell)));
  const ofKinds = [...groups.values()].map((group) => ({
    kind: sessionKind(group[0]!),
    panels: makePanels(group, study),
  }));
  const { exchangesPerVisit } = study.protocol;
  const leastMs = ofKinds.map(({ panels }) => leastSessionMs(panels, { cells, exchangesPerVisit }, study));
  const timesMs = sharedOut(budgetMs / sessions, leastMs);
  const kinds = ofKinds.map((each, index) => ({ ...each, durationMs: timesMs[index]! }));
  const rotations = Array.from({ length: sessions }, (_, rotation) =>
    shuffled(kinds, seededRandom(deriveSeed(seed, 'rotation', rotation))),
  );
  return rotations.flat().map(({ kind, panels, durationMs }, index) => ({
    index,
    ...kind,
    seed: deriveSeed(seed, 'session', index),
    panels,
    durationMs,
  }));
}

function sessionKind({ factors }: PlannedCell): Pick<PlannedSession, 'browser' | 'target' | 'place'> {
  return { browser: factors.browser, target: factors.target, place: sessionPlace(factors) };
}

/**
 * Names one cell of each browser, target and network twice, so that it is measured twice: the difference of
 * such twins is nothing but noise. Every network has a noise of its own: on a fast one exchanges are short,
 * and the same noise is more percent of them. The twin is the cell that the study names, or one of the
 * middle n.
 */
function planTwins(study: Study, cells: readonly PlannedCell[]): PlannedCell[] {
  const runnable = cells.filter(({ skip }) => skip === null);
  const groups = Map.groupBy(runnable, ({ factors: { browser, target, network } }) =>
    JSON.stringify([browser, target, network]),
  );
  return [...groups.values()].map((group) => {
    const cell = chosen(study, group);
    return { ...cell, id: `${cell.id} (twin)`, twinOf: cell.id };
  });
}

function chosen(study: Study, cells: readonly PlannedCell[]): PlannedCell {
  const { twin } = study.protocol;
  const named = twin === undefined ? undefined : cells.find(({ factors }) => cellFits(factors, twin));
  if (named !== undefined) return named;
  const sizes = [...new Set(cells.map(({ factors }) => factors.n))].sort((a, b) => a - b);
  const middle = sizes[Math.floor((sizes.length - 1) / 2)];
  return cells.find(({ factors }) => factors.n === middle)!;
}

// study → plan: cells with their names, twins, sessions in their order, panels, seeds. Pure: the same study
// gives the same plan.

import { FEWEST_SESSIONS } from '../base/least-evidence.ts';
import type { Cell } from '../factors/cell.ts';
import { cellFits } from '../study/cells/filter.ts';
import { withoutHeld } from '../study/cells/held-parts.ts';
import type { Part, Study } from '../study/study.ts';
import { makePanels, panelKey } from './blocks/panels.ts';
import { cellIds } from './cell-ids.ts';
import { withDesign, withoutDesign } from './design/design.ts';
import { askedPairs, countQuestions, familySizes } from './pairs.ts';
import {
  loadOf,
  type Plan,
  type PlannedCell,
  type PlannedSession,
  type SessionPlace,
  type SessionPrograms,
  sessionPlace,
  slowdownOf,
  twinKey,
} from './plan.ts';
import { fittingCells, noTimeFor } from './sessions/leave-out.ts';
import { type KindOfSessions, sessionsOfRotations } from './sessions/rotations.ts';
import {
  chooseLengths,
  countedExchanges,
  type KindTimes,
  kindTimes,
  leastRotationMs,
} from './sessions/session-times.ts';
import { aroundMs } from './sessions/wall-costs.ts';

export interface PlanSettings {
  /**
   * Why this machine cannot give emulated networks: their cells are planned and skipped. null where it can.
   */
  readonly noLink: string | null;
  /** Why these factors can never be run; null where they can. */
  readonly unableReason?: (factors: Cell) => string | null;
  /**
   * The budget holds so many times what its cells are reckoned to take, or some are left out; absent: once.
   */
  readonly room?: number;
}

/**
 * Of all parts but those that predictions are held beside, which have a plan of their own (`held-plan.ts`).
 */
export function makePlan(whole: Study, settings: PlanSettings): Plan {
  const study = withoutHeld(whole);
  return planOfCells(study, planCells(whole, study.parts, settings), settings.room);
}

/**
 * The plan of the same study without what turned out to be impossible here: `reason` says why, or null. The
 * time goes to the others, those among them that there was none for.
 */
export function planWithout(
  study: Study,
  { cells, share }: Plan,
  reason: (cell: PlannedCell) => string | null,
  room = 1,
): Plan {
  const noTime = noTimeFor(study.protocol.budgetMs);
  const asked = withoutDesign(cells)
    .filter(({ twinOf }) => twinOf === null)
    .map((cell) => ({ ...cell, skip: (cell.skip?.startsWith(noTime) ? null : cell.skip) ?? reason(cell) }));
  return { ...planOfCells(study, asked, room), ...(share !== undefined && { share }) };
}

function planOfCells(study: Study, asked: readonly PlannedCell[], room = 1): Plan {
  const designed = withDesign(study, asked);
  const cells = withTwins(study, fittingCells(study, designed, panelKey, excessMs(study, room)));
  const { sessions } = timesInBudget(study, cells);
  return { design: 2, seed: study.protocol.seed, cells, sessions };
}

/** By how much the fewest sessions that an answer needs are too long for the budget with these cells, ms. */
function excessMs(study: Study, room: number): (cells: readonly PlannedCell[]) => number {
  const { budgetMs, sessions } = study.protocol;
  return (cells) => {
    const shortest = runOfLength(study, cells, 1);
    return shortest.aroundMs + room * (sessions ?? FEWEST_SESSIONS) * shortest.rotationMs - budgetMs;
  };
}

/** What cells take by themselves. */
export interface RunOfLength {
  readonly aroundMs: number;
  readonly rotationMs: number;
  /** Cell → what the sessions with it have in common, and counted exchanges of it in one of them. */
  readonly places: ReadonlyMap<string, { readonly kind: string; readonly exchanges: number }>;
}

/** `times`: so many times as long as the shortest that sessions with these cells can be. */
export function runOfLength(study: Study, cells: readonly PlannedCell[], times: number): RunOfLength {
  const all = withTwins(study, cells);
  const kinds = kindsOf(study, all).map((kind) => ({ ...kind.times, leastMs: times * kind.times.leastMs }));
  const places = kinds.flatMap((kind) =>
    kind.panels.flatMap((panel) =>
      panel.cells.map((id) => {
        const exchanges = countedExchanges(panel, kind, kind.leastMs, [id]);
        return [id, { kind: kind.kind, exchanges }] as const;
      }),
    ),
  );
  return { aroundMs: aroundMs(all), rotationMs: leastRotationMs(kinds), places: new Map(places) };
}

/** The cells of some parts, with ids that no other cell of the study has. */
export function planCells(whole: Study, parts: readonly Part[], settings: PlanSettings): PlannedCell[] {
  const names = new Set(parts.map(({ name }) => name));
  const cells = whole.parts.flatMap((part) => part.cells.map((factors) => ({ part: part.name, factors })));
  const ids = cellIds(cells.map(({ factors }) => factors));
  return cells
    .map(({ part, factors }, index) => ({
      id: ids[index]!,
      part,
      factors,
      twinOf: null,
      skip: skipReason(factors, settings),
    }))
    .filter(({ part }) => names.has(part));
}

function skipReason(factors: Cell, { noLink, unableReason }: PlanSettings): string | null {
  const unable = unableReason?.(factors) ?? null;
  if (unable !== null) return unable;
  if (sessionPlace(factors) === 'loopback' || noLink === null) return null;
  return needsLink(noLink);
}

/** Words of a plan and of a report. */
export function needsLink(why: string): string {
  return `needs the link: ${why}`;
}

export interface PlannedKind {
  readonly kind: Omit<KindOfSessions, 'durationMs'>;
  readonly times: KindTimes;
}

/**
 * Browser × target × place, or browser × place where targets are interleaved: each with the panels of its
 * cells. `settles`: whether its visits do.
 */
export function kindsOf(
  study: Study,
  cells: readonly PlannedCell[],
  settles: (place: SessionPlace) => boolean = () => true,
): PlannedKind[] {
  const { exchangesPerVisit, warmup, interleave } = study.protocol;
  const asked = {
    exchangesPerVisit,
    warmupExchanges: warmup.exchanges,
    isWarmupGiven: warmup.given === true,
  };
  const byId = new Map(cells.map((cell) => [cell.id, cell]));
  const runnable = cells.filter(({ skip }) => skip === null);
  const groups = Map.groupBy(runnable, ({ factors }) =>
    JSON.stringify([
      factors.browser,
      interleave === 'target' ? null : factors.target,
      sessionPlace(factors),
      loadOf(factors),
      slowdownOf(factors),
    ]),
  );
  return [...groups.values()].map((group) => {
    const own = sessionKind(group);
    const kind = { ...own, panels: makePanels(group, study, { ...asked, settles: settles(own.place) }) };
    return { kind, times: kindTimes(kind, byId, study) };
  });
}

/** The sessions of the whole run, as long and as many as its budget allows. */
function timesInBudget(study: Study, cells: readonly PlannedCell[]): { readonly sessions: PlannedSession[] } {
  const kinds = kindsOf(study, cells);
  if (kinds.length === 0) return { sessions: [] };
  const { seed, budgetMs, sessions, confidence } = study.protocol;
  const { rotations, durationsMs } = chooseLengths(
    kinds.map(({ times }) => times),
    budgetMs - aroundMs(cells),
    {
      sessions,
      comparisons: largestFamily(study, cells),
      confidence,
      questions: countQuestions(study, cells),
      done: 0,
    },
  );
  const lengths = kinds.map(({ kind }, index) => ({ ...kind, durationMs: durationsMs[index]! }));
  return { sessions: sessionsOfRotations(lengths, rotations, seed) };
}

/** How many comparisons an asked one of cells that can be measured holds together with, the most of them. */
export function largestFamily(study: Study, cells: readonly PlannedCell[]): number {
  const measured = cells.filter(({ skip, twinOf }) => skip === null && twinOf === null);
  const asked = askedPairs(measured, study.comparisons);
  const sizeFor = familySizes(measured, asked);
  return Math.max(0, ...asked.map(({ a, b }) => sizeFor(a, b)));
}

/** Of cells that share their sessions. */
function sessionKind(
  cells: readonly PlannedCell[],
): SessionPrograms & Pick<PlannedSession, 'place' | 'load' | 'cpu'> {
  const { browser, target, network } = cells[0]!.factors;
  const load = loadOf(cells[0]!.factors);
  const slowdown = slowdownOf(cells[0]!.factors);
  const targets = [...new Set(cells.map(({ factors }) => factors.target))];
  return {
    browser,
    target,
    ...(targets.length > 1 && { targets }),
    place: sessionPlace({ network }),
    ...(load !== null && { load }),
    ...(slowdown !== null && { cpu: slowdown }),
  };
}

function withTwins(study: Study, cells: readonly PlannedCell[]): PlannedCell[] {
  return [...cells, ...planTwins(study, cells)];
}

/**
 * Names one cell of each browser, target and network twice, so that it is measured twice: the difference of
 * such twins is nothing but noise. Every network has a noise of its own: on a fast one exchanges are short,
 * and the same noise is more percent of them. So have sessions under a load and of a slowed client. The twin
 * is the cell that the study names, or one of the middle n. A cell that is the only one gets the whole time
 * instead, unless the study names it.
 */
function planTwins(study: Study, cells: readonly PlannedCell[]): PlannedCell[] {
  const runnable = cells.filter(({ skip }) => skip === null);
  if (runnable.length === 1 && study.protocol.twin === undefined) return [];
  const groups = Map.groupBy(runnable, ({ factors }) => twinKey(factors));
  return [...groups.values()].map((group) => {
    const { role: _, ...cell } = chosen(study, group);
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

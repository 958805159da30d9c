// For each comparison that a study asks: how narrow its interval will be about when the plan is carried out,
// and how long its precision would take.

import { isOverNetwork } from '../factors/browser.ts';
import { type Cell, isSequence } from '../factors/cell.ts';
import { isSecure } from '../factors/protocol.ts';
import { isLookedAtOnce } from '../stats/answers/looks.ts';
import type { Study } from '../study/study.ts';
import { type ForeseenPair, foreseenSessions, foreseenWidth } from './foreseen.ts';
import { askedPairs, countQuestions, familySizes, type Pair, pooledPairs } from './pairs.ts';
import type { Panel, Plan } from './plan.ts';
import { kindsAtFirst, rotationsIn } from './sessions/rotations.ts';
import { roughlyMs } from './sessions/rough-times.ts';
import { countedExchanges, type KindTimes, kindTimes, leastRotationMs } from './sessions/session-times.ts';
import { aroundMs } from './sessions/wall-costs.ts';

export interface ForeseenAnswer extends Pair {
  /** Half-width of its interval, as a share; null: one session tells nothing of it. */
  readonly width: number | null;
  /** Wall time of a run that tells it to the precision asked, ms; null: nobody would wait so long. */
  readonly budgetMs: number | null;
}

interface Place {
  readonly panel: Panel;
  readonly times: KindTimes;
  readonly durationMs: number;
}

export function foreseenAnswers(study: Study, plan: Plan): ForeseenAnswer[] {
  const measured = plan.cells.filter(({ skip, twinOf }) => skip === null && twinOf === null);
  const pairs = askedPairs(measured, study.comparisons);
  const sizeFor = familySizes(measured, pairs);
  const places = placesOfCells(study, plan);
  const pooled = Map.groupBy(pooledPairs(measured, pairs), ({ a, b }) => {
    const times = places.get(a)?.times;
    return times === places.get(b)?.times ? times : undefined;
  });
  const rotations = rotationsCarriedOut(study, plan);
  // As a run shares its level (`run/course.ts`): by the rotations planned, though the clock may end it
  // before. Shares are looked at when all of them are merged.
  const isShare = plan.share !== undefined;
  const isOnce = !isShare && isLookedAtOnce(rotationsIn(plan.sessions), countQuestions(study, plan.cells));
  const kinds = new Map([...places.values()].map(({ times, durationMs }) => [times, durationMs]));
  const rotationMs = [...kinds].reduce((sum, [times, durationMs]) => sum + times.overheadMs + durationMs, 0);
  return pairs.map((pair) => {
    const [a, b] = [places.get(pair.a)!, places.get(pair.b)!];
    const exchangesOf = ({ panel, times, durationMs }: Place, id: string) =>
      countedExchanges(panel, times, durationMs, [id]);
    const foreseen: ForeseenPair = {
      exchanges: [exchangesOf(a, pair.a), exchangesOf(b, pair.b)],
      together: a.times === b.times,
      pooled: pooled.get(a.times)?.length ?? 0,
    };
    const family = sizeFor(pair.a, pair.b);
    const { confidence } = study.protocol;
    const width = foreseenWidth(foreseen, rotations, family, confidence, isOnce || isShare, isOnce);
    const sessions = foreseenSessions(foreseen, study.protocol, family);
    return {
      ...pair,
      width: Number.isFinite(width) ? width : null,
      budgetMs: sessions === null ? null : aroundMs(plan.cells) + sessions * rotationMs,
    };
  });
}

/**
 * Of those that are planned, as many as the time has room for: what the study says of its sessions may be
 * more than its budget, which ends the run. The first is carried out however long it takes.
 */
export function rotationsCarriedOut(study: Study, plan: Plan): number {
  const planned = rotationsIn(plan.sessions);
  if (study.protocol.sessions === null || plan.share !== undefined) return planned;
  const fit = Math.floor((study.protocol.budgetMs - aroundMs(plan.cells)) / leastRotationMsOf(study, plan));
  return Math.min(planned, Math.max(1, fit));
}

/**
 * About what a run of one session of each kind takes, ms, where the budget does not hold that; else null. Of
 * two cells that no budget was asked to hold nothing is left out.
 */
export function beyondBudgetMs(study: Study, plan: Plan): number | null {
  if (plan.share !== undefined || plan.sessions.length === 0) return null;
  const ms = aroundMs(plan.cells) + leastRotationMsOf(study, plan);
  return ms > study.protocol.budgetMs ? ms : null;
}

function leastRotationMsOf(study: Study, plan: Plan): number {
  const cells = new Map(plan.cells.map((cell) => [cell.id, cell]));
  return leastRotationMs(kindsAtFirst(plan).map((kind) => kindTimes(kind, cells, study)));
}

function placesOfCells(study: Study, plan: Plan): Map<string, Place> {
  const cells = new Map(plan.cells.map((cell) => [cell.id, cell]));
  const places = new Map<string, Place>();
  for (const { durationMs, ...kind } of kindsAtFirst(plan)) {
    const times = kindTimes(kind, cells, study);
    for (const panel of kind.panels)
      for (const id of panel.cells) places.set(id, { panel, times, durationMs });
  }
  return places;
}

/** Of pages that are not cross-origin isolated, as those on phones are; elsewhere clocks are far finer. */
const COARSE_CLOCK_MS = 1;

function isCoarse({ browser, protocol }: Cell): boolean {
  return isOverNetwork(browser) && !isSecure(protocol);
}

/** Cells whose exchanges are too short for such a clock to tell them to that precision. */
export function beyondTheClock(study: Study, plan: Plan): string[] {
  return plan.cells
    .filter(({ skip, factors }) => skip === null && isCoarse(factors) && !isSequence(factors))
    .filter(({ factors }) => COARSE_CLOCK_MS / roughlyMs(factors, study) > study.protocol.precision)
    .map(({ id }) => id);
}

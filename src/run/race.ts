// What a look changes for the sessions after it: cells that no open question needs are dropped, the panels
// that are left share the time by need, and there are as many sessions more as make intervals narrowest in
// the time that is left. Never inside a rotation.

import { countedInVisit } from '../plan/blocks/visit-exchanges.ts';
import { kindOfSession, type Panel, type Plan, type PlannedSession } from '../plan/plan.ts';
import { isForAlarm, type Rest, rotationsIn, withRest } from '../plan/sessions/rotations.ts';
import {
  chooseLengths,
  countedBlocks,
  countedExchanges,
  type KindTimes,
} from '../plan/sessions/session-times.ts';
import type { RaceStep } from '../record/record.ts';
import { WITHIN_EXCHANGES, WITHIN_SD } from '../stats/estimates/seen-scatter.ts';
import { timeShares } from '../stats/estimates/time-shares.ts';
import type { Study } from '../study/study.ts';
import type { OpenQuestions } from '../summary/comparisons/open-questions.ts';

const MOST_BLOCKS_PER_ROUND = 16;
/** Beside a panel that is there for its twin's alarm alone, which is to take no more than that of a round. */
const MOST_BESIDE_ALARM = 4 * MOST_BLOCKS_PER_ROUND;
const ALARM_SHARE = 0.1;

export interface RaceState {
  readonly study: Study;
  readonly plan: Plan;
  /** Sessions that were begun, or belong to a rotation that was. */
  readonly begun: number;
  /** Dropped by earlier looks. */
  readonly droppedBefore: ReadonlySet<string>;
  /** What sessions take, as far as is known. */
  readonly timesOf: (session: PlannedSession) => KindTimes;
  /** For the sessions after it, of several at once in all, ms; infinite where the run has no limit. */
  readonly leftMs: number;
}

export interface Raced {
  readonly plan: Plan;
  readonly step: RaceStep;
}

export function race(state: RaceState, rotations: number, found: OpenQuestions): Raced {
  const { plan, begun, droppedBefore, study: sent } = state;
  const dropped = new Set(
    plan.cells.filter(({ id, skip }) => skip === null && !found.neededCells.has(id)).map(({ id }) => id),
  );
  const done = rotationsIn(plan.sessions.slice(0, begun));
  const only = { dropped, sent, ...(found.askedCells && { asked: found.askedCells }) };
  const nextOnce = (blocksPerRound: Rest['blocksPerRound']) =>
    withRest(plan, begun, { ...only, rotations: done + 1, blocksPerRound }).sessions.slice(begun);
  const shares = blocksByNeed(nextOnce(null), state, found);
  const shared = {
    ...only,
    blocksPerRound: (kind: string, panel: Panel) =>
      shares.get(kind)?.get(panel.index) ?? panel.blocksPerRound,
  };
  const more = rotationsMore(state, nextOnce(shared.blocksPerRound), done, found);
  const step = {
    rotations,
    dropped: [...dropped].filter((cell) => !droppedBefore.has(cell)),
    returned: [...droppedBefore].filter((cell) => !dropped.has(cell)),
  };
  return { plan: withRest(plan, begun, { rotations: done + more, ...shared }), step };
}

/** As many as the time that is left has a use for; as planned where there is no limit, or the study says. */
function rotationsMore(
  { study: { protocol }, plan, begun, timesOf, leftMs }: RaceState,
  next: readonly PlannedSession[],
  done: number,
  found: OpenQuestions,
): number {
  if (protocol.sessions !== null) return Math.max(0, protocol.sessions - done);
  if (!Number.isFinite(leftMs) || next.length === 0) return rotationsIn(plan.sessions.slice(begun));
  const asked = {
    sessions: null,
    comparisons: found.family ?? found.asked,
    confidence: protocol.confidence,
    questions: found.open,
    done,
    isAsked: (panel: Panel) => !isForAlarm(panel, found.askedCells),
    before: (kind: number, panel: number) => exchangesBefore(plan.sessions, next[kind]!, panel, timesOf),
  };
  return chooseLengths(next.map(timesOf), leftMs, asked).rotations;
}

/** Of each cell of the panel in a session of this kind as the first of them was planned. */
function exchangesBefore(
  sessions: readonly PlannedSession[],
  next: PlannedSession,
  panel: number,
  timesOf: RaceState['timesOf'],
): number | undefined {
  const first = sessions.find((session) => kindOfSession(session) === kindOfSession(next));
  const own = first?.panels.find(({ index }) => index === panel);
  return first === undefined || own === undefined
    ? undefined
    : countedExchanges(own, timesOf(first), first.durationMs);
}

/** Kind of session → panel → blocks of a round; as planned where nobody says what is asked. */
function blocksByNeed(
  next: readonly PlannedSession[],
  { timesOf }: RaceState,
  { withinVariances, askedCells }: OpenQuestions,
): Map<string, Map<number, number>> {
  return new Map(
    next.map((session) => {
      const times = timesOf(session);
      const needs = session.panels.map((panel) => {
        const blocks = countedBlocks(panel, times, session.durationMs);
        const known = Math.max(0, ...panel.cells.map((cell) => withinVariances.get(cell) ?? 0)) * blocks;
        // What claims are about need not be compared, and has no variance of its own then.
        const isUnknown = known === 0 && askedCells !== undefined && !isForAlarm(panel, askedCells);
        const blockVariance = isUnknown ? usualBlockVariance(panel) : known;
        return { blockVariance, blockMs: times.blocksMs.get(panel.index)! };
      });
      if (needs.every(({ blockVariance }) => blockVariance === 0)) return [kindOfSession(session), new Map()];
      const perBlock = timeShares(needs).map((share, index) => share / needs[index]!.blockMs);
      const smallest = Math.min(...perBlock.filter((number) => number > 0));
      const blocks = perBlock.map((number) =>
        Math.min(MOST_BLOCKS_PER_ROUND, Math.max(1, Math.round(number / smallest))),
      );
      // Blocks that stand beside one another are as many, or nothing would stand beside the last ones.
      const turns = [...Map.groupBy(session.panels.keys(), (at) => turnOf(session.panels[at]!)).values()];
      const rounds = turns.map((panels) => ({
        panels,
        blocks: Math.max(...panels.map((at) => blocks[at]!)),
        blockMs: panels.reduce((sum, at) => sum + needs[at]!.blockMs, 0),
        isForAlarm: panels.every((at) => isForAlarm(session.panels[at]!, askedCells)),
      }));
      const own = besideAlarms(rounds).flatMap((turn) =>
        turn.panels.map((at) => [session.panels[at]!.index, turn.blocks] as const),
      );
      return [kindOfSession(session), new Map(own)];
    }),
  );
}

/** Of one block's log ratio, in a session that is one block long, where nobody has seen any. */
function usualBlockVariance(panel: Panel): number {
  const exchanges = Math.min(...panel.cells.map((cell) => countedInVisit(panel, cell)));
  return (WITHIN_SD ** 2 * WITHIN_EXCHANGES) / exchanges;
}

/** Panels whose blocks stand together, in one round. */
interface Turn {
  readonly blocks: number;
  readonly blockMs: number;
  /** Nothing is asked of their cells. */
  readonly isForAlarm: boolean;
}

/**
 * A twin's cell may take many times what is asked takes, and with as many blocks nearly all of the time: of
 * what is asked there are so many more that the alarm has a small share.
 */
function besideAlarms<T extends Turn>(turns: readonly T[]): readonly T[] {
  const takesMs = (alarms: boolean) =>
    turns.reduce(
      (sum, { isForAlarm: own, blocks, blockMs }) => sum + (own === alarms ? blocks * blockMs : 0),
      0,
    );
  const asked = turns.filter((turn) => !turn.isForAlarm);
  if (asked.length === turns.length || asked.length === 0) return turns;
  const wanted = Math.ceil(((1 / ALARM_SHARE - 1) * takesMs(true)) / takesMs(false));
  const most = Math.floor(MOST_BESIDE_ALARM / Math.max(...asked.map(({ blocks }) => blocks)));
  const times = Math.max(1, Math.min(wanted, most));
  return turns.map((turn) => (turn.isForAlarm ? turn : { ...turn, blocks: times * turn.blocks }));
}

/** The same for panels whose blocks stand together. */
function turnOf({ beside, index }: Panel): number {
  return beside ?? index;
}

/** Cells that the looks of an earlier run had dropped in the end. */
export function droppedBy(steps: readonly RaceStep[]): ReadonlySet<string> {
  const dropped = new Set<string>();
  for (const step of steps) {
    for (const cell of step.dropped) dropped.add(cell);
    for (const cell of step.returned) dropped.delete(cell);
  }
  return dropped;
}

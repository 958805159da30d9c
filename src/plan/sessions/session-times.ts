// How long sessions are and how many there are of them: as many as make the intervals narrowest. Short ones
// spend their time on starts and warm-up, long ones are few, and few make wide intervals.

import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import { areMany, isLookedAtOnce } from '../../stats/answers/looks.ts';
import type { Study } from '../../study/study.ts';
import { countedInVisit, warmupExchanges } from '../blocks/visit-exchanges.ts';
import { cellsTakeMs, leastBlocks } from '../blocks/visits.ts';
import { foreseenWidth } from '../foreseen.ts';
import { kindOfSession, type Panel, type PlannedCell } from '../plan.ts';
import type { KindOfSessions } from './rotations.ts';
import { roughlyMs, type Sent } from './rough-times.ts';
import { sessionOverheadMs } from './wall-costs.ts';

/** More of them, and shorter ones, make intervals hardly narrower. */
export const MOST_ROTATIONS = 30;

/**
 * At looks on the way half of many questions are answered and dropped, and the others get the time of those.
 * So a run that looks answers as many as one whose only look, at its end, has intervals narrower by a
 * quarter, and half of them in a third of the time (stats/proofs/wall-time.ts).
 */
const LOOKS_MAKE_UP_FOR = 1.25;

/**
 * For the same reason, of plans that look on the way and whose intervals are about as wide, the one with the
 * most sessions is best: its first look comes first.
 */
const ABOUT_AS_WIDE = 1.06;

/**
 * The run's first session may take so many times the budget beyond the end of it, lest nothing be measured.
 */
export const FIRST_MAY_TAKE = 1;

/** What one session of a kind takes, ms. */
export interface KindTimes {
  /** `chromium node loopback` */
  readonly kind: string;
  readonly panels: readonly Panel[];
  /** Around its blocks: starts, checks, probes, closing. */
  readonly overheadMs: number;
  readonly warmupMs: number;
  /** A round of blocks after the warm-up. */
  readonly roundMs: number;
  /** Panel's index → one of its blocks. */
  readonly blocksMs: ReadonlyMap<number, number>;
  /** Its blocks, whatever its time: warm-up, and as many blocks as must count. */
  readonly leastMs: number;
}

export function kindTimes(
  { panels, ...kind }: Omit<KindOfSessions, 'durationMs'>,
  cells: ReadonlyMap<string, PlannedCell>,
  study: Sent & Pick<Study, 'protocol'>,
): KindTimes {
  const blocksMs = panels.map((panel) => roughBlockMs(panel, cells, study));
  const total = (times: (panel: Panel) => number) =>
    panels.reduce((sum, panel, index) => sum + times(panel) * blocksMs[index]!, 0);
  const ofWarmupMs = panels.reduce((sum, panel) => sum + roughWarmupMs(panel, cells, study), 0);
  const warmupMs = Math.max(study.protocol.warmup.leastMs, ofWarmupMs);
  const own = panels.flatMap((panel) => panel.cells.map((id) => cells.get(id)!));
  return {
    kind: kindOfSession(kind),
    panels,
    overheadMs: sessionOverheadMs(kind, own, study),
    warmupMs,
    roundMs: total(({ blocksPerRound }) => blocksPerRound),
    blocksMs: new Map(panels.map(({ index }, place) => [index, blocksMs[place]!])),
    leastMs: warmupMs + total(leastBlocks),
  };
}

/** With its empty exchanges, which take a tenth at most. */
export function roughBlockMs(panel: Panel, cells: ReadonlyMap<string, PlannedCell>, sent: Sent): number {
  const own = panel.cells.map((id) => cells.get(id)!);
  return cellsTakeMs(own, panel, sent) * (panel.empties.length === 0 ? 1 : WITH_EMPTIES);
}

/** Without empty exchanges, and as much longer: what is to get warm is slower still. */
function roughWarmupMs(panel: Panel, cells: ReadonlyMap<string, PlannedCell>, sent: Sent): number {
  const cellsMs = panel.cells.map(
    (id) => warmupExchanges(panel, id) * roughlyMs(cells.get(id)!.factors, sent),
  );
  return cellsMs.reduce((sum, ms) => sum + ms, 0) * (panel.empties.length === 0 ? 1 : WITH_EMPTIES);
}

const WITH_EMPTIES = 1.1;

/** Blocks of a panel that count in a session of that length. */
export function countedBlocks(panel: Panel, times: KindTimes, durationMs: number): number {
  const rounds = (durationMs - times.warmupMs) / times.roundMs;
  return Math.max(leastBlocks(panel), rounds * panel.blocksPerRound);
}

/** Counted exchanges in them of that one of these cells which has the fewest. */
export function countedExchanges(
  panel: Panel,
  times: KindTimes,
  durationMs: number,
  cells: readonly string[] = panel.cells,
): number {
  const inVisit = Math.min(...cells.map((cell) => countedInVisit(panel, cell)));
  return inVisit * countedBlocks(panel, times, durationMs);
}

/** All times of a rotation beside what its sessions may take or leave. */
export function leastRotationMs(kinds: readonly KindTimes[]): number {
  return kinds.reduce((sum, { overheadMs, leastMs }) => sum + overheadMs + leastMs, 0);
}

export interface Lengths {
  readonly rotations: number;
  /** For the blocks of each kind's sessions, in the order of the kinds, ms. */
  readonly durationsMs: readonly number[];
}

/** What the sessions are for. */
export interface Asked {
  /** null: as many as make the intervals narrowest. */
  readonly sessions: number | null;
  readonly comparisons: number;
  readonly confidence: number;
  /** How many questions are open; absent: few. */
  readonly questions?: number;
  /** Rotations that are done with already. */
  readonly done: number;
  /** Whether anything is asked of a panel's cells; absent: of all. */
  readonly isAsked?: (panel: Panel) => boolean;
  /** Counted exchanges of a cell in each of those, by kind and panel; absent: as in those to come. */
  readonly before?: (kind: number, panel: number) => number | undefined;
}

/**
 * So many rotations in `availableMs`, at least one. Where not even the fewest fit that an answer needs, as
 * many as do; the clock then ends the last.
 */
export function chooseLengths(kinds: readonly KindTimes[], availableMs: number, asked: Asked): Lengths {
  const most = Math.floor(availableMs / leastRotationMs(kinds));
  const needed = Math.max(1, FEWEST_SESSIONS - asked.done);
  if (asked.sessions !== null) return lengthsOf(kinds, availableMs, asked.sessions);
  if (most <= needed) return lengthsOf(kinds, availableMs, Math.max(1, most));
  const numbers = Array.from(
    { length: Math.min(most, Math.max(needed, MOST_ROTATIONS - asked.done)) - needed + 1 },
    (_, more) => needed + more,
  );
  const all = numbers.map((rotations) => lengthsOf(kinds, availableMs, rotations));
  return bestOf(
    all.map((lengths) => ({ lengths, logWidth: meanLogWidth(kinds, lengths, asked) })),
    asked,
  );
}

interface Candidate {
  readonly lengths: Lengths;
  /** Of intervals at its end, their half-width in the mean. */
  readonly logWidth: number;
}

function bestOf(candidates: readonly Candidate[], asked: Asked): Lengths {
  const narrowest = (some: readonly Candidate[]) => Math.min(...some.map(({ logWidth }) => logWidth));
  const atMost = (some: readonly Candidate[], logWidth: number) =>
    some.filter((each) => each.logWidth <= logWidth).map(({ lengths }) => lengths);
  if (!areMany(asked.questions ?? 0)) return atMost(candidates, narrowest(candidates))[0]!;
  const once = candidates.filter(({ lengths }) => isOnlyLook(lengths.rotations, asked));
  const looking = candidates.filter((each) => !once.includes(each));
  const isOnceBetter = narrowest(looking) > narrowest(once) + Math.log(LOOKS_MAKE_UP_FOR);
  if (isOnceBetter) return atMost(once, narrowest(once))[0]!;
  return atMost(looking, narrowest(looking) + Math.log(ABOUT_AS_WIDE)).at(-1)!;
}

/** Where a run goes on, looks were taken. */
function isOnlyLook(rotations: number, { done, questions = 0 }: Asked): boolean {
  return done === 0 && isLookedAtOnce(rotations, questions);
}

function lengthsOf(kinds: readonly KindTimes[], availableMs: number, rotations: number): Lengths {
  const overheadMs = kinds.reduce((sum, kind) => sum + kind.overheadMs, 0);
  const leastMs = kinds.map((kind) => kind.leastMs);
  return { rotations, durationsMs: sharedOut(availableMs / rotations - overheadMs, leastMs) };
}

function meanLogWidth(
  kinds: readonly KindTimes[],
  { rotations, durationsMs }: Lengths,
  asked: Asked,
): number {
  const { done, comparisons, confidence, isAsked = () => true } = asked;
  const all = done + rotations;
  const isOnce = isOnlyLook(rotations, asked);
  const logs = kinds.flatMap((times, index) =>
    times.panels.filter(isAsked).map((panel) => {
      const own = countedExchanges(panel, times, durationsMs[index]!);
      const before = asked.before?.(index, panel.index) ?? own;
      // Sessions count alike, so that a long one does not make up for short ones.
      const exchanges = all / (done / before + rotations / own);
      // About as many say how far they scatter as hold together.
      const pair = { exchanges: [exchanges, exchanges], together: true, pooled: comparisons } as const;
      // What more of the level an only look has is not counted: for that alone a run of four minutes would be
      // one of a few long sessions, which can neither end early nor drop what is answered.
      return Math.log(foreseenWidth(pair, all, comparisons, confidence, isOnce, false));
    }),
  );
  return logs.reduce((sum, log) => sum + log, 0) / logs.length;
}

/**
 * Time for each session of a rotation, ms: all alike, but for those that take longer whatever their time;
 * these get what they need, and the others share the rest. Where there is too little for that, what each
 * needs.
 */
export function sharedOut(rotationMs: number, leastMs: readonly number[]): number[] {
  if (leastMs.reduce((sum, ms) => sum + ms, 0) >= rotationMs) return [...leastMs];
  const long = new Set<number>();
  for (;;) {
    const takenMs = [...long].reduce((sum, index) => sum + leastMs[index]!, 0);
    const shareMs = (rotationMs - takenMs) / (leastMs.length - long.size);
    const longer = [...leastMs.keys()].filter((index) => !long.has(index) && leastMs[index]! > shareMs);
    if (longer.length === 0) return leastMs.map((ms, index) => (long.has(index) ? ms : shareMs));
    for (const index of longer) long.add(index);
  }
}

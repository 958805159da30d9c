// Keeps a run within its time: how long the next session's blocks may take, from the time that is left and
// from what the sessions done so far took around theirs. What a plan foresaw is only the beginning.

import { FEWEST_SESSIONS } from '../base/least-evidence.ts';
import { leastBlocks } from '../plan/blocks/visits.ts';
import { kindOfSession, type Panel, type PlannedSession } from '../plan/plan.ts';
import { rotationsIn } from '../plan/sessions/rotations.ts';
import type { KindTimes } from '../plan/sessions/session-times.ts';
import { endsMs, type Lanes, lanesOf, leftInAllMs, spareMsEach } from './lanes.ts';

/** Of what was learned before, beside the latest session: machines get busier and quieter again. */
const MEMORY = 0.5;
/** A session whose time is hardly more than its least says how long that takes. */
const LITTLE_MORE = 1.1;
/** Of the time that is left, while there may be too few sessions for an answer. */
const KEPT_BACK = 0.15;

export interface SessionTook {
  /** From its beginning to its end, ms. */
  readonly wallMs: number;
  /** Of that its blocks. */
  readonly blocksMs: number;
  /** How many they were; null or absent: nobody counted them. */
  readonly blocks?: number | null;
}

export interface PaceSettings {
  /** The study says how many sessions there are, and none is longer than was planned. */
  readonly isNumberGiven?: boolean;
  /** Rotations that are begun however little time is left. */
  readonly fewest?: number;
  /** The sessions of these may end so much later. */
  readonly graceMs?: number;
  /** The run's first session is granted no more than that; absent: whatever it takes. */
  readonly mostFirstGraceMs?: number;
  /** They do no more than they must: what is left goes to what they leave open. */
  readonly areFirstShort?: boolean;
  /** So many sessions at once; absent: one. */
  readonly parallel?: number;
}

export class Pace {
  /** When the last block is to be done, on the run's clock; null: no limit, and every session as planned. */
  readonly endMs: number | null;
  readonly #isNumberGiven: boolean;
  readonly #fewest: number;
  readonly #graceMs: number;
  readonly #mostFirstGraceMs: number;
  readonly #areFirstShort: boolean;
  readonly #parallel: number;
  /** When those that were begun are foreseen to end, on the run's clock. */
  readonly #endsMs = new Map<number, number>();
  /** Sessions without which there is no answer. */
  readonly #needed = new Set<number>();
  /** Rotations that were done, or begun, before that of the latest session. */
  #begunRotation = -1;
  readonly #timesOf: (session: PlannedSession) => KindTimes;
  readonly #overheadsMs = new Map<string, number>();
  /** Kinds of which a session is complete. */
  readonly #learned = new Set<string>();
  /** How much longer blocks of a kind take than was foreseen, where a session did only what it must. */
  readonly #slowness = new Map<string, number>();
  /** Time that the run's first session was begun with, ms. */
  #firstGraceMs = 0;

  constructor(
    endMs: number | null,
    timesOf: (session: PlannedSession) => KindTimes,
    {
      isNumberGiven = false,
      fewest = FEWEST_SESSIONS,
      graceMs = 0,
      mostFirstGraceMs = Number.POSITIVE_INFINITY,
      areFirstShort = false,
      parallel = 1,
    }: PaceSettings = {},
  ) {
    this.#parallel = parallel;
    this.#graceMs = graceMs;
    this.#mostFirstGraceMs = mostFirstGraceMs;
    this.#isNumberGiven = isNumberGiven;
    this.#fewest = fewest;
    this.#areFirstShort = areFirstShort;
    this.endMs = endMs;
    this.#timesOf = timesOf;
  }

  learn(session: PlannedSession, { wallMs, blocksMs, blocks = null }: SessionTook): void {
    const kind = kindOfSession(session);
    this.#learned.add(kind);
    const { leastMs, overheadMs } = this.times(session);
    const hadOnlyItsLeast = session.durationMs <= LITTLE_MORE * leastMs;
    if (hadOnlyItsLeast) {
      const seen = blocksMs / foreseenMs(this.#timesOf(session), blocks);
      this.#slowness.set(kind, MEMORY * this.#slownessOf(kind) + (1 - MEMORY) * seen);
    }
    // A session that had time to choose from and took more of it ended with a long block.
    const seenMs = wallMs - (hadOnlyItsLeast ? blocksMs : Math.min(blocksMs, session.durationMs));
    this.#overheadsMs.set(kind, MEMORY * overheadMs + (1 - MEMORY) * seenMs);
  }

  /** What a session of this kind takes, as far as is known. */
  times(session: PlannedSession): KindTimes {
    const planned = this.#timesOf(session);
    const overheadMs = this.#overheadsMs.get(kindOfSession(session)) ?? planned.overheadMs;
    return { ...planned, overheadMs, leastMs: planned.leastMs * this.#slownessOf(kindOfSession(session)) };
  }

  /**
   * A busy machine makes all kinds slower: of one that was not seen yet as much as the least of the others.
   */
  #slownessOf(kind: string): number {
    const seen = this.#slowness.get(kind) ?? Math.min(...this.#slowness.values());
    return Number.isFinite(seen) ? seen : 1;
  }

  /**
   * When the session is cut. Where the study says how many sessions there are, the first of each kind is
   * carried out whole, however late: a run without it says nothing of that kind's cells. One that an answer
   * needs has what is granted beyond the end: cut, it would decide nothing, and those before it neither. The
   * first of all has as much again as was left for it, or what it is foreseen to take, within bounds: on a
   * machine that is busy while targets are verified and the link is calibrated, nothing would be measured
   * otherwise.
   */
  endMsOfSession(session: PlannedSession): number | null {
    if (this.#isNumberGiven && !this.#learned.has(kindOfSession(session))) return null;
    if (this.endMs === null || !this.#needed.has(session.index)) return this.endMs;
    return this.endMs + Math.max(this.#graceMs, this.#learned.size === 0 ? this.#firstGraceMs : 0);
  }

  #leftMs(nowMs: number): number {
    return this.endMs === null ? Number.POSITIVE_INFINITY : this.endMs - nowMs;
  }

  /** What all sessions to come have together, beside those that are under way, ms. */
  leftInAllMs(nowMs: number, running: readonly PlannedSession[] = []): number {
    return leftInAllMs(this.#lanes(running, nowMs), this.#leftMs(nowMs));
  }

  #lanes(running: readonly PlannedSession[], nowMs: number): Lanes {
    const busyMs = running.map(({ index }) => Math.max(0, (this.#endsMs.get(index) ?? nowMs) - nowMs));
    return lanesOf(this.#parallel, busyMs);
  }

  /**
   * Time for the blocks of the first of the sessions that are left, ms; null where there is none for another
   * session: rotations that do not fit are not begun, unless no answer could be given without. `running`:
   * those that are under way.
   */
  durationMs(
    left: readonly PlannedSession[],
    rotationsDone: number,
    nowMs: number,
    running: readonly PlannedSession[] = [],
  ): number | null {
    const [next] = left;
    if (next === undefined) return null;
    if (this.endMs === null) return next.durationMs;
    const durationMs = this.#durationMs(next, left, rotationsDone, nowMs, running);
    if (durationMs === null) return null;
    const { overheadMs, leastMs } = this.times(next);
    this.#endsMs.set(next.index, nowMs + overheadMs + Math.max(durationMs, leastMs));
    return durationMs;
  }

  #durationMs(
    next: PlannedSession,
    left: readonly PlannedSession[],
    rotationsDone: number,
    nowMs: number,
    running: readonly PlannedSession[],
  ): number | null {
    const leftMs = this.#leftMs(nowMs);
    const lanes = this.#lanes(running, nowMs);
    const rotationsBefore = rotationsDone + rotationsIn([...running, next]) - 1;
    const needsMs = left.map((session) => {
      const { overheadMs, leastMs } = this.times(session);
      return overheadMs + leastMs;
    });
    const fit = wholeRotations(left, endsMs(lanes, needsMs), leftMs);
    if (rotationsBefore < this.#fewest) this.#needed.add(next.index);
    const isRotationBegun = this.#begunRotation === rotationsBefore;
    this.#begunRotation = rotationsBefore;
    const { overheadMs, leastMs } = this.times(next);
    const isFirst = rotationsDone === 0 && this.#learned.size === 0 && leftMs > 0;
    if (isFirst)
      this.#firstGraceMs = Math.min(this.#mostFirstGraceMs, Math.max(leftMs, overheadMs + leastMs));
    if (fit === 0) {
      const isNeeded = rotationsBefore < this.#fewest || !isFirstOfRotation(left);
      // A rotation that was begun in its time goes on in what is granted.
      const isBegun = rotationsBefore < this.#fewest && isRotationBegun;
      const inTimeMs = leftMs + (isBegun ? this.#graceMs : 0);
      const isInTime = isFirst || inTimeMs > overheadMs || this.endMsOfSession(next) === null;
      return isNeeded && isInTime ? this.#told(next, leastMs) : null;
    }
    // Longer sessions are no help where there are too few for an answer: the rest may go faster than it
    // seems.
    const rotationsAhead = rotationsIn(left.slice(0, fit));
    if (fit < left.length && rotationsBefore + rotationsAhead < this.#fewest)
      return this.#told(next, leastMs);
    if (this.#areFirstShort && rotationsBefore < this.#fewest) return this.#told(next, leastMs);
    // A session too few costs an answer more than blocks too few: some is kept back until the last.
    const isTight = !this.#isNumberGiven && fit > 1 && rotationsBefore + rotationsAhead <= this.#fewest;
    const withinMs = leftMs - (isTight ? KEPT_BACK * leftMs : 0);
    const shareMs = leastMs + spareMsEach(lanes, needsMs.slice(0, fit), withinMs);
    const isCapped = this.#isNumberGiven;
    return this.#told(next, isCapped ? Math.min(shareMs, Math.max(leastMs, next.durationMs)) : shareMs);
  }

  /**
   * What is begun in its time is carried out, so a session that is to do no more than it must is told half a
   * block less: with the whole time it would begin another one, and where blocks are long and few that is
   * half as much again.
   */
  #told(session: PlannedSession, ms: number): number {
    const { leastMs, blocksMs } = this.times(session);
    if (ms > LITTLE_MORE * leastMs) return ms;
    const slowness = this.#slownessOf(kindOfSession(session));
    return ms - (slowness * Math.max(0, ...blocksMs.values())) / 2;
  }
}

/**
 * What so many blocks of a session were foreseen to take, those that must be first. One that was told too
 * much time fills it: without the number of its blocks it would never be seen that it was too much.
 */
function foreseenMs({ leastMs, roundMs, panels }: KindTimes, blocks: number | null): number {
  if (blocks === null) return leastMs;
  const inAll = (of: (panel: Panel) => number) => panels.reduce((sum, panel) => sum + of(panel), 0);
  const least = inAll((panel) => panel.warmupBlocks + leastBlocks(panel));
  const inRound = inAll(({ blocksPerRound }) => blocksPerRound);
  return leastMs + (Math.max(0, blocks - least) * roundMs) / inRound;
}

/** How many of the sessions that are left fit, the last rotation a whole one. */
function wholeRotations(left: readonly PlannedSession[], endMs: readonly number[], leftMs: number): number {
  let fit = 0;
  let kinds = new Set<string>();
  for (const [index, session] of left.entries()) {
    const kind = kindOfSession(session);
    if (kinds.has(kind)) {
      fit = index;
      kinds = new Set();
    }
    kinds.add(kind);
    if (endMs[index]! > leftMs) return fit;
  }
  return left.length;
}

/** Whether the kinds of the rotation that comes next are as many as of the one after it. */
function isFirstOfRotation(left: readonly PlannedSession[]): boolean {
  const firstRepeat = left.findIndex((session, index) =>
    left.slice(0, index).some((before) => kindOfSession(before) === kindOfSession(session)),
  );
  const kinds = new Set(left.map(kindOfSession)).size;
  return firstRepeat === -1 ? true : firstRepeat >= kinds;
}

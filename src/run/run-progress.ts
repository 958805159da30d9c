// Where a run is, what it is doing, how long it will still take: followed from its events, for the terminal's
// line and for the page.

import { plural } from '../base/figures/plurals.ts';
import type { Plan } from '../plan/plan.ts';
import { placesInRotations } from '../plan/sessions/rotations.ts';
import { ownSessions } from '../plan/sessions/share.ts';
import { looksUpTo } from '../stats/answers/looks.ts';
import type { RunEvent } from './events.ts';

export interface RunProgress {
  /** null before it has begun. */
  plan: Plan | null;
  /** What goes on is only held beside predictions: nothing is asked of it. */
  isHeld: boolean;
  /** No look comes before the end of the plan. */
  isLookedAtOnce: boolean;
  sessionsDone: number;
  overheadsMs: number[];
  /** null: none goes on. What comes before the first, as the calibration of networks, is none of its time. */
  sessionStartMs: number | null;
  doing: string;
  spentMs: number;
  exchanges: number;
  exchangesBefore: number;
}

/** Until sessions have been seen, what starting one costs: browser, target, checks and probes. */
const FIRST_GUESS_OVERHEAD_MS = 4_000;

export function startProgress(): RunProgress {
  return {
    plan: null,
    isHeld: false,
    isLookedAtOnce: false,
    sessionsDone: 0,
    overheadsMs: [],
    sessionStartMs: null,
    doing: 'holding the target to its contract',
    spentMs: 0,
    exchanges: 0,
    exchangesBefore: 0,
  };
}

export function followRun(state: RunProgress, event: RunEvent, nowMs: number): void {
  switch (event.kind) {
    case 'run-started':
      state.plan = { ...event.plan, sessions: ownSessions(event.plan) };
      state.sessionsDone = event.sessionsDone;
      state.isLookedAtOnce = event.isLookedAtOnce ?? false;
      return;
    case 'held-started':
      state.plan = event.plan;
      state.isHeld = true;
      state.sessionsDone = event.sessionsDone;
      state.overheadsMs = [];
      state.doing = 'predictions';
      return;
    case 'link':
      state.doing = event.doing;
      return;
    case 'target-verified':
      state.doing = 'target verified';
      return;
    case 'session-started':
      state.sessionStartMs = nowMs;
      state.spentMs = 0;
      state.exchangesBefore = state.exchanges;
      state.doing = `starting ${event.planned.browser}`;
      return;
    case 'outside-wanted':
      state.doing = `waiting for an agent at ${event.url}`;
      return;
    case 'agent-registered':
      state.doing = 'checking every cell';
      return;
    case 'cells-checked':
      state.doing = `measuring ${event.cells} ${plural(event.cells, 'cell')}`;
      return;
    case 'samples':
      state.spentMs = event.spentMs;
      state.exchanges = state.exchangesBefore + event.exchanges;
      state.doing = `in ${event.planned.browser}`;
      return;
    case 'session-ended': {
      const plannedMs = state.plan?.sessions[state.sessionsDone]?.durationMs ?? 0;
      state.sessionsDone += 1;
      const tookMs = nowMs - (state.sessionStartMs ?? nowMs);
      state.overheadsMs.push(Math.max(0, tookMs - plannedMs));
      state.spentMs = 0;
      state.sessionStartMs = null;
      state.doing = event.facts.status === 'complete' ? 'session done' : `session ${event.facts.status}`;
      return;
    }
    case 'looked':
      state.plan = event.plan;
      state.isLookedAtOnce = false;
      state.doing =
        event.stops && event.undecided === 0
          ? 'every question is answered'
          : `${event.undecided} ${plural(event.undecided, 'question')} still open`;
      return;
    case 'outside-present':
    case 'run-ended':
      return;
  }
}

/** Of its sessions, the one that goes on in part; 0 before it has begun. */
export function shareDone({ plan, sessionsDone, spentMs }: RunProgress): number {
  const sessions = plan?.sessions ?? [];
  if (sessions.length === 0) return 0;
  const sessionMs = sessions[sessionsDone]?.durationMs ?? 1;
  const inSession = sessionsDone >= sessions.length ? 0 : Math.min(1, spentMs / sessionMs);
  return Math.min(1, (sessionsDone + inSession) / sessions.length);
}

/** Sessions still to come, each with its time and what starting one has cost so far. */
export function leftMs(state: RunProgress, nowMs: number): number {
  return untilMs(state, nowMs, state.plan?.sessions.length ?? 0);
}

/**
 * The run looks next at what it has when so many of its sessions are done: at the end where no look is
 * planned before. null before it has begun, and of what looks at nothing: a share of a plan, what is held
 * beside predictions.
 */
export function nextLook(
  state: RunProgress,
  nowMs: number,
): { readonly sessions: number; readonly inMs: number } | null {
  const { plan, sessionsDone, isHeld } = state;
  if (plan === null || plan.share !== undefined || isHeld) return null;
  if (sessionsDone >= plan.sessions.length) return null;
  const places = placesInRotations(plan.sessions);
  // The rotation of the session that comes next is not finished.
  const planned = state.isLookedAtOnce ? [] : looksUpTo(places.at(-1)!);
  const next = planned.find((rotation) => rotation >= places[sessionsDone]!);
  const sessions = next === undefined ? plan.sessions.length : places.lastIndexOf(next) + 1;
  return { sessions, inMs: untilMs(state, nowMs, sessions) };
}

/** Until so many sessions are done. */
function untilMs(state: RunProgress, nowMs: number, sessionsThen: number): number {
  const sessions = state.plan?.sessions.slice(state.sessionsDone, sessionsThen) ?? [];
  const seen = state.overheadsMs;
  const overheadMs =
    seen.length === 0 ? FIRST_GUESS_OVERHEAD_MS : seen.reduce((sum, ms) => sum + ms, 0) / seen.length;
  const allMs = sessions.reduce((sum, session) => sum + session.durationMs + overheadMs, 0);
  const goneMs = sessions.length === 0 || state.sessionStartMs === null ? 0 : nowMs - state.sessionStartMs;
  return Math.max(0, allMs - goneMs);
}

// Where a run is, what it is doing, how long it will still take: followed from its events, for the terminal's
// line and for the page.

import { plural } from '../base/figures/plurals.ts';
import type { Plan } from '../plan/plan.ts';
import { ownSessions } from '../plan/share.ts';
import type { RunEvent } from './events.ts';

export interface RunProgress {
  /** null before it has begun. */
  plan: Plan | null;
  sessionsDone: number;
  overheadsMs: number[];
  sessionStartMs: number;
  doing: string;
  spentMs: number;
  exchanges: number;
  exchangesBefore: number;
}

/** Until sessions have been seen, what starting one costs: browser, target, checks and probes. */
const FIRST_GUESS_OVERHEAD_MS = 4_000;

export function startProgress(nowMs: number): RunProgress {
  return {
    plan: null,
    sessionsDone: 0,
    overheadsMs: [],
    sessionStartMs: nowMs,
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
      return;
    case 'held-started':
      state.plan = event.plan;
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
      state.overheadsMs.push(Math.max(0, nowMs - state.sessionStartMs - plannedMs));
      state.spentMs = 0;
      state.sessionStartMs = nowMs;
      state.doing = event.facts.status === 'complete' ? 'session done' : `session ${event.facts.status}`;
      return;
    }
    case 'looked':
      state.plan = event.plan;
      state.doing =
        event.stops && event.undecided === 0
          ? 'every question is answered'
          : `${event.undecided} ${plural(event.undecided, 'question')} still open`;
      return;
    case 'run-ended':
      return;
  }
}

/** Of its sessions, the one that goes on in part; 0 before it has begun. */
    case 'outside-present':
export function shareDone({ plan, sessionsDone, spentMs }: RunProgress): number {
  const sessions = plan?.sessions ?? [];
  if (sessions.length === 0) return 0;
  const sessionMs = sessions[sessionsDone]?.durationMs ?? 1;
  const inSession = sessionsDone >= sessions.length ? 0 : Math.min(1, spentMs / sessionMs);
  return Math.min(1, (sessionsDone + inSession) / sessions.length);
}

/** Sessions still to come, each with its time and what starting one has cost so far. */
export function leftMs(state: RunProgress, nowMs: number): number {
  const sessions = state.plan?.sessions.slice(state.sessionsDone) ?? [];
  const seen = state.overheadsMs;
  const overheadMs =
    seen.length === 0 ? FIRST_GUESS_OVERHEAD_MS : seen.reduce((sum, ms) => sum + ms, 0) / seen.length;
  const allMs = sessions.reduce((sum, session) => sum + session.durationMs + overheadMs, 0);
  return Math.max(0, allMs - (sessions.length > 0 ? nowMs - state.sessionStartMs : 0));
}

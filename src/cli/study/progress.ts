// The live line of a run: where it is, what it is doing, how long it will still take. On a terminal one line
// that is written over; elsewhere a line a session, no more.

import { styleText } from 'node:util';
import type { Clock } from '../../base/clock.ts';
import { plural } from '../../base/figures/plurals.ts';
import type { Listener, RunEvent } from '../../run/events.ts';
import { followRun, leftMs, type RunProgress, shareDone, startProgress } from '../../run/run-progress.ts';

export interface ProgressOut {
  write(text: string): void;
  /** Of one of several runs, one after the other; absent: it is the only one. */
  readonly ofAll?: RunOfAll;
  /** Somebody follows the run in a page, which shows how far it is: only what went wrong is told here. */
  readonly isWatched?: boolean;
  readonly isTerminal: boolean;
  readonly colour: boolean;
  readonly columns: number;
}

export interface RunOfAll {
  /** `2 of 5`. */
  readonly place: string;
  /** What comes after this run, ms. */
  readonly laterMs: number;
}

const BAR_WIDTH = 20;
const REDRAW_MS = 100;
export function progressListener(out: ProgressOut, clock: Clock): Listener {
  const state = startProgress();
  let drawnMs = Number.NEGATIVE_INFINITY;
  return (event) => {
    followRun(state, event, clock.nowMs());
    if (out.isTerminal) {
      const urgent = event.kind !== 'samples';
      if (!urgent && clock.nowMs() - drawnMs < REDRAW_MS) return;
      drawnMs = clock.nowMs();
      const ended = event.kind === 'run-ended';
      out.write(ended ? CLEAR_LINE : CLEAR_LINE + liveLine(state, out, clock.nowMs()));
    } else {
      const line = out.isWatched === true && !isTrouble(event) ? null : plainLine(state, event);
      if (line !== null) out.write(`${line}\n`);
    }
  };
}

const CLEAR_LINE = '\r\x1b[2K';

function liveLine(state: RunProgress, out: ProgressOut, nowMs: number): string {
  if (state.plan === null) return ` ${state.doing} …`;
  const sessions = state.plan.sessions.length;
  const share = shareDone(state);
  const paint = (style: 'cyan' | 'dim', text: string) =>
    out.colour ? styleText(style, text, { validateStream: false }) : text;
  const filled = Math.round(share * BAR_WIDTH);
  const bar = paint('cyan', '━'.repeat(filled)) + paint('dim', '─'.repeat(BAR_WIDTH - filled));
  const session = `${Math.min(sessions, state.sessionsDone + 1)}/${sessions}`;
  const { ofAll } = out;
  const ownMs = leftMs(state, nowMs);
  const left =
    ofAll === undefined
      ? `${sayDuration(ownMs)} left`
      : `${sayDuration(ownMs)} left, ${sayDuration(ownMs + ofAll.laterMs)} of all`;
  const place = ofAll === undefined ? '' : `${ofAll.place}, `;
  const plain = `  ${place}session ${session} · ${left} · ${thousands(state.exchanges)} ${plural(state.exchanges, 'exchange')} · ${state.doing}`;
  const room = Math.max(10, out.columns - BAR_WIDTH - 2);
  return ` ${bar}${plain.length > room ? `${plain.slice(0, room - 1)}…` : plain}`;
}

function isTrouble(event: RunEvent): boolean {
  return event.kind === 'session-ended' && event.facts.reason !== '';
}

function plainLine(state: RunProgress, event: RunEvent): string | null {
  const sessions = state.plan?.sessions.length ?? 0;
  switch (event.kind) {
    case 'run-started':
      return `run: ${sessions} ${plural(sessions, 'session')}, record in ${event.dir}`;
    case 'held-started': {
      const cells = event.plan.cells.length;
      return `${sessions} ${plural(sessions, 'session')} more: ${cells} ${plural(cells, 'cell')} to hold predictions beside`;
    }
    case 'link':
      return event.doing;
    case 'session-ended': {
      const { status, reason } = event.facts;
      const why = reason === '' ? '' : `: ${reason}`;
      return `session ${state.sessionsDone} of ${sessions} ${status}, ${thousands(state.exchanges)} ${plural(state.exchanges, 'exchange')}${why}`;
    }
    case 'looked':
      return sayLook(event);
    default:
      return null;
  }
}

function sayLook({ stops, undecided, dropped }: Extract<RunEvent, { kind: 'looked' }>): string {
  const open = `${undecided} ${plural(undecided, 'question')} still open`;
  if (stops)
    return undecided === 0
      ? 'every question is answered; stopping'
      : `${open}, but none that the time left decides; stopping`;
  const { length } = dropped;
  return length === 0 ? open : `${open}; going on without ${length} ${plural(length, 'cell')}`;
}

function sayDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ' ');
}

// What is said of something that the lab does: what it is doing, how far it is, when it looks next at what it
// has measured, and what has become of its questions.

import { count, plural } from '../../../base/figures/plurals.ts';
import { sayDuration, sayRoughly } from '../../../base/figures/times.ts';
import { type JobSnapshot, type ProgressFigures, WHILE_MEASURING_MS } from '../../jobs/snapshot.ts';

const ENDED: Readonly<Record<'done' | 'stopped' | 'failed', string>> = {
  done: 'is done',
  stopped: 'was stopped',
  failed: 'did not work',
};

export function sayWhat({ title, state, waitsFor, progress }: JobSnapshot): string {
  const named = title.charAt(0).toUpperCase() + title.slice(1);
  // Where it waits for nothing, it is about to begin.
  if (state === 'waiting' && waitsFor === null) return `${named} …`;
  if (state === 'waiting')
    return `${named} waits for ${waitsFor}: one at a time, or they would measure each other.`;
  if (state === 'going') return progress.doing === '' ? `${named} …` : `${named}: ${progress.doing}`;
  return `${named} ${ENDED[state]}.`;
}

export function sayFigures({ progress }: JobSnapshot): string {
  const { leftMs, sessionsDone, sessionsPlanned, exchanges, isMeasuring, steps } = progress;
  if (steps !== undefined) return `${steps.done} of ${steps.of} done`;
  const session = `session ${Math.min(sessionsPlanned, sessionsDone + 1)} of ${sessionsPlanned}`;
  const left = leftMs === null ? '' : `${sayDuration(leftMs)} left`;
  const slow = isMeasuring ? `updated every ${sayDuration(WHILE_MEASURING_MS)}, to leave it undisturbed` : '';
  return [session, sayNextLook(progress), left, count(exchanges, 'exchange'), slow]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Until then nothing that is measured is told: the more often one looks, the less each look may say. */
function sayNextLook({ nextLook, looks, sessionsPlanned }: ProgressFigures): string {
  if (nextLook === null) return '';
  const { sessions, inMs } = nextLook;
  const which = looks.length === 0 ? 'first look' : 'next look';
  return sessions === sessionsPlanned
    ? `${which} at the end`
    : `${which} after session ${sessions}, in ${sayRoughly(inMs)}`;
}

/** What is open since the last look, and what was at the one before. */
export function sayLooks(looks: ProgressFigures['looks']): string {
  const [before, last] = [looks.at(-2), looks.at(-1)];
  if (last === undefined) return '';
  const now =
    last.open === 0
      ? 'every question is answered'
      : `${last.open} ${plural(last.open, 'question is', 'questions are')} open`;
  const then = before === undefined ? '' : ` (after ${before.sessions}: ${before.open})`;
  return `After ${count(last.sessions, 'session')} ${now}${then}`;
}

// A plan whose sessions are dealt out to several runs beforehand, on several machines perhaps: whole
// rotations in turn, so that each has sessions of every kind. All of them have the same plan, and each
// carries out its own part: together they are the one run that nobody made.

import { UserError } from '../../base/errors.ts';
import { count } from '../../base/figures/plurals.ts';
import type { Study } from '../../study/study.ts';
import type { Plan, PlannedSession, Share } from '../plan.ts';
import { kindsAtFirst, rotationsIn } from './rotations.ts';
import { aroundMs } from './wall-costs.ts';

/** More of them than anybody has machines. */
const MOST_SHARES = 10_000;

/** `3/10`. Throws a UserError. */
export function parseDealtShare(text: string): Share {
  const [, nth = 0, of = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text.trim()) ?? []).map(Number);
  const wrong = (what: string) =>
    new UserError([{ file: '--share', path: '', what: `${JSON.stringify(text)} ${what}` }]);
  if (of === 0) throw wrong('is no share such as 3/10, the third of ten');
  if (of > MOST_SHARES) throw wrong(`has more than ${MOST_SHARES} parts`);
  if (nth < 1 || nth > of) throw wrong(`is none of ${of}: the first is 1/${of}, the last ${of}/${of}`);
  return { nth, of };
}

export function sayShare({ nth, of }: Share): string {
  return `${nth}/${of}`;
}

/** Throws a UserError where there are fewer rotations than shares. */
export function withShare(plan: Plan, share: Share): Plan {
  const rotations = rotationsIn(plan.sessions);
  if (rotations >= share.of) return { ...plan, share };
  const each = kindsAtFirst(plan).length > 1 ? ' of every browser, target and place' : '';
  const what = `${sayShare(share)}: there is nothing for ${count(share.of - rotations, 'share')}, as the plan has ${count(rotations, 'session')}${each} to deal out`;
  const hint = `give it more: --sessions ${share.of}, or a larger --budget; or fewer shares`;
  throw new UserError([{ file: '--share', path: '', what, hint }]);
}

/** Those that a run carries out, in their order. */
export function ownSessions(plan: Plan): readonly PlannedSession[] {
  const { share, sessions } = plan;
  if (share === undefined) return sessions;
  const kinds = kindsAtFirst(plan).length;
  return sessions.filter(({ index }) => Math.floor(index / kinds) % share.of === share.nth - 1);
}

/** Wall time of a run of this plan, ms: of a share its part of the study's, and what every run does once. */
export function dealtBudgetMs({ protocol }: Pick<Study, 'protocol'>, plan: Plan): number {
  const { budgetMs } = protocol;
  if (plan.share === undefined || plan.sessions.length === 0) return budgetMs;
  const onceMs = Math.min(budgetMs, aroundMs(plan.cells));
  return onceMs + (budgetMs - onceMs) * (ownSessions(plan).length / plan.sessions.length);
}

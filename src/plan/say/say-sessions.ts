// The part of `wirefare plan` that says how long the run takes, in which sessions, and what that buys.

import { roundToDigits } from '../../base/figures/numbers.ts';
import { count, listed as inWords, plural } from '../../base/figures/plurals.ts';
import { sayDuration, sayRoughly } from '../../base/figures/times.ts';
import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import { sayCpu } from '../../factors/cpu.ts';
import { isLookedAtOnce, looksUpTo } from '../../stats/answers/looks.ts';
import { heldStudy } from '../../study/cells/held-parts.ts';
import type { Study } from '../../study/study.ts';
import {
  beyondBudgetMs,
  beyondTheClock,
  type ForeseenAnswer,
  foreseenAnswers,
  rotationsCarriedOut,
} from '../foreseen-answers.ts';
import { countQuestions } from '../pairs.ts';
import { kindOfSession, type Plan, type PlannedSession, targetsOf } from '../plan.ts';
import { rotationsIn } from '../sessions/rotations.ts';
import { FIRST_MAY_TAKE } from '../sessions/session-times.ts';
import { dealtBudgetMs, ownSessions, sayShare } from '../sessions/share.ts';
import { aroundMs } from '../sessions/wall-costs.ts';
import { sayExchanges, warmupOfCells } from './say-warmup.ts';
import { wrapped } from './wrap.ts';

const WIDTH = 80;
const SESSIONS_LISTED = 12;
/** Comparisons of one width that are named; the others are counted. */
const NAMED_OF_A_WIDTH = 6;

export function saySessions(study: Study, plan: Plan): string[] {
  const { sessions, seed } = plan;
  if (sessions.length === 0) return ['No session: none of the cells can be run here.'];
  const { budgetMs, warmup } = study.protocol;
  const durationsMs = sessions.map(({ durationMs }) => durationMs);
  const ends = [Math.min(...durationsMs), Math.max(...durationsMs)].map(sayDuration);
  const each = [...new Set(ends)].join(' to ');
  const kinds = new Set(sessions.map(kindOfSession)).size;
  const end = sayLooks(rotationsIn(sessions), countQuestions(study, plan.cells), kinds === 1);
  const blocksMs = durationsMs.reduce((sum, ms) => sum + ms, 0);
  const rest = sayDuration(roundedMs(Math.max(aroundMs(plan.cells), budgetMs - blocksMs)));
  const head = `${sessions.length} ${plural(sessions.length, 'session')} of ${each} (${sayWarmup(plan, warmup.leastMs)}), seed ${seed}; ${sayMost(study, plan)}, about ${rest} of it for verification, starts, checks, probes and reports${end}:`;
  const own = ownSessions(plan);
  const lines = own.slice(0, SESSIONS_LISTED).map(saySession);
  const more = own.length - lines.length;
  return [
    ...sayShortcomings(study, plan).flatMap((note) => wrapped(`Note: ${note}`, '', WIDTH)),
    ...wrapped(head, '', WIDTH),
    ...wrapped(sayOwnShare(study, plan), '', WIDTH),
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
    '',
    ...sayForeseen(foreseenAnswers(study, plan)),
  ];
}

/** `; may end after session 4, 6` */
function sayLooks(rotations: number, questions: number, isOfOneKind: boolean): string {
  if (isLookedAtOnce(rotations, questions)) return '; looked at once, when they are over';
  const looks = looksUpTo(rotations).join(', ');
  return looks === '' ? '' : `; may end after ${isOfOneKind ? 'session' : 'rotation'} ${looks}`;
}

/** `1 min of wall time at most` */
function sayMost(study: Study, plan: Plan): string {
  const { budgetMs, sessions } = study.protocol;
  const beyondMs = beyondBudgetMs(study, plan);
  // The first session of each kind is carried out whole where the study says how many there are.
  if (beyondMs !== null && sessions !== null) return `about ${sayRoughly(beyondMs)} of wall time`;
  const mostMs = beyondMs === null ? budgetMs : (1 + FIRST_MAY_TAKE) * budgetMs;
  return `${sayDuration(mostMs)} of wall time at most`;
}

/** Which of them a run with --share carries out; nothing where it is all. */
function sayOwnShare(study: Study, plan: Plan): string {
  const { share } = plan;
  if (share === undefined) return '';
  const own = ownSessions(plan).length;
  return `Share ${sayShare(share)} is ${own} of them, carried out as planned, without looks, in about ${sayDuration(roundedMs(dealtBudgetMs(study, plan)))}; \`wirefare merge\` puts the shares together:`;
}

/** What comes after them, to hold predictions beside. */
export function sayHeldSessions(study: Study, { sessions }: Plan): string[] {
  const { budgetMs } = heldStudy(study)!.protocol;
  if (sessions.length === 0) return [];
  const [{ durationMs }] = sessions as [PlannedSession];
  const number = `${sessions.length} ${plural(sessions.length, 'session')} of ${sayDuration(durationMs)}`;
  const text = `Then ${number}, in ${sayDuration(budgetMs)} of wall time beside that, to hold predictions beside what is measured:`;
  return [...wrapped(text, '', WIDTH), ...sessions.slice(0, SESSIONS_LISTED).map(saySession), ''];
}

/**
 * What the budget, the sessions or a clock do not allow of what is asked; each with the way out. `isResumed`:
 * a record says which cells there are, so that more time or less precision are all that is left.
 */
export function sayShortcomings(study: Study, plan: Plan, isResumed = false): string[] {
  if (plan.sessions.length === 0) return [];
  const answers = foreseenAnswers(study, plan);
  return [
    sayNotOne(study, plan, isResumed),
    sayTooMany(study, plan, isResumed),
    sayProvisional(study, plan, isResumed),
    sayTooWide(study, answers, isResumed),
    sayCoarseClock(study, plan),
  ].filter((note) => note !== null);
}

/** The cells that are left are the fewest that tell anything, and take longer than the time there is. */
function sayNotOne(study: Study, plan: Plan, isResumed: boolean): string | null {
  const beyondMs = beyondBudgetMs(study, plan);
  if (beyondMs === null) return null;
  const { budgetMs, sessions } = study.protocol;
  const end =
    sessions === null
      ? `what is not done after ${sayDuration((1 + FIRST_MAY_TAKE) * budgetMs)} is cut off`
      : 'it is carried out all the same';
  return `one session of each browser and target takes about ${sayRoughly(beyondMs)}, and ${sayDuration(budgetMs)} do not hold it; ${end}: ${moreTimeOr('ask for less (--only)', isResumed)}`;
}

function moreTimeOr(other: string, isResumed: boolean): string {
  return `give more time (--budget)${isResumed ? '' : `, or ${other}`}`;
}

function sayTooMany(study: Study, plan: Plan, isResumed: boolean): string | null {
  const [planned, fit] = [rotationsIn(plan.sessions), rotationsCarriedOut(study, plan)];
  if (fit === planned || beyondBudgetMs(study, plan) !== null) return null;
  return `${sayDuration(study.protocol.budgetMs)} have time for about ${fit} of ${count(planned, 'session')} of each browser and target: ${moreTimeOr('ask for fewer (--sessions)', isResumed)}`;
}

function sayProvisional(study: Study, plan: Plan, isResumed: boolean): string | null {
  const rotations = rotationsCarriedOut(study, plan);
  if (rotations >= FEWEST_SESSIONS) return null;
  const { sessions, budgetMs } = study.protocol;
  const what = `with ${rotations} ${plural(rotations, 'session')} of each browser and target every answer will be provisional`;
  if (sessions !== null && sessions < FEWEST_SESSIONS && isResumed)
    return `${what}: when it is complete, more time makes more of them (--budget)`;
  if (sessions !== null && sessions < FEWEST_SESSIONS)
    return `${what}: take ${FEWEST_SESSIONS} or more, or none (--sessions)`;
  return `${what}, and ${sayDuration(budgetMs)} have no time for more: ${moreTimeOr('ask for less (--only)', isResumed)}`;
}

/** null where every comparison will be told to the precision asked, or it is answered earlier. */
function sayTooWide(
  { protocol }: Study,
  answers: readonly ForeseenAnswer[],
  isResumed: boolean,
): string | null {
  const { precision, budgetMs, sessions } = protocol;
  // As they are told: nobody is warned of ±25 % where ±25 % is asked.
  const wide = answers.filter(({ width }) => width === null || toldPercent(width) > toldPercent(precision));
  if (wide.length === 0) return null;
  const widths = wide.flatMap(({ width }) => width ?? []);
  const buys = widths.length === 0 ? 'nothing' : sayWidth(Math.max(...widths));
  const number = `${wide.length} of ${answers.length} ${plural(answers.length, 'comparison')}`;
  const what = `for ${number} ${sayDuration(budgetMs)} buy about ${buys}, where ${sayWidth(precision)} is asked`;
  const neededMs = wide.map((answer) => answer.budgetMs);
  if (neededMs.includes(null))
    return `${what}: no time would do; ask for less (--precision${isResumed ? '' : ', --only'})`;
  const needed = sayRoughly(Math.max(...(neededMs as number[])));
  const more = sessions === null || isResumed ? '' : ', and leave sessions out';
  const inAll = isResumed ? ' in all' : '';
  return `${what}; that takes about ${needed}${inAll} (--budget${more}), unless the differences are large`;
}

function sayCoarseClock(study: Study, plan: Plan): string | null {
  const cells = beyondTheClock(study, plan);
  if (cells.length === 0) return null;
  const which = cells.length === 1 ? cells[0]! : `${cells.length} cells (${cells[0]}, …)`;
  return `a phone’s clock may step by 1 ms, which is more than ${sayWidth(study.protocol.precision)} of an exchange of ${which}: take more objects, or a precision that it can tell (--precision)`;
}

/** `±3.4 %  xml n=10 against json n=10 · …`, the narrowest first. */
function sayForeseen(answers: readonly ForeseenAnswer[]): string[] {
  if (answers.length === 0) return [];
  const byWidth = Map.groupBy(
    answers.toSorted((a, b) => (a.width ?? Infinity) - (b.width ?? Infinity)),
    ({ width }) => (width === null ? 'not told' : sayWidth(width)),
  );
  const lines = [...byWidth].flatMap(([width, alike]) => {
    const named = alike.slice(0, NAMED_OF_A_WIDTH).map(({ a, b }) => `${a} against ${b}`);
    const more = alike.length - named.length;
    return wrapped(
      `${width}: ${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join(' · ')}`,
      '  ',
      WIDTH,
    );
  });
  return ['What that buys on a quiet machine, about, of each comparison:', ...lines, ''];
}

function sayWidth(share: number): string {
  return `±${toldPercent(share)} %`;
}

/** To two digits: it is an estimate. */
function toldPercent(share: number): number {
  return roundToDigits(share * 100, 2);
}

/** `the first 2 to 12 exchanges of a cell and the first 10 s are warm-up`. */
function sayWarmup(plan: Plan, leastMs: number): string {
  const exchanges = sayExchanges(warmupOfCells(plan)!);
  const parts = [
    `the first ${exchanges} of a cell`,
    ...(leastMs === 0 ? [] : [`the first ${sayDuration(leastMs)}`]),
  ];
  return `${inWords(parts)} are warm-up`;
}

/** To two digits: it is an estimate. */
function roundedMs(ms: number): number {
  const step = 10 ** (Math.floor(Math.log10(ms)) - 1);
  return Math.ceil(ms / step) * step;
}

function saySession(session: PlannedSession): string {
  const { index, browser, place, load, cpu, seed, panels } = session;
  const targets = targetsOf(session);
  const blocks = panels.reduce((sum, panel) => sum + panel.blocksPerRound, 0);
  const number = String(index + 1).padStart(4);
  const over = place === 'link' ? ' · over the link' : '';
  const inTurn = targets.length > 1 ? ' in turn' : '';
  const under = load === undefined ? '' : ` · clients ${load}`;
  const slow = cpu === undefined ? '' : ` · client ${sayCpu(cpu)}`;
  return `${number}  ${browser} · ${plural(targets.length, 'target')} ${inWords(targets)}${inTurn}${over}${under}${slow} · ${blocks} ${plural(blocks, 'block')} a round · seed ${seed}`;
}

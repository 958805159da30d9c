// What is said of two that were not told apart by the margin: how far apart they are at most, why no more is
// known, and what an answer by the margin would take. Nobody reads a bare "open".

import { grouped, shortNumber } from '../../base/figures/numbers.ts';
import { count } from '../../base/figures/plurals.ts';
import { isKnown, plusMinus } from '../../base/figures/ratios.ts';
import { sayRoughly } from '../../base/figures/times.ts';
import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import type { Comparison } from '../../summary/comparisons/comparison.ts';

/** Told about `a`, as a comparison is: above 1 it is the faster one. */
export type Apart = Pick<
  Comparison,
  'ratio' | 'interval' | 'margin' | 'widest' | 'openBecause' | 'moreMs' | 'sessions' | 'family' | 'onMachines'
> & {
  /** The intervals of the two medians have nothing in common, so that a reader wonders. */
  readonly mediansApart: boolean;
};

/** All of them are `within` or all of them `open`. */
export type NotTold = 'within' | 'open';

/**
 * `protobuf and json are at most 6.1 % apart; ±2 % takes about 4 min more`; where all intervals say which of
 * them is ahead, `xml is up to 19 % slower than json, perhaps by less than the margin; …`.
 */
export function sayPairApart(
  found: readonly Apart[],
  verdict: NotTold,
  [one, other]: readonly [string, string],
): string {
  const known = found.filter(isTold);
  const unclear = sayUnclear(found, known);
  if (unclear !== null) return `${one} against ${other}: ${unclear}`;
  const rest = sayUntold(found, known);
  const soFar = saySoFar(known, [one, other]);
  if (soFar !== null) return `${soFar}${rest}`;
  const widest = sayWidest(known)!;
  const leads = known.every(({ interval: [low] }) => low > 1);
  const lags = known.every(({ interval: [, high] }) => high < 1);
  const most = verdict === 'within' ? 'at most' : 'up to';
  const far =
    leads || lags
      ? `${one} is ${most} ${widest} ${leads ? 'faster' : 'slower'} than ${other}, perhaps by less than the margin`
      : `${one} and ${other} ${verdict === 'within' ? 'are' : 'may be'} ${most} ${widest} apart`;
  return `${far}${whatItTakes(known)}${rest}`;
}

/**
 * Of two sessions an interval may reach from a tenth to tenfold, which tells nobody anything: then the ratio
 * itself, as what it is. null where the interval says more, or there are several ratios.
 */
function saySoFar(found: readonly Apart[], [one, other]: readonly [string, string]): string | null {
  const [only, ...others] = found;
  if (only === undefined || others.length > 0 || only.sessions >= FEWEST_SESSIONS) return null;
  if (only.widest < TELLS_NOTHING) return null;
  const { ratio, sessions, margin } = only;
  const isAlike = ratio < 1 + margin && ratio > 1 / (1 + margin);
  const says = isAlike
    ? `${one} and ${other} take about as long`
    : ratio > 1
      ? `${one} is about ${shortNumber(ratio, 2)} times as fast as ${other}`
      : `${one} takes about ${shortNumber(1 / ratio, 2)} times as long as ${other}`;
  return `so far ${says}, which ${count(sessions, 'session')} ${sessions === 1 ? 'does' : 'do'} not settle; ${sayMore(found)}`;
}

/** Twice as fast and half as fast both are in it. */
const TELLS_NOTHING = 1;

/** `protobuf or json, at most 6.1 % apart; …`: who leads, by each one's comparison with the first. */
export function sayLeadersApart(found: readonly Apart[], verdict: NotTold, who: string): string {
  const known = found.filter(isTold);
  const unclear = sayUnclear(found, known);
  if (unclear !== null) return `${who}: ${unclear}`;
  const most = verdict === 'within' ? 'at most' : 'perhaps up to';
  return `${who}, ${most} ${sayWidest(known)} apart${whatItTakes(known)}${sayUntold(found, known)}`;
}

/** `9.9 %`; null where too little was measured. */
export function sayWidest(found: readonly Pick<Apart, 'widest' | 'interval'>[]): string | null {
  if (!found.every(({ interval }) => isKnown(interval))) return null;
  const widest = Math.max(...found.map((each) => each.widest));
  if (!(widest < WIDEST_TOLD)) return `${grouped(WIDEST_TOLD * 100)} % and more`;
  return `${grouped(widest * 100, widest < 0.1 ? 1 : 0).replace(/\.0$/, '')} %`;
}

/** Beyond a thousand percent nobody wants the figure. */
const WIDEST_TOLD = 10;

function isTold({ interval }: Apart): boolean {
  return isKnown(interval);
}

/**
 * Why there is nothing that an "at most" could be told of; null where there is. `known`: those of a width.
 */
function sayUnclear(found: readonly Apart[], known: readonly Apart[]): string | null {
  if (known.length === 0) return 'too little was measured';
  if (!found.some(({ openBecause }) => openBecause === 'twin')) return null;
  return `withheld, since a twin differs from its cell here; measured at most ${sayWidest(known)} apart`;
}

/** What the others say nothing of, behind what they say. */
function sayUntold(found: readonly Apart[], known: readonly Apart[]): string {
  const untold = found.length - known.length;
  return untold === 0 ? '' : `; too little was measured in ${untold} of ${count(found.length, 'comparison')}`;
}

/** `; ±2 % takes about 4 min more`, with why a reader of the table may have expected more. */
function whatItTakes(found: readonly Apart[]): string {
  const surprising = found.filter(({ mediansApart }) => mediansApart);
  const why = surprising.length === 0 ? '' : `, although ${saySurprise(surprising)}`;
  return `${why}; ${sayMore(found)}`;
}

/** `the medians’ intervals do not overlap (6 sessions, 21 comparisons at once)` */
function saySurprise(found: readonly Apart[]): string {
  const sessions = Math.min(...found.map((each) => each.sessions));
  const family = Math.max(...found.map((each) => each.family));
  const many = family > 1 ? `, ${count(family, 'comparison')} at once` : '';
  return `the medians’ intervals do not overlap (${count(sessions, 'session')}${many})`;
}

/** Nobody waits longer, and nothing so far ahead is foreseen well. */
export const LONGEST_WAIT_MS = 24 * 3_600_000;

/** `4 min`; of several that differ `4 to 61 min`: each has its own, and a table may tell one alone. */
export function sayWait(waitsMs: readonly number[]): string {
  const [least, most] = [Math.min(...waitsMs), Math.max(...waitsMs)].map(sayRoughly);
  if (least === most) return most!;
  const [number, unit] = least!.split(' ');
  return `${most!.endsWith(` ${unit}`) ? number : least} to ${most}`;
}

function sayMore(found: readonly Apart[]): string {
  const margin = plusMinus(Math.max(...found.map((each) => each.margin))).replace('.0 %', ' %');
  const known = found.flatMap(({ moreMs }) => (moreMs === null || moreMs > LONGEST_WAIT_MS ? [] : [moreMs]));
  if (known.length === found.length) return `${margin} takes about ${sayWait(known)} more`;
  if (found.some(({ openBecause }) => openBecause === 'clock')) {
    return 'the clocks’ steps hide the rest, however long it is measured';
  }
  // Nothing tells how one session scatters; that it is too few is said with every provisional answer.
  if (found.some(({ sessions }) => sessions < 2)) return `${margin} takes more sessions`;
  if (found.some(({ onMachines }) => onMachines !== undefined))
    return `${margin} takes more sessions, or more machines`;
  const where =
    known.length > 0 ? ` in ${found.length - known.length} of ${count(found.length, 'case')}` : '';
  return `${margin} is out of reach${where}`;
}

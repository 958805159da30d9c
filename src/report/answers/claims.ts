// How many of the published claims held, and which did not.

import { count, listed } from '../../base/figures/plurals.ts';
import { type Interval, isKnown, plusMinus } from '../../base/figures/ratios.ts';
import type { ClaimSummary, ClaimVerdict } from '../../summary/claims/claim-summary.ts';
import type { Summary } from '../../summary/summary.ts';
import { partition } from '../words/groups.ts';
import { isProvisional, isSoFar, measuredFigures } from '../words/published.ts';
import type { Answer, Sentence } from './answer.ts';
import { LONGEST_WAIT_MS, sayWait } from './apart.ts';
import { sayMargin } from './ranges.ts';

const ORDER: readonly ClaimVerdict[] = ['replicated', 'in part', 'not replicated', 'opposite', 'open'];

/** More different notes than this are not told one by one. */
const MOST_NOTES = 3;

/** What deciding an open claim would take, ms; null where nobody can say. */
export type DecidingMs = (claim: ClaimSummary) => number | null;

/** `decidingMs`: absent, and nothing is said of it. */
export function claimsAnswer({ claims }: Summary, decidingMs?: DecidingMs): readonly Answer[] {
  if (claims.length === 0) return [];
  const byVerdict = partition(claims, ({ verdict }) => verdict);
  const sentences = ORDER.flatMap((verdict) =>
    verdictSentences(verdict, byVerdict.get(verdict) ?? [], claims.length, decidingMs),
  );
  return [{ question: 'Do the published claims hold?', part: '', sentences }];
}

/** Claims of one verdict, those with the same note together: what stood in, or why nothing was measured. */
function verdictSentences(
  verdict: ClaimVerdict,
  some: readonly ClaimSummary[],
  all: number,
  decidingMs?: DecidingMs,
): readonly Sentence[] {
  if (some.length === 0) return [];
  const sentence = (about: readonly ClaimSummary[], note: string): Sentence => {
    const kind = verdict === 'open' ? 'open' : isPredicted(about[0]!) ? 'note' : 'decided';
    const ids = listed(about.map(({ id }) => id));
    const why = [note, ...(verdict === 'open' ? sayWhyOpen(about, decidingMs) : [])].filter(
      (text) => text !== '',
    );
    const beyond = why.length === 0 ? '' : `: ${why.join('; ')}`;
    return {
      kind,
      where: '',
      text: `${about.length} of ${count(all, 'claim')} ${verdict}${isSoFar(about[0]!) ? ' so far' : ''} (${ids})${beyond}`,
      provisional: isProvisional(about[0]!),
    };
  };
  const standings = partition(
    some,
    (claim) => `${isProvisional(claim)} ${isPredicted(claim)} ${isSoFar(claim)}`,
  );
  return [...standings.values()].flatMap((alike) => {
    if (isPredicted(alike[0]!)) return [sentence(alike, 'resting on predictions')];
    const byNote = [...partition(alike, ({ note }) => note)];
    if (byNote.length <= MOST_NOTES) return byNote.map(([note, same]) => sentence(same, note));
    const partly = alike.filter(({ measured, note }) => measured !== null && note !== '');
    const whose = listed(partly.map(({ id }) => id));
    return [sentence(alike, partly.length === 0 ? '' : `${whose} not as published`)];
  });
}

function isPredicted({ predictedPairs }: ClaimSummary): boolean {
  return predictedPairs !== undefined;
}

/** Nothing where nothing was measured, or a note says why already. */
function sayWhyOpen(claims: readonly ClaimSummary[], decidingMs?: DecidingMs): readonly string[] {
  const measured = claims.filter(({ measured: ratio }) => ratio !== null);
  if (measured.some(({ answered }) => answered?.openBecause === 'twin')) return [];
  if (measured.length === 0) return [];
  if (measured.every(({ answered }) => answered?.openBecause === 'clock'))
    return ['the clocks’ steps hide it, however long it is measured'];
  const [only, ...more] = measured;
  const takes = decidingMs === undefined ? [] : sayDeciding(measured.map(decidingMs));
  if (more.length > 0) {
    const widths = measured.flatMap(({ interval }) =>
      interval && isKnown(interval) ? [halfWidth(interval)] : [],
    );
    const far = widths.length === 0 ? '' : `, of up to ${plusMinus(Math.max(...widths))},`;
    return [`their intervals${far} hold both what was published and what was not`, ...takes];
  }
  const margin = only!.margin > 0 ? `, margin ${sayMargin([only!.margin])}` : '';
  return [
    `${measuredFigures(only!)!.join(' ')} holds both what was published and what was not${margin}`,
    ...takes,
  ];
}

/** Of what was measured, as a share. */
function halfWidth([low, high]: Interval): number {
  return Math.sqrt(high / low) - 1;
}

/** `deciding takes about 4 to 61 min more`, `… in 2 of 3 cases`: the others take longer, or nobody knows. */
function sayDeciding(timesMs: readonly (number | null)[]): readonly string[] {
  const known = timesMs.flatMap((ms) => (ms === null || ms > LONGEST_WAIT_MS ? [] : [ms]));
  if (known.length === 0) return ['what deciding takes nobody can say, or it is more than a day'];
  const some = known.length < timesMs.length ? ` in ${known.length} of ${timesMs.length} cases` : '';
  return [`deciding takes about ${sayWait(known)} more${some}`];
}

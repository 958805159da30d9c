// What a page of results says above its tables: the answer first.

import { percent } from '../../base/figures/numbers.ts';
import { count, listed, plural } from '../../base/figures/plurals.ts';
import { sayRoughly } from '../../base/figures/times.ts';
import { WIDENED_SHARE } from '../../stats/answers/replication.ts';
import { DEFAULTS } from '../../study/defaults.ts';
import type { ClaimResult, RatioResult, Results, StudySection } from './results.ts';
import { isOpen, STANDINGS, type Standing, toldStanding } from './standings.ts';

const VERBS: Readonly<Record<Standing, string>> = {
  replicated: 'replicated',
  'not replicated': 'not',
  opposite: 'opposite',
  'in part': 'in part',
  undecided: 'not decided',
};

export const RESULTS_TITLE = 'Published studies, run again';

/**
 * `18 of 34 claims replicated, 6 not, 1 opposite, 4 in part, 5 not decided; 3 of those decided were measured on a part of what they are about`
 */
export function sayAnswer({ claims, standings, studies }: Results): string {
  const { replicated, ...others } = standings;
  const rest = Object.entries(others).flatMap(([standing, number]) =>
    number === 0 ? [] : [`${number} ${VERBS[standing as Standing]}`],
  );
  const soFar = sayKinds(studies.flatMap((study) => study.claims).flatMap((claim) => claim.soFar ?? []));
  const told = [`${replicated} of ${count(claims, 'claim')} replicated`, ...rest].join(', ');
  const answer = soFar === '' ? told : `${told} (${soFar} so far)`;
  const partly = studies
    .flatMap((study) => study.claims)
    .filter(
      ({ standing, ratios }) =>
        standing !== 'undecided' && ratios.some(({ pairs, ours }) => pairs !== '' && ours !== true),
    );
  const { length } = partly;
  return length === 0
    ? answer
    : `${answer}; ${length} of those decided ${plural(length, 'was', 'were')} measured on a part of what ${plural(length, 'it is', 'they are')} about`;
}

/** `2 replicated, 1 in part` */
function sayKinds(standings: readonly Standing[]): string {
  return STANDINGS.flatMap((kind) => {
    const { length } = standings.filter((standing) => standing === kind);
    return length === 0 ? [] : [`${length} ${VERBS[kind]}`];
  }).join(', ');
}

/** What else is to be known before the tables. */
export function sayNotes({ deciding }: Results): readonly string[] {
  return deciding.length === 0 ? [] : [`Time that would decide the others: ${deciding.join('; ')}`];
}

export const MEANING = `Ratios, shares and bytes are compared with the published ones, never times of other machines. A direction is proven where the whole 95 % interval lies beyond ±${DEFAULTS.protocol.margin.replace('%', ' %')} of 1, of bytes beyond 1. A published figure is replicated where its direction is proven and what was measured is within ${percent(WIDENED_SHARE)} of it, or where the interval lies inside the published range, and a border of bytes is taken at its word; it is not where the interval is further away, or reaches nowhere beyond the margin on the side that was claimed; and it is opposite where the other direction is proven. Shares, and what is read as alike, are to lie in their range whole, shares within ${percent(WIDENED_SHARE)} of it. Where a study claims less than its tables have (“faster”), the tables’ ratio stands before what was claimed, which alone is judged. Four sessions or more decide; bytes are exact. A claim is decided once none of its ratios is open, and what is said of every pair is replicated by all of them alone.`;

/**
 * The claims that have rows. Where a record was asked some of its source's claims alone, as a quick one is,
 * the others have none: what they take stands above the tables.
 */
export function claimsWithRows({ claims }: Pick<StudySection, 'claims'>): readonly ClaimResult[] {
  if (!claims.some(({ ratios }) => ratios.some(isUnasked))) return claims;
  return claims
    .map((claim) => ({ ...claim, ratios: claim.ratios.filter(({ unasked }) => unasked !== true) }))
    .filter(({ ratios }) => ratios.length > 0);
}

/** `asked: S2, S5a and S6, of the 7 claims`, beside what its record says of itself. */
export function sayFacts(section: StudySection): readonly string[] {
  const { facts, claims } = section;
  const asked = claimsWithRows(section);
  if (asked === claims || facts.length === 0) return facts;
  const ids = asked.flatMap(({ ratios }) => ratios.map(({ id }) => id));
  return [
    ...facts,
    `asked: ${ids.length === 0 ? 'none' : listed(ids)}, of the ${count(claims.length, 'claim')}`,
  ];
}

function isUnasked({ unasked, ours }: RatioResult): boolean {
  return unasked === true && ours !== true;
}

/** Whether it is a single ratio, which has no row above it. */
export function isOneRatio({ id, ratios }: Pick<ClaimResult, 'id' | 'ratios'>): boolean {
  return ratios.length === 1 && ratios[0]!.id === id;
}

/**
 * `in part on 9 of 12 pairs: 2 of 3 replicated, 1 of 3 opposite`; where that is not decided `in part, 1 ratio
 * open: …`
 */
export function sayStanding(claim: ClaimResult): string {
  if (isOneRatio(claim)) return sayRatioStanding(claim.ratios[0]!);
  const open = claim.ratios.filter((ratio) => ratio.ours !== true && isOpen(ratio)).length;
  return sayWhole(claim, open === 0 ? ' so far' : `, ${count(open, 'ratio')} open`);
}

/** `replicated on 1 of 4 pairs`; of what is said of every pair `replicated so far, on 1 of 9 pairs` */
export function sayRatioStanding(ratio: RatioResult): string {
  return sayWhole(ratio, ' so far');
}

/** `yet`: how far what is told is from being decided, if it is not. */
function sayWhole(whole: ClaimResult | RatioResult, yet: string): string {
  const { standing, soFar, pairs, counts } = whole;
  const on = pairs === '' ? '' : `${standing === 'undecided' ? ',' : ''} on ${pairs}`;
  return `${toldStanding(whole)}${soFar === null ? '' : yet}${on}${counts === '' ? '' : `: ${counts}`}`;
}

/** What stands under a ratio: why it differs, and what stood in. */
export function sayReasons({ why, note }: ClaimResult['ratios'][number]): readonly string[] {
  return [why, note].filter((text) => text !== '');
}

/** `Read as: slower is above 1`; null where the study does not say. */
export function sayReading({ reading }: { readonly reading: string }): string | null {
  return reading === '' ? null : `Read as: ${reading}`;
}

/** `jorgensen-2016: J3 about 22 min, unknown of J2 and J4` */
export function sayDeciding(sections: readonly StudySection[]): readonly string[] {
  return sections.flatMap(({ name, claims, missing, facts }) => {
    const open = claims.filter(({ standing }) => standing === 'undecided');
    if (open.length === 0) return [];
    if (facts.length === 0) return [`${name}: ${listed(open.map(({ id }) => id))}, ${missing}`];
    const known = open.flatMap(({ id, decidingMs: ms }) =>
      ms === null ? [] : [`${id} about ${sayRoughly(ms)}`],
    );
    const unknown = open.flatMap(({ id, decidingMs: ms }) => (ms === null ? [id] : []));
    return [
      `${name}: ${[...known, ...(unknown.length > 0 ? [`unknown of ${listed(unknown)}`] : [])].join(', ')}`,
    ];
  });
}

// What deciding the claims that are left open would take, study by study.

import { listed } from '../../base/figures/plurals.ts';
import { sayRoughly } from '../../base/figures/times.ts';
import type { ClaimResult, StudySection } from './results.ts';

/** `jorgensen-2016: J3 about 22 min, J4 unknown` */
export function sayDeciding(sections: readonly StudySection[]): readonly string[] {
  return sections.flatMap(({ name, claims, missing, facts }) => {
    const open = claims.filter(({ standing }) => standing === 'undecided');
    if (open.length === 0) return [];
    if (facts.length === 0) return [`${name}: ${listed(open.map(({ id }) => id))}, ${missing}`];
    return [`${name}: ${open.map((claim) => `${claim.id} ${sayTime(claim)}`).join(', ')}`];
  });
}

/** The longest that one of its ratios takes; unknown where time alone would not decide all of them. */
function sayTime({ ratios }: ClaimResult): string {
  const open = ratios.filter(({ standing }) => standing === 'undecided');
  const timesMs = open.flatMap(({ decidingMs }) => decidingMs ?? []);
  return timesMs.length === open.length ? `about ${sayRoughly(Math.max(...timesMs))}` : 'unknown';
}

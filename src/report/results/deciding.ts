// What deciding the claims that are left open would take, study by study.

import { listed } from '../../base/figures/plurals.ts';
import { sayRoughly } from '../../base/figures/times.ts';
import type { ClaimResult, StudySection } from './results.ts';

/** `jorgensen-2016: J3 about 22 min, unknown of J2 and J4` */
export function sayDeciding(sections: readonly StudySection[]): readonly string[] {
  return sections.flatMap(({ name, claims, missing, facts }) => {
    const open = claims.filter(({ standing }) => standing === 'undecided');
    if (open.length === 0) return [];
    if (facts.length === 0) return [`${name}: ${listed(open.map(({ id }) => id))}, ${missing}`];
    const timed = open.map((claim) => ({ id: claim.id, ms: decidingMs(claim) }));
    const known = timed.flatMap(({ id, ms }) => (ms === null ? [] : [`${id} about ${sayRoughly(ms)}`]));
    const unknown = timed.flatMap(({ id, ms }) => (ms === null ? [id] : []));
    return [
      `${name}: ${[...known, ...(unknown.length > 0 ? [`unknown of ${listed(unknown)}`] : [])].join(', ')}`,
    ];
  });
}

/** The longest that one of its ratios takes; null where time alone would not decide all of them. */
function decidingMs({ ratios }: ClaimResult): number | null {
  const open = ratios.filter(({ standing }) => standing === 'undecided');
  const timesMs = open.flatMap((ratio) => ratio.decidingMs ?? []);
  return timesMs.length === open.length ? Math.max(...timesMs) : null;
}

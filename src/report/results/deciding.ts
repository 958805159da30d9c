// What deciding the claims that are left open would take, study by study.

import { count, listed } from '../../base/figures/plurals.ts';
import { sayRoughly } from '../../base/figures/times.ts';
import type { ClaimResult, StudySection } from './results.ts';

export function sayDeciding(sections: readonly StudySection[]): readonly string[] {
  return sections.flatMap(({ name, claims, missing }) => {
    const open = claims.filter(({ standing }) => standing === 'undecided');
    if (open.length === 0) return [];
    const whose = `${name}: ${listed(open.map(({ id }) => id))}`;
    const timesMs = open.flatMap(ownTimesMs);
    if (timesMs.length > 0) {
      const all = open.every((claim) => ownTimesMs(claim).length > 0);
      const which = all
        ? ''
        : ` for ${count(open.filter((claim) => ownTimesMs(claim).length > 0).length, 'claim')}`;
      return [`${whose}, about ${sayRoughly(Math.max(...timesMs))} more${which}`];
    }
    return [missing === '' ? whose : `${whose}, ${missing}`];
  });
}

/** Of a claim that time alone would decide. */
function ownTimesMs({ ratios }: ClaimResult): readonly number[] {
  const open = ratios.filter(({ standing }) => standing === 'undecided');
  const timesMs = open.flatMap(({ decidingMs }) => decidingMs ?? []);
  return timesMs.length === open.length ? timesMs : [];
}

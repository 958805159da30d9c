// A claim's words may be read better after it was measured: where it still asks for the same ratio of the
// same cells, a record is judged as the study's file reads it today.

import type { RunFile } from '../../record/record.ts';
import type { Claim, Study } from '../../study/study.ts';

export function claimsAsToday({ claims }: Study): (run: RunFile) => RunFile {
  return (run) => ({
    ...run,
    study: { ...run.study, claims: run.study.claims.map((claim) => asToday(claim, claims)) },
  });
}

function asToday(claim: Claim, today: readonly Claim[]): Claim {
  const now = today.find(({ id }) => id === claim.id);
  return now !== undefined && asks(now) === asks(claim) ? now : claim;
}

/** All of a claim but its words, and whether it is said of every pair. */
function asks({ says: _, reading: __, every: ___, of, ...asked }: Claim): string {
  const ordered = Object.entries({ ...asked, of: of?.id }).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(ordered);
}

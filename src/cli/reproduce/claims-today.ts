// A claim's words may be read better after it was measured: where it still asks for the same ratio of the
// same cells, a record is judged as the study's file reads it today. Which of their figures that is may
// change too, since a sample has all of them; and the published tables are the paper's, whatever was
// measured.

import type { RunFile } from '../../record/record.ts';
import type { Claim, Study } from '../../study/study.ts';

export function claimsAsToday({ claims, publishedFigures, indicators }: Study): (run: RunFile) => RunFile {
  return (run) => ({
    ...run,
    study: {
      ...run.study,
      ...(publishedFigures !== undefined && { publishedFigures }),
      ...(indicators !== undefined && { indicators }),
      claims: run.study.claims.map((claim) => asToday(claim, claims)),
    },
  });
}

function asToday(claim: Claim, today: readonly Claim[]): Claim {
  const now = today.find(({ id }) => id === claim.id);
  return now !== undefined && asks(now) === asks(claim) ? now : claim;
}

/** All of a claim but its words, its figure, and whether it is said of every pair. */
function asks({ says: _, reading: __, every: ___, metric: ____, of, ...asked }: Claim): string {
  const ordered = Object.entries({ ...asked, of: of?.id }).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(ordered);
}

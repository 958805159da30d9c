// What the claims take that a record was not asked, as those of a quick one: reckoned as a plan does, from
// the whole study in the browsers of the record.

import { claimCosts, wholeCosts } from '../../plan/claims/claim-costs.ts';
import { needsLink, planCells } from '../../plan/make-plan.ts';
import type { RunFile } from '../../record/record.ts';
import { withoutHeld } from '../../study/cells/held-parts.ts';
import type { Study } from '../../study/study.ts';

/**
 * Claim or ratio → about the wall time of a run that decides it, ms; null where it cannot be measured here.
 * Without those that the source does not ask. `study`: all of it, as its file has it.
 */
export function timesOfUnasked(study: Study, asked: readonly RunFile[]): ReadonlyMap<string, number | null> {
  const ids = new Set(asked.flatMap((run) => run.study.claims.map(({ id }) => id)));
  const claims = study.claims.filter(({ id, ours }) => ours !== true && !ids.has(id));
  const [run] = asked;
  if (claims.length === 0 || run === undefined) return new Map();
  const browsers = new Set(run.plan.cells.map(({ factors }) => factors.browser));
  const { parts } = withoutHeld(study);
  const cells = planCells(study, parts, { noLink: lackOfLink(run) }).filter(({ factors }) =>
    browsers.has(factors.browser),
  );
  const whole = wholeCosts({ ...study, claims }, cells, claimCosts({ ...study, claims }, cells));
  return new Map(
    whole.flatMap(({ id, ratios, togetherMs }) => [
      ...ratios.map(({ claim, aloneMs }) => [claim.id, aloneMs] as const),
      [id, togetherMs] as const,
    ]),
  );
}

/** Why this machine had no emulated networks; null where nothing says that it had none. */
function lackOfLink({ plan }: RunFile): string | null {
  const start = needsLink('');
  const skip = plan.cells.find((cell) => cell.skip?.startsWith(start) === true)?.skip;
  return skip?.slice(start.length) ?? null;
}

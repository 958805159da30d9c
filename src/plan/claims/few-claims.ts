// The claims of a study that a short run answers: a few of them told, rather than all of them open.

import { count, listed } from '../../base/figures/plurals.ts';
import { sayDuration } from '../../base/figures/times.ts';
import type { Changed } from '../../study/cells/keep-cells.ts';
import { LIMITS } from '../../study/defaults.ts';
import type { Claim, Study } from '../../study/study.ts';
import type { Plan, PlannedCell } from '../plan.ts';
import { answeredMs } from './claim-costs.ts';
import { onlyClaims } from './only-claims.ts';

/** Of the time: on a machine that is not quite quiet everything takes longer than is reckoned. */
const SHARE = 0.85;

export interface ShortRun {
  /** As short as the run is to be: with fewer messages and less time. */
  readonly short: (study: Study) => Study;
  readonly planOf: (study: Study) => Plan;
}

/**
 * The cheapest claims, as many as the short run's budget answers together; the cheapest alone where it
 * answers none. Those that are not asked go, with their cells: of what happens to be measured of them nothing
 * is told. `cells` are those of a plan that has time for all.
 */
export function fewClaims(study: Study, cells: readonly PlannedCell[], run: ShortRun): Changed {
  const costs = study.claims
    .map((claim) => ({ claim, ms: togetherMs(study, cells, [claim], run) }))
    .filter(({ ms }) => ms !== null)
    .toSorted((a, b) => a.ms! - b.ms!);
  const chosen: Claim[] = costs.slice(0, 1).map(({ claim }) => claim);
  const { budgetMs } = run.short(study).protocol;
  for (const { claim } of costs.slice(1)) {
    const ms = togetherMs(study, cells, [...chosen, claim], run);
    if (ms !== null && ms <= SHARE * budgetMs) chosen.push(claim);
  }
  const claims = study.claims.filter((claim) => chosen.includes(claim));
  const small = run.short(onlyClaims({ ...study, claims }, cells).study);
  return { study: small, notes: sayChosen(study, chosen, budgetMs) };
}

/** null where one of them cannot be measured so shortly. */
function togetherMs(
  study: Study,
  cells: readonly PlannedCell[],
  claims: readonly Claim[],
  { short, planOf }: ShortRun,
): number | null {
  const small = short(onlyClaims({ ...study, claims }, cells).study);
  return answeredMs(small, planOf(withTime(small)).cells, claims, isOfRatio);
}

/** That nothing is left out for want of time. */
export function withTime(study: Study): Study {
  return { ...study, protocol: { ...study.protocol, budgetMs: LIMITS.longestBudgetMs } };
}

/** Which of two is faster is told as soon as anything is, where they lie apart. */
function isOfRatio({ published }: Claim): boolean {
  return !published.includes(null);
}

function sayChosen({ claims, protocol }: Study, chosen: readonly Claim[], budgetMs: number): string[] {
  if (chosen.length === 0 || chosen.length === claims.length) return [];
  const ids = claims.filter((claim) => chosen.includes(claim)).map(({ id }) => id);
  const asked = `${chosen.length} of ${count(claims.length, 'claim')} (${listed(ids)})`;
  return [
    `--quick: asks ${asked}, which ${sayDuration(budgetMs)} should answer; the others take a run without it (${sayDuration(protocol.budgetMs)}), and plan --claims says what each takes`,
  ];
}

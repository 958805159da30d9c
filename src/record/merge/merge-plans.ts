// Plans and sessions of several records in one: each session keeps its seed, and what it carried out. Shares
// of one plan are put back where they were dealt from; other plans stand one behind the other.

import type { Plan, PlannedCell, PlannedSession } from '../../plan/plan.ts';
import type { SessionFacts } from '../record.ts';

export interface PartToMerge {
  readonly plan: Plan;
  readonly sessions: readonly SessionFacts[];
  /** Of the record that it comes from, by this session of it. */
  readonly recordOf: (facts: SessionFacts) => number;
}

export interface MergedPlan {
  readonly plan: Plan;
  readonly sessions: readonly SessionFacts[];
  /** Of each part: the number that a session has now, by the number that it had. */
  readonly renumbered: readonly ReadonlyMap<number, number>[];
}

/** `from`: the number of the first session. At least one part. */
export function mergePlans(parts: readonly PartToMerge[], from = 0): MergedPlan {
  const planned: PlannedSession[] = [];
  const sessions: SessionFacts[] = [];
  const renumbered = parts.map(() => new Map<number, number>());
  const deals = Map.groupBy(parts.keys(), (index) => dealKey(parts[index]!.plan, index));
  for (const members of deals.values()) {
    const offset = planned.length;
    planned.push(...parts[members[0]!]!.plan.sessions.map((one) => ({ ...one, index: one.index + offset })));
    const own = members.flatMap((index) => parts[index]!.sessions.map((facts) => ({ index, facts })));
    // As one run would have numbered them; a plan of its own has them in its order already.
    const inOrder = members.length === 1 ? own : own.toSorted((a, b) => a.facts.planned - b.facts.planned);
    for (const { index, facts } of inOrder) {
      const { plan, recordOf } = parts[index]!;
      const number = from + sessions.length;
      renumbered[index]!.set(facts.session, number);
      const at = offset + facts.planned;
      sessions.push({ ...facts, session: number, planned: at, record: recordOf(facts) });
      // How long a session was to be its own run decided.
      const { durationMs } = plan.sessions[facts.planned] ?? planned[at]!;
      if (facts.status === 'complete') planned[at] = { ...planned[at]!, durationMs };
    }
  }
  // A merged record is looked at as a whole, and shares its level as usual.
  const { share: _, lookedAtOnce: __, ...first } = parts[0]!.plan;
  return {
    plan: { ...first, cells: mergedCells(parts.map(({ plan }) => plan)), sessions: planned },
    sessions,
    renumbered,
  };
}

/** The same of shares of one plan: dealt from the same sessions, whatever became of their lengths. */
function dealKey({ share, seed, sessions }: Plan, index: number): string {
  if (share === undefined) return String(index);
  return JSON.stringify([share.of, seed, sessions.map(({ durationMs: _, ...session }) => session)]);
}

/** A cell that one of the machines could measure is not skipped. */
function mergedCells(plans: readonly Plan[]): readonly PlannedCell[] {
  const cells = new Map<string, PlannedCell>();
  for (const cell of plans.flatMap((plan) => plan.cells)) {
    const known = cells.get(cell.id);
    if (known === undefined || (known.skip !== null && cell.skip === null)) cells.set(cell.id, cell);
  }
  return [...cells.values()];
}

// A record that is gone on with: for the time that its run had left, or for more of it, or to a finer
// precision. Looks go on counting, so the error promised stays what it was.

import { plural } from '../../base/figures/plurals.ts';
import { kindTimes } from '../../plan/session-times.ts';
import { dealtBudgetMs, sayShare } from '../../plan/share.ts';
import { aroundMs } from '../../plan/wall-costs.ts';
import type { RunFile } from '../../record/record.ts';
import { finishedRotations } from '../../record/rotations.ts';
import { completeSessions } from '../../run/course.ts';
import { lookAt } from '../../run/look.ts';
import { droppedBy, endOfRotation, race } from '../../run/race.ts';
import type { Study } from '../../study/study.ts';
import { wrongFlag } from '../verb.ts';
import type { MeasuringTask } from './measure-study.ts';

/** What is asked of it beyond what was planned; null: nothing. */
export interface More {
  readonly budgetMs: number | null;
  readonly precision: number | null;
}

type GoneOn = Pick<MeasuringTask, 'study' | 'plan' | 'budgetMs' | 'earlierRace'>;

/** Throws a UserError where the record cannot be gone on with, or has nothing left to find out. */
export async function goneOn(before: RunFile, dir: string, more: More): Promise<GoneOn> {
  requireDesign(before, dir);
  const isMore = more.budgetMs !== null || more.precision !== null;
  if (!isMore) {
    if (before.status === 'complete') {
      throw wrongFlag(
        '--resume',
        `the run in ${dir} is complete; more time (--budget 5m) or a finer precision (--precision 2%) makes it go on`,
      );
    }
    return {
      study: before.study,
      plan: before.plan,
      budgetMs: leftMs(before),
      earlierRace: before.race ?? [],
    };
  }
  return prolonged(before, dir, more);
}

/**
 * Visits that settle and those that do not are not to be mixed, nor are looks that were planned otherwise.
 */
function requireDesign({ plan, study }: RunFile, dir: string): void {
  if (plan.design === 2) return;
  throw wrongFlag(
    '--resume',
    `the record in ${dir} was begun by the former protocol, and sessions of today's are not to be mixed with it; it can still be reported (wirefare report ${dir}); measure anew with: wirefare run ${study.name}`,
  );
}

async function prolonged(before: RunFile, dir: string, more: More): Promise<GoneOn> {
  if (before.plan.share !== undefined)
    throw wrongFlag(
      '--resume',
      `the run in ${dir} is share ${sayShare(before.plan.share)} of a plan, which is fixed: deal out a larger one (--budget with run --share)`,
    );
  const { protocol } = before.study;
  const budgetMs = more.budgetMs ?? Math.max(protocol.budgetMs, leftMs(before));
  const study: Study = {
    ...before.study,
    protocol: {
      ...protocol,
      sessions: null,
      precision: more.precision ?? protocol.precision,
      budgetMs: protocol.budgetMs + budgetMs,
    },
  };
  const found = await lookAt({ ...before, study }, dir);
  if (found.asked > 0 && found.open === 0) {
    const all = `${found.asked} ${plural(found.asked, 'question')}`;
    throw wrongFlag(
      '--resume',
      `all ${all} in ${dir} are answered to that precision; ask for a finer one (--precision)`,
    );
  }
  const { plan } = before;
  const cells = new Map(plan.cells.map((cell) => [cell.id, cell]));
  const begun = endOfRotation(plan.sessions, Math.max(-1, ...completeSessions(before.sessions)) + 1);
  const earlier = before.race ?? [];
  const asked = found.asked === 0 ? { ...found, neededCells: new Set(cells.keys()) } : found;
  const next = race(
    {
      protocol: study.protocol,
      plan,
      begun,
      droppedBefore: droppedBy(earlier),
      timesOf: (session) => kindTimes(session, cells, study),
      leftMs: budgetMs - aroundMs(plan.cells),
    },
    finishedRotations(before),
    asked,
  );
  const isStep = next.step.dropped.length + next.step.returned.length > 0;
  return { study, plan: next.plan, budgetMs, earlierRace: isStep ? [...earlier, next.step] : earlier };
}

/** Of its budget, what its sessions have not taken; at least a tenth, and something to start with. */
function leftMs({ study, plan, sessions }: RunFile): number {
  const spentMs = sessions.reduce((sum, { startMs, wallMs }) => sum + startMs + wallMs, 0);
  const budgetMs = dealtBudgetMs(study, plan);
  return Math.max(budgetMs - spentMs, budgetMs / 10 + aroundMs(plan.cells));
}

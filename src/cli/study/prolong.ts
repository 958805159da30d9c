// A record that is gone on with: for the time that its run had left, or for more of it, or to a finer
// precision. Looks go on counting, so the error promised stays what it was.

import { plural } from '../../base/figures/plurals.ts';
import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import { endOfRotation } from '../../plan/sessions/rotations.ts';
import { kindTimes } from '../../plan/sessions/session-times.ts';
import { dealtBudgetMs, sayShare } from '../../plan/sessions/share.ts';
import { aroundMs } from '../../plan/sessions/wall-costs.ts';
import { type Look, lookAtEnd, looksOf } from '../../record/looks.ts';
import { whyNeverGoesOn } from '../../record/never-goes-on.ts';
import type { RunFile } from '../../record/record.ts';
import { finishedRotations } from '../../record/rotations.ts';
import { usedMs } from '../../report/words/wall-time.ts';
import { completeSessions } from '../../run/course.ts';
import { lookAt } from '../../run/look.ts';
import { droppedBy, race } from '../../run/race.ts';
import type { Study } from '../../study/study.ts';
import { studyNames } from '../surroundings/folders.ts';
import { wrongFlag } from '../verb.ts';
import type { MeasuringTask } from './measure-study.ts';

/** What is asked of it beyond what was planned; null: nothing. */
export interface More {
  readonly budgetMs: number | null;
  readonly precision: number | null;
}

type GoneOn = Pick<MeasuringTask, 'study' | 'plan' | 'budgetMs' | 'earlierRace' | 'earlierLooks'>;
/** Where it goes on from, its looks apart. */
type From = Omit<GoneOn, 'earlierLooks'>;

/** Throws a UserError where the record cannot be gone on with, or has nothing left to find out. */
export async function goneOn(
  before: RunFile,
  dir: string,
  more: More,
  look: typeof lookAt = lookAt,
): Promise<GoneOn> {
  requireGoesOn(before, dir, more);
  return { ...(await from(before, dir, more, look)), earlierLooks: looksToCount(before) };
}

/**
 * With its end, which a run that was killed could not write down: it can be reported until it goes on, and
 * that report has told what the next look of the run would spend its level on.
 */
function looksToCount(before: RunFile): readonly Look[] {
  const complete = completeSessions(before.sessions).size;
  // Of an earlier version's looks nobody knows more than that they saw none of the sessions to come.
  const taken = looksOf(before).map((look) => ({ ...look, sessions: Math.min(look.sessions, complete) }));
  const end = lookAtEnd(before);
  return end === null || end.rotations < FEWEST_SESSIONS ? taken : [...taken, end];
}

async function from(before: RunFile, dir: string, more: More, look: typeof lookAt): Promise<From> {
  if (!isMore(more)) {
    return {
      study: before.study,
      plan: before.plan,
      budgetMs: leftMs(before),
      earlierRace: before.race ?? [],
    };
  }
  return prolonged(before, dir, more, look);
}

function isMore({ budgetMs, precision }: More): boolean {
  return budgetMs !== null || precision !== null;
}

/** Throws a UserError where its run.json says already that it cannot be gone on with, or not so. */
export function requireGoesOn(before: RunFile, dir: string, more: More): void {
  const never = whyNeverGoesOn(before);
  if (before.merged !== undefined) {
    const names = before.merged.records.map(({ name }) => name);
    throw wrongFlag('--resume', `${dir} ${never}`, names);
  }
  if (never !== null)
    throw wrongFlag(
      '--resume',
      `the record in ${dir} ${never}; it can still be reported (wirefare report ${dir}); measure anew with: ${anewBy(before)}`,
    );
  if (!isMore(more) && before.status === 'complete')
    throw wrongFlag(
      '--resume',
      `the run in ${dir} is complete; more time (--budget 5m) or a finer precision (--precision 2%) makes it go on`,
    );
  if (isMore(more) && before.plan.share !== undefined)
    throw wrongFlag(
      '--resume',
      `the run in ${dir} is share ${sayShare(before.plan.share)} of a plan, which is fixed: deal out a larger one (--budget with run --share)`,
    );
}

/** A record keeps no path of a study file, and of data and URLs what people are shown. */
function anewBy({ advice, study: { name, payloads } }: RunFile): string {
  if (advice !== undefined) return `wirefare advise ${typed(advice.payload.source, 'PAYLOAD')}`;
  // As `measure` names the study that it makes.
  if (payloads.length > 0 && name === `measure-${payloads[0]!.name}`)
    return `wirefare measure ${payloads.map(({ source }) => typed(source, 'URL')).join(' --against ')}`;
  return studyNames().includes(name)
    ? `wirefare run ${name}`
    : `wirefare run FILE (that of the study ${name})`;
}

/**
 * As a shell takes it; of what nobody can type (`3 files`, a URL with something left out) what to put there.
 */
function typed(source: string, instead: string): string {
  if (/[\s…']/.test(source)) return `${instead} (${source})`;
  return /^[\w./:@%+=,~-]+$/.test(source) ? source : `'${source}'`;
}

async function prolonged(before: RunFile, dir: string, more: More, look: typeof lookAt): Promise<From> {
  const { protocol } = before.study;
  const budgetMs = more.budgetMs ?? Math.max(protocol.budgetMs, leftMs(before));
  const study: Study = {
    ...before.study,
    protocol: {
      ...protocol,
      sessions: null,
      precision: more.precision ?? protocol.precision,
      // What it was given and never took is given to nobody: a run that is cut off has its budget left.
      budgetMs: Math.min(protocol.budgetMs, usedMs(before)) + budgetMs,
    },
  };
  const found = await look({ ...before, study }, dir);
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
      study,
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

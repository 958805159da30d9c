// What the section of studies starts and asks: the verbs `plan` and `run` themselves, on the text as it
// stands in the page.

import { type Problem, UserError } from '../../base/errors.ts';
import { count } from '../../base/figures/plurals.ts';
import { sayDuration } from '../../base/figures/times.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { sayShare } from '../../plan/sessions/share.ts';
import { whyNeverGoesOn } from '../../record/never-goes-on.ts';
import { readRun, unlessDamaged } from '../../record/read-record.ts';
import { budgetOfRun, plannedSessions } from '../../record/rotations.ts';
import { editorSchema } from '../../study/reference/editor-schema.ts';
import { studyJsonSchema } from '../../study/reference/json-schema.ts';
import type { Summary } from '../../summary/summary.ts';
import type { JobAsked, JobContext } from '../../ui/jobs/jobs.ts';
import { type Flags, linesNamed, wordsNamed } from '../../ui/server/flags.ts';
import type { Point, ResumableRecord } from '../../ui/studies/asked.ts';
import type { StudyDesk } from '../../ui/studies/routes.ts';
import { parseHeaders } from '../payload/payload-flags.ts';
import { run, sayEndOfRun } from '../run/run.ts';
import { freshTask, measureStudy, requireCells, type Surrounded } from '../study/measure-study.ts';
import { readOutsideHost } from '../study/outside.ts';
import { requireGoesOn } from '../study/prolong.ts';
import { foldersElsewhere, whereTheyWere } from '../study/record-folders.ts';
import { linkChoice, planLoaded, planStudy, readMore } from '../study/study-options.ts';
import { vocabularyHere } from '../study/vocabulary-here.ts';
import { readRecord } from '../surroundings/record-files.ts';
import { certificateTaken, notKept } from '../urls/resumed-urls.ts';
import { checkedStudy } from './check-study.ts';
import { editedStudy } from './edit-study.ts';
import { pageHost } from './page-host.ts';
import { plannedResult } from './planned-result.ts';
import {
  againstBest,
  type PointStudy,
  pointStudy,
  predictedBeside,
  requirePoint,
  sayOtherMachine,
} from './point-study.ts';
import { watched } from './watched-run.ts';

/** Flags that the page may give; all others are the terminal's. */
const RUN_FLAGS = ['budget', 'browser', 'link'] as const;
const MORE_FLAGS = ['budget', 'precision'] as const;
const POINT_FLAGS = ['budget', 'link'] as const;
const NO_FLAGS: { readonly only: readonly string[] } = { only: [] };

export interface StudyDeskPlace {
  readonly host: Host;
  readonly recordsIn: string;
  /** Folder of a record; throws a UserError where there is none of that name. */
  folderOf(record: string): string;
  driversFor(host: Host): Drivers;
  /** Where somebody said that this machine is found; null: nobody did. */
  readonly address: string | null;
}

export function studyDesk({ host, recordsIn, folderOf, driversFor, address }: StudyDeskPlace): StudyDesk {
  const reached: Pick<Surrounded, 'usualAddress'> = address === null ? {} : { usualAddress: address };
  const schema = () => studyJsonSchema(vocabularyHere(host));
  const flagsAmong = (given: Flags) => ({
    ...wordsNamed(given, RUN_FLAGS),
    ...NO_FLAGS,
    ...(given.quick === true && { quick: true }),
  });
  const runJob = (
    title: string,
    doing: string,
    act: (there: Host, around: Surrounded) => Promise<number>,
  ): JobAsked => ({
    kind: 'run',
    title,
    work: (job) => watched(job, { host, dir: null, recordsIn, doing }, act),
  });
  return {
    browsers: vocabularyHere(host).browsers,
    schema: () => editorSchema(schema()),
    check: (asked, measuring) => checkedStudy(asked, host, measuring),
    edited: (asked) => editedStudy(asked, Object.keys(schema().properties ?? {})),
    plan: ({ id, text }, given) => ({
      kind: 'plan',
      title: `plan of ${id}`,
      isPassing: true,
      work: async (job) => {
        job.progress.doing = 'making it';
        const there = silentHost(host, job);
        const flags = flagsAmong(given);
        const planned = await planStudy(id, flags, there, driversFor(there), text);
        return plannedResult(planned);
      },
    }),
    run: ({ id, text }, given) =>
      runJob(`study ${id}`, 'reading and planning it', (there, around) =>
        run(id, flagsAmong(given), there, driversFor(there), { ...around, ...reached, typed: text }),
      ),
    resumable: (record) => unlessDamaged(record, () => resumableRecord(record, folderOf(record))),
    resume: (record, given) => {
      const more = wordsNamed(given, MORE_FLAGS);
      const again = { ...linesNamed(given, ['header', 'url']), ...certificateIn(given) };
      const dir = folderOf(record);
      // At once, and not when its turn has come.
      unlessDamaged(record, () => requireGoesOn(readRun(dir), dir, readMore(more, host)));
      requireHeaders(again.header ?? []);
      return runJob(`more of ${record}`, 'reading what was measured', (there, around) => {
        const before = whereTheyWere(readRun(dir), there);
        const goingOn = { ...more, ...again, resume: dir };
        return run(undefined, goingOn, before, driversFor(before), { ...around, ...reached });
      });
    },
    measurePoint: async (point, given, measuring) => {
      const dir = folderOf(point.record);
      const flags = wordsNamed(given, POINT_FLAGS);
      // At once, and not when its turn has come; but to read samples would disturb what is being measured.
      readMore(flags, host);
      unlessDamaged(point.record, () => requirePoint(readRun(dir), point));
      if (measuring === null) {
        const { run, samples } = await readRecord(dir, { tells: 'summary' });
        pointStudy(run, samples, point, 0);
      }
      return {
        kind: 'run',
        title: `a point of ${point.record}`,
        work: (job) => measuredPoint(job, dir, point, flags),
      };
    },
  };

  async function measuredPoint(
    job: JobContext,
    dir: string,
    point: Point,
    flags: { readonly budget?: string; readonly link?: string },
  ): Promise<unknown> {
    let summary: Summary | null = null;
    let asked: PointStudy | null = null;
    let otherMachine: string | null = null;
    const place = { host, dir: null, recordsIn, doing: 'reading what was measured' };
    const result = await watched(job, place, async (here, around) => {
      const startMs = here.clock.nowMs();
      const before = await readRecord(dir, { tells: 'summary' });
      const there = whereTheyWere(before.run, here);
      const drivers = driversFor(there);
      otherMachine = sayOtherMachine(point.record, before.run);
      asked = pointStudy(before.run, before.samples, point, there.freshSeed());
      const planned = await planLoaded(asked.study, flags, there, drivers);
      const { noLink, lookedMs, warnings } = planned;
      const study = againstBest(planned.study, asked, planned.plan);
      const plan = study === planned.study ? planned.plan : planned.planOf(study);
      await requireCells(plan, noLink, drivers);
      const elsewhere = foldersElsewhere(plan, there);
      const task = {
        ...freshTask({ study, plan }, linkChoice(flags.link), there, null, startMs + lookedMs),
        ...around,
        warnings,
        outsideHost: readOutsideHost(plan, undefined, reached.usualAddress),
        ...(elsewhere !== undefined && { elsewhere }),
      };
      const measured = await measureStudy(task, there, drivers);
      summary = measured.input.summary;
      return sayEndOfRun(measured.run, measured.dir, there, around);
    });
    return result === null || summary === null || asked === null
      ? result
      : { ...result, tables: [predictedBeside(summary, asked, otherMachine), ...result.tables] };
  }
}

/** Where nobody changes it, each URL is asked as it was. */
function certificateIn({ certificate }: Flags): { readonly insecure?: boolean } {
  return certificate === 'any' || certificate === 'trusted' ? { insecure: certificate === 'any' } : {};
}

/** Throws a UserError with all that are not written as headers are. */
function requireHeaders(typed: readonly string[]): void {
  const problems: Problem[] = [];
  parseHeaders(typed, problems);
  if (problems.length > 0) throw new UserError(problems);
}

/** What it prints nobody reads: its result is shown. */
function silentHost(host: Host, job: JobContext): Host {
  return pageHost(host, null, job, () => {});
}

function resumableRecord(name: string, dir: string): ResumableRecord {
  const run = readRun(dir);
  const { study, status, reason, sessions, plan } = run;
  const share = plan.share === undefined ? null : sayShare(plan.share);
  // A share is given no more than it was dealt.
  const never =
    whyNeverGoesOn(run) ??
    (share !== null && status === 'complete'
      ? `is complete, and share ${share} of a plan, which is fixed`
      : null);
  const complete = sessions.filter((session) => session.status === 'complete').length;
  const so = `${complete} of ${count(plannedSessions(run), 'session')} within ${sayDuration(budgetOfRun(run))}`;
  return {
    name,
    title: String(study.title),
    status,
    says: reason === '' || reason === status ? so : `${so}: ${reason}`,
    refusal: never === null ? null : `${name} ${never}`,
    share,
    otherMachine: sayOtherMachine(name, run),
    notKept: notKept(study.payloads),
    certificate: certificateTaken(study.payloads),
  };
}

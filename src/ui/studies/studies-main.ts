// The section of studies, started in a browser: the list, or the study or record that the address names, and
// what goes on above all.

import { isOpen, type JobSnapshot } from '../jobs/snapshot.ts';
import { byId, isTyping, show } from '../shell/dom.ts';
import { clearFailure, tellFailure } from '../shell/failure.ts';
import { followJobs } from '../shell/follow-jobs.ts';
import { WatchedJobs } from '../shell/job-view.ts';
import { askJson, keepToken } from '../shell/lab-api.ts';
import { endView } from '../shell/result-view.ts';
import type { PlannedResult, StudiesFacts } from './asked.ts';
import { showAsked } from './asked-view.ts';
import { planView } from './plan-view.ts';
import { StudyDeskView } from './study-desk-view.ts';
import { studyList } from './study-list.ts';

const watched = new WatchedJobs(document, byId(document, 'job'));
const words = new URLSearchParams(location.search);
/** Shown once, so that reading is not disturbed. */
let shownResult = 0;
/** Started by this page: others are watched too. */
const ownJobs = new Set<number>();
let desk: StudyDeskView | null = null;

async function begin(): Promise<void> {
  const facts = await askJson<StudiesFacts>('studies');
  const study = words.get('study');
  if (study !== null) {
    desk = new StudyDeskView(document, onStarted);
    await desk.open(study, facts);
  } else if (words.has('record')) await showAsked(document, words, onStarted);
  else {
    byId(document, 'list').replaceChildren(...studyList(document, facts));
    show(byId(document, 'list'), true);
  }
  byId(document, 'main').setAttribute('aria-busy', 'false');
  await followJobs({ job: onJob, trouble: onTrouble });
}

function onStarted(job: JobSnapshot): void {
  ownJobs.add(job.id);
  watched.closeFailedBefore(job);
  onJob(job);
  byId(document, 'job').scrollIntoView({ block: 'nearest' });
}

function onTrouble(thrown: unknown): void {
  if (thrown === null) clearFailure(document);
  else tellFailure(document, thrown);
}

function onJob(job: JobSnapshot): void {
  const isOver = !isOpen(job);
  if (isOver) desk?.quiet();
  if (!['plan', 'run', 'advise', 'measure'].includes(job.kind)) return;
  const isOwn = ownJobs.has(job.id);
  if (job.kind === 'plan' && !isOwn) {
    // It may ask something and hold all others up, and its tab may be gone. Once it is over it is nobody's
    // here.
    watched.show(job, true);
    return;
  }
  watched.show(job);
  // What was stopped before it began, or failed, takes nobody's result away; nor does another tab's job one
  // that was asked for here.
  const hasResult = job.result !== null || (job.kind !== 'plan' && job.record !== null);
  if (!isOver || !hasResult || shownResult >= job.id || (ownJobs.has(shownResult) && !isOwn)) return;
  shownResult = job.id;
  if (job.kind === 'plan' && job.result !== null) showPlan(job.result as PlannedResult);
  if (job.kind !== 'plan') showRun(job);
}

function showPlan(plan: PlannedResult): void {
  const place = byId(document, 'planned');
  place.replaceChildren(...planView(document, plan));
  show(place, true);
  if (!isTyping(document)) place.focus({ preventScroll: true });
}

function showRun(job: JobSnapshot): void {
  const place = byId(document, 'result');
  place.replaceChildren(...endView(document, job));
  show(place, true);
  if (ownJobs.has(job.id) && !isTyping(document)) place.focus({ preventScroll: true });
}

keepToken();
begin().catch((thrown: unknown) => tellFailure(document, thrown));

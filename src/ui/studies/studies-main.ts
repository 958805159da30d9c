// The section of studies, started in a browser: the list, or the study or record that the address names, and
// what goes on above all.

import { isMeasured, type JobSnapshot } from '../jobs/snapshot.ts';
import { byId, isTyping, show } from '../shell/dom.ts';
import { tellFailure } from '../shell/failure.ts';
import { WatchedJobs } from '../shell/jobs/job-view.ts';
import { OwnStarts } from '../shell/jobs/own-starts.ts';
import { askJson, keepToken } from '../shell/lab-api.ts';
import { endView } from '../shell/results/result-view.ts';
import { ShownResult } from '../shell/results/shown-result.ts';
import { runSection } from '../shell/section.ts';
import type { PlannedResult, StudiesFacts } from './asked.ts';
import { showAsked } from './asked-view.ts';
import { planView } from './plan-view.ts';
import { StudyDeskView } from './study-desk-view.ts';
import { studyList } from './study-list.ts';

const watched = new WatchedJobs(document, byId(document, 'job'));
const starts = new OwnStarts(onStarted);
const words = new URLSearchParams(location.search);
const shownResult = new ShownResult();
let desk: StudyDeskView | null = null;

async function begin(): Promise<void> {
  const facts = await askJson<StudiesFacts>('studies');
  try {
    if (await showNamed(facts)) return;
  } catch (thrown) {
    // What the address names may be gone; the list leads on from there.
    tellFailure(document, thrown);
  }
  byId(document, 'list').replaceChildren(...studyList(document, facts));
  show(byId(document, 'list'), true);
}

/** Answers whether the address names a study or a record. */
async function showNamed(facts: StudiesFacts): Promise<boolean> {
  const study = words.get('study');
  if (study !== null) {
    const opened = new StudyDeskView(document, starts.start);
    await opened.open(study, facts);
    desk = opened;
  } else if (words.has('record')) await showAsked(document, words, starts.start);
  return study !== null || words.has('record');
}

function onStarted(job: JobSnapshot): void {
  shownResult.own(job);
  watched.closeFailedBefore(job);
  onJob(job);
  byId(document, 'job').scrollIntoView({ block: 'nearest' });
}

function onJob(job: JobSnapshot): void {
  if (job.state !== 'waiting' && !isMeasured(job)) desk?.quiet();
  const isOfSection = ['plan', 'run', 'advise', 'measure'].includes(job.kind);
  watched.hear(job, isOfSection);
  if (!isOfSection) return;
  // A plan may ask something and hold all others up, and its tab may be gone. Once it is over it is nobody's
  // here, or stands below; only that it came to nothing is told.
  const isPlan = job.kind === 'plan';
  const isOwn = shownResult.isOwn(job);
  const cameToNothing = job.state === 'failed' || job.state === 'stopped';
  const isAside = isPlan ? !(isOwn && cameToNothing) : !isShownHere(job, isOwn) && !cameToNothing;
  watched.show(job, isAside);
  if (isPlan && !isOwn) {
    starts.hear(job);
    return;
  }
  if (!isShownHere(job, isOwn) || !shownResult.takes(job)) return;
  if (job.kind === 'plan') showPlan(job.result as PlannedResult);
  else showRun(job);
}

/** What was found for Ask stands there; here, above a study, it would hide what the page is about. */
function isShownHere({ kind }: JobSnapshot, isOwn: boolean): boolean {
  return isOwn || kind === 'plan' || kind === 'run';
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
  if (shownResult.isOwn(job) && !isTyping(document)) place.focus({ preventScroll: true });
}

keepToken();
void runSection(document, { begin, job: onJob });

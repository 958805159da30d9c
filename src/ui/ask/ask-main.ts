// The section Ask, started in a browser: takes data, shows their sizes, starts advice and shows what comes of
// it. What goes on is the lab's to know: a page that is loaded anew finds its run again.

import { isEarlier, isOpen, type JobSnapshot } from '../jobs/snapshot.ts';
import type { Failure } from '../server/say-failure.ts';
import { byId, make, show } from '../shell/dom.ts';
import { failureLines } from '../shell/failure.ts';
import { stopJob } from '../shell/jobs/follow-jobs.ts';
import { WatchedJobs } from '../shell/jobs/job-view.ts';
import { OwnStarts } from '../shell/jobs/own-starts.ts';
import { askJson, keepToken, LabError } from '../shell/lab-api.ts';
import { runSection } from '../shell/section.ts';
import { AddressNeeds } from './address-needs.ts';
import { AnswersField } from './answers-field.ts';
import { type AskFacts, aboutData, type TodayChosen, todayFlag } from './asked.ts';
import { keepChoices, takeChoicesAgain } from './kept-choices.ts';
import { tabMark } from './kept-in-tab.ts';
import { PayloadField } from './payload-field.ts';
import { Recommendation } from './recommendation.ts';
import { openSizesView, type SizesDocument, sayWaitingSizes, sizesView } from './sizes-view.ts';

const input = (id: string) => byId<HTMLInputElement>(document, id);
const select = (id: string) => byId<HTMLSelectElement>(document, id);
const start = byId<HTMLButtonElement>(document, 'start');
const watched = new WatchedJobs(document, byId(document, 'job'));
const starts = new OwnStarts(onOwn);
const answers = new AnswersField(document, () => void trying(askSizes));
const needs = new AddressNeeds(document, () => void trying(askSizes));
const recommendation = new Recommendation(document, dataNow);
const payload = new PayloadField(document, {
  mostBytes: async () => (await begun).mostBytes,
  replaced: () => answers.forget(),
  given: askSizes,
  trying,
});

/** No randomUUID: a page over plain HTTP is no secure context. */
const tab = tabMark([...crypto.getRandomValues(new Uint32Array(2))].join('-'));
/** Sizes that this page asked for and waits for: those of other tabs are not about these data. */
const ownSizes = new Set<number>();
/** Of the sizes asked for last. */
let sizesJob: JobSnapshot | null = null;
/** How the data of those sizes came; null until they are read. */
let came: TodayChosen | null = null;
/** Those data cannot be read: nothing can be advised on them. */
let isRefused = false;
let isStarting = false;

async function begin(): Promise<AskFacts> {
  const facts = await askJson<AskFacts>('ask');
  const usual = facts.defaults.network.split(',');
  for (const { name, says } of facts.networks) {
    const isUsual = usual.includes(name);
    const box = make(document, 'input', {
      type: 'checkbox',
      name: 'network',
      value: name,
    }) as HTMLInputElement;
    box.checked = isUsual;
    const isLimited = name !== 'none';
    const about = isLimited ? says.replace(name, '').trim() : 'as on one machine';
    const figures = make(document, 'span', { class: 'soft' }, about);
    const label = make(document, 'span', {}, isLimited ? name : 'no network limit', ' ', figures);
    byId(document, isUsual ? 'networks' : 'more-networks').append(make(document, 'label', {}, box, label));
  }
  options('from', ['', ...facts.kinds], 'found by itself');
  options('today-format', ['', ...facts.formats], 'as it came');
  options('today-compression', ['', ...facts.compressions], 'as it came');
  options('browser', facts.browsers, '');
  select('browser').value = facts.defaults.browser;
  select('budget').value = facts.defaults.budget;
  takeChoicesAgain(document);
  await trying(() => payload.takeAgain());
  sayStart();
  return facts;
}

function options(id: string, values: readonly string[], first: string): void {
  select(id).append(
    ...values.map((value) =>
      make(document, 'option', { value }, value === '' ? first : value === 'none' ? 'no compression' : value),
    ),
  );
}

function onJob(job: JobSnapshot): void {
  const isOwn = recommendation.isOwn(job);
  if (!isOwn) starts.hear(job);
  const isRun = job.kind === 'advise' || job.kind === 'measure';
  // Own sizes have a place of their own, and a Stop there.
  watched.hear(job, isRun || (job.kind === 'sizes' && isOwn));
  if (job.kind === 'sizes') onSizes(job);
  if (isRun) onRun(job);
}

function onRun(job: JobSnapshot): void {
  show(byId(document, 'empty'), false);
  watched.show(job);
  recommendation.hear(job);
}

function onOwn(job: JobSnapshot): void {
  recommendation.own(job);
  if (job.kind === 'sizes') ownSizes.add(job.id);
  else watched.closeFailedBefore(job);
  onJob(job);
}

function onSizes(job: JobSnapshot): void {
  if (!ownSizes.has(job.id) || job.id < (sizesJob?.id ?? 0)) return;
  // A page that connects again is told all of it again, and the answer to a start may come after its events.
  if (job.id === sizesJob?.id && (!isOpen(sizesJob) || isEarlier(job, sizesJob))) return;
  sizesJob = job;
  const found = job.state === 'done' ? (job.result as SizesDocument) : null;
  came = found?.payload.today ?? null;
  if (found !== null) answers.offer(found.paths);
  const place = byId(document, 'sizes');
  show(place, true);
  show(byId(document, 'empty'), false);
  isRefused = job.failure?.problems !== undefined;
  sayStart();
  if (job.failure !== null) refuse(job.failure);
  else if (found !== null) drawSizes();
  else sayOpenSizes(place, job);
}

/** Again where another way of today is chosen: shares are of that. */
function drawSizes(): void {
  if (sizesJob?.state !== 'done') return;
  const takePart = (path: string) => {
    input('path').value = path;
    keepChoices(document);
    void trying(askSizes);
    input('path').focus();
  };
  const found = sizesJob.result as SizesDocument;
  byId(document, 'sizes').replaceChildren(...sizesView(document, found, { today: chosenToday(), takePart }));
}

/** Drawn once for each thing that it says: whoever is about to press the button still finds it. */
function sayOpenSizes(place: HTMLElement, job: JobSnapshot): void {
  const said = sayWaitingSizes(job);
  if (place.querySelector('[role=status]')?.textContent === said) return;
  const isHere = place.contains(document.activeElement);
  // The job of these words may be another one by then.
  const stop = () => void trying(async () => sizesJob !== null && stopJob(sizesJob));
  place.replaceChildren(...openSizesView(document, job, { stop, again: () => void trying(askSizes) }));
  if (isHere) place.querySelector('button')?.focus({ preventScroll: true });
}

/** Data that cannot be read have no sizes, and nothing can be advised on them. */
function refuse(failure: Failure): void {
  show(byId(document, 'sizes'), false);
  tellAsk(new LabError(failure, 400));
  if (!payload.isUrl) return;
  // What stands behind an address may have been mended.
  const again = make(document, 'button', { type: 'button', class: 'link' }, 'Ask it again');
  again.addEventListener('click', () => void trying(askSizes));
  byId(document, 'ask-failure').append(again);
}

function sayStart(): void {
  start.disabled = payload.source() === null || isRefused;
}

function tellAsk(thrown: unknown): void {
  const place = byId(document, 'ask-failure');
  place.replaceChildren(...failureLines(document, thrown));
  show(place, true);
}

async function trying(act: () => Promise<unknown>): Promise<void> {
  show(byId(document, 'ask-failure'), false);
  try {
    await act();
  } catch (thrown) {
    tellAsk(thrown);
  }
}

async function askSizes(): Promise<void> {
  isRefused = false;
  sayStart();
  recommendation.dataChanged();
  show(byId(document, 'measure-part'), payload.isUrl);
  const from = payload.source();
  const sent = needs.flagsFor(from?.url ?? null);
  if (from === null) return;
  await stopSizes();
  came = null;
  const asked = { ...from, tab, flags: { ...readingFlags(), ...sent } };
  await starts.start('ask/start/sizes', asked);
}

/** What was asked of other data, or of another part of them, is of no use any more. */
async function stopSizes(): Promise<void> {
  const before = sizesJob;
  if (before === null || !isOpen(before)) return;
  sizesJob = null;
  // That they were stopped is no news then.
  ownSizes.delete(before.id);
  await stopJob(before);
}

/** How the data are read. */
function readingFlags(): Record<string, string> {
  return { path: input('path').value, from: select('from').value, answers: answers.value };
}

/** null: none are given. */
function dataNow(kind: string): string | null {
  const from = payload.source();
  return from === null ? null : aboutData(kind, { ...from, flags: readingFlags() });
}

function runFlags(): Record<string, string> {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[name=network]:checked')];
  return {
    network: boxes.map(({ value }) => value).join(','),
    budget: select('budget').value,
    browser: select('browser').value,
    link: input('modelled').checked ? 'modelled' : '',
  };
}

function chosenToday(): TodayChosen {
  return { format: select('today-format').value, compression: select('today-compression').value };
}

async function startRun(verb: 'advise' | 'measure'): Promise<void> {
  await payload.untilTaken();
  const from = payload.source();
  if (from === null) throw new Error('Drop data first, or give an address.');
  const flags = runFlags();
  if (flags.network === '') throw new Error('Tick one network at least.');
  const sent = needs.flagsFor(from.url ?? null);
  const more = verb === 'advise' ? { ...readingFlags(), today: todayFlag(chosenToday(), came) } : {};
  await starts.start(`ask/start/${verb}`, { ...from, flags: { ...flags, ...sent, ...more } });
  byId(document, 'job').scrollIntoView({ block: 'nearest' });
}

input('url').addEventListener('change', () => answers.forget());
for (const id of ['url', 'path', 'from'])
  byId(document, id).addEventListener('change', () => void trying(askSizes));
byId(document, 'form').addEventListener('change', () => keepChoices(document));
for (const id of ['today-format', 'today-compression']) select(id).addEventListener('change', drawSizes);
// No button of the form sends it: Enter in a field asks for sizes and starts no measurement.
start.addEventListener('click', () => startOnce('advise'));
byId(document, 'measure').addEventListener('click', () => startOnce('measure'));

/** A second click before the lab has answered starts no second run. */
function startOnce(verb: 'advise' | 'measure'): void {
  if (isStarting) return;
  isStarting = true;
  void trying(() => startRun(verb)).finally(() => {
    isStarting = false;
  });
}

keepToken();
let begun: Promise<AskFacts>;
void runSection(document, {
  begin() {
    begun = begin();
    return begun;
  },
  job: onJob,
});

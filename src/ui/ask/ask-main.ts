// The section Ask, started in a browser: takes data, shows their sizes, starts advice and shows what comes of
// it. What goes on is the lab's to know: a page that is loaded anew finds its run again.

import { isEarlier, isOpen, type JobSnapshot } from '../jobs/snapshot.ts';
import type { Failure } from '../server/say-failure.ts';
import { byId, make, show } from '../shell/dom.ts';
import { clearFailure, failureLines, tellFailure } from '../shell/failure.ts';
import { followJobs, stopJob } from '../shell/follow-jobs.ts';
import { WatchedJobs } from '../shell/job-view.ts';
import { askJson, keepToken, LabError, sendJson } from '../shell/lab-api.ts';
import { AnswersField } from './answers-field.ts';
import { type AskFacts, aboutData, NO_LONGER_HERE, type TodayChosen, todayFlag } from './asked.ts';
import { type GivenData, givenData, givenText } from './given-data.ts';
import { tabMark } from './kept-in-tab.ts';
import { Recommendation } from './recommendation.ts';
import { openSizesView, type SizesDocument, sayWaitingSizes, sizesView } from './sizes-view.ts';

const input = (id: string) => byId<HTMLInputElement>(document, id);
const select = (id: string) => byId<HTMLSelectElement>(document, id);
const start = byId<HTMLButtonElement>(document, 'start');
const dropSays = byId(document, 'drop-says');
const watched = new WatchedJobs(document, byId(document, 'job'));
const answers = new AnswersField(document, () => void trying(askSizes));
const recommendation = new Recommendation(document, dataNow);

/** No randomUUID: a page over plain HTTP is no secure context. */
const tab = tabMark([...crypto.getRandomValues(new Uint32Array(2))].join('-'));
let upload: string | null = null;
/** Of the data that were taken last; before that, how to give some. */
let takenSays = dropSays.textContent!;
/** Sizes that this page asked for and waits for: those of other tabs are not about these data. */
const ownSizes = new Set<number>();
/** Of the sizes asked for last. */
let sizesJob: JobSnapshot | null = null;
/** Told before the lab has answered whose it is. */
const early = new Map<number, JobSnapshot>();
/** How the data of those sizes came; null until they are read. */
let came: TodayChosen | null = null;
/** The last data win, however long the earlier ones take. */
let takings = 0;
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
  options('from', ['', ...facts.kinds], 'as it looks');
  options('today-format', ['', ...facts.formats], 'as it came');
  options('today-compression', ['', ...facts.compressions], 'as it came');
  options('browser', facts.browsers, '');
  select('browser').value = facts.defaults.browser;
  select('budget').value = facts.defaults.budget;
  await trying(takeAgain);
  byId(document, 'main').setAttribute('aria-busy', 'false');
  return facts;
}

function options(id: string, values: readonly string[], first: string): void {
  select(id).append(
    ...values.map((value) =>
      make(document, 'option', { value }, value === '' ? first : value === 'none' ? 'no compression' : value),
    ),
  );
}

function onTrouble(thrown: unknown): void {
  if (thrown === null) clearFailure(document);
  else tellFailure(document, thrown);
}

function onJob(job: JobSnapshot): void {
  const isOwn = recommendation.isOwn(job);
  if (!isOwn) early.set(job.id, job);
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
  onJob(early.get(job.id) ?? job);
  early.clear();
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
  else if (found !== null) place.replaceChildren(...sizesView(document, found));
  else sayOpenSizes(place, job);
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
  if (input('url').value.trim() === '') return;
  // What stands behind an address may have been mended.
  const again = make(document, 'button', { type: 'button', class: 'link' }, 'Ask it again');
  again.addEventListener('click', () => void trying(askSizes));
  byId(document, 'ask-failure').append(again);
}

function sayStart(): void {
  start.disabled = source() === null || isRefused;
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

async function take(name: string, data: Blob): Promise<void> {
  // A page that its lab has refused says so, and nothing of the data.
  const { mostBytes } = await begun;
  if (data.size > mostBytes) {
    const megabytes = (bytes: number) => Math.round(bytes / 1e6);
    throw new Error(
      `${name} has ${megabytes(data.size)} MB, and the page takes ${megabytes(mostBytes)} MB: a part of it tells as much, or in a terminal: wirefare advise FILE`,
    );
  }
  const number = ++takings;
  dropSays.textContent = `Taking ${name} …`;
  let taken: Taken;
  try {
    const path = `ask/payload/${encodeURIComponent(name)}`;
    taken = await askJson<Taken>(path, { method: 'PUT', body: data });
  } catch (thrown) {
    // What stood there before is what a run would take.
    if (number === takings) dropSays.textContent = takenSays;
    throw thrown;
  }
  if (number !== takings) return;
  input('url').value = '';
  answers.forget();
  show(byId(document, 'paste-part'), false);
  showTaken(taken);
  await askSizes();
}

interface Taken {
  readonly upload: string;
  readonly name: string;
  readonly bytes: number;
}

/** Kept for this tab, so that data and their sizes are still there when it is loaded anew. */
const KEPT = 'wirefare-payload';

function showTaken(taken: Taken): void {
  upload = taken.upload;
  takenSays = `${taken.name}, ${taken.bytes.toLocaleString('en').replaceAll(',', '\u00a0')} bytes`;
  dropSays.textContent = takenSays;
  byId(document, 'drop').classList.add('taken');
  keep(JSON.stringify(taken));
}

function keep(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, text);
  } catch {
    // A browser that keeps nothing: they are dropped again.
  }
}

function kept(): Taken | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Taken | null;
  } catch {
    return null;
  }
}

/** What was dropped before the page was loaded anew; a lab that has begun since does not have it. */
async function takeAgain(): Promise<void> {
  const taken = kept();
  if (taken === null) return;
  showTaken(taken);
  try {
    await askSizes();
  } catch (thrown) {
    // Only what is gone is forgotten: a lab that does not answer, or has too much to do, has it still.
    if (!(thrown instanceof LabError && thrown.message.includes(NO_LONGER_HERE))) throw thrown;
    upload = null;
    sayStart();
    byId(document, 'drop').classList.remove('taken');
    takenSays = `${taken.name} ${NO_LONGER_HERE}`;
    dropSays.textContent = takenSays;
    keep(null);
  }
}

function source(): { upload?: string; url?: string } | null {
  const url = input('url').value.trim();
  if (url !== '') return { url };
  return upload === null ? null : { upload };
}

async function askSizes(): Promise<void> {
  const isUrl = input('url').value.trim() !== '';
  isRefused = false;
  sayStart();
  recommendation.dataChanged();
  show(byId(document, 'measure-part'), isUrl);
  const from = source();
  if (from === null) return;
  await stopSizes();
  came = null;
  const asked = { ...from, tab, flags: readingFlags() };
  onOwn(await sendJson<JobSnapshot>('ask/start/sizes', asked));
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
  const from = source();
  return from === null ? null : aboutData(kind, { ...from, flags: readingFlags() });
}

function runFlags(): Record<string, string> {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[name=network]:checked')];
  return {
    network: boxes.map(({ value }) => value).join(','),
    budget: select('budget').value,
    browser: select('browser').value,
  };
}

function today(): string {
  const [format, compression] = [select('today-format').value, select('today-compression').value];
  return todayFlag({ format, compression }, came);
}

async function startRun(verb: 'advise' | 'measure'): Promise<void> {
  const from = source();
  if (from === null) throw new Error('Drop data first, or give an address.');
  const flags = runFlags();
  if (flags.network === '') throw new Error('Tick one network at least.');
  const more = verb === 'advise' ? { ...readingFlags(), today: today() } : {};
  const job = await sendJson<JobSnapshot>(`ask/start/${verb}`, { ...from, flags: { ...flags, ...more } });
  watched.closeFailedBefore(job);
  onOwn(job);
  byId(document, 'job').scrollIntoView({ block: 'nearest' });
}

const drop = byId(document, 'drop');

/** Text that is dragged to a field goes there, as anywhere; a file would take the page's place. */
function isForField({ target, dataTransfer }: DragEvent): boolean {
  return isField(target) && dataTransfer?.types.includes('Files') !== true;
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')
  );
}

for (const kind of ['dragenter', 'dragover'] as const)
  document.addEventListener(kind, (event) => {
    if (isForField(event)) return;
    event.preventDefault();
    drop.classList.add('over');
  });
for (const kind of ['dragleave', 'drop'] as const)
  document.addEventListener(kind, (event) => {
    drop.classList.remove('over');
    if (!isForField(event)) event.preventDefault();
  });
document.addEventListener('drop', (event) => {
  if (!isForField(event)) takeTransfer(event.dataTransfer, 'dropped');
});
document.addEventListener('paste', (event) => {
  if (!isField(event.target)) takeTransfer(event.clipboardData, 'pasted');
});
input('file').addEventListener('change', () => {
  const file = input('file').files?.[0];
  if (file !== undefined) void trying(() => take(file.name, file));
  // A file that was mended is chosen by the same name.
  input('file').value = '';
});

function takeTransfer(transfer: DataTransfer | null, name: string): void {
  if (transfer === null) return;
  const { files, items } = transfer;
  const given = givenData({ files, items, getData: (kind) => transfer.getData(kind) });
  if (given !== null) void trying(() => takeGiven(given, name));
}

/** `name`: of what has none. */
async function takeGiven(given: GivenData, name: string): Promise<void> {
  if (given.kind === 'refused') throw new Error(given.why);
  if (given.kind === 'file') return take(given.file.name, given.file);
  if (given.kind === 'text') return take(name, new Blob([given.text]));
  // What is still on its way was given before.
  takings++;
  dropSays.textContent = takenSays;
  input('url').value = given.url;
  answers.forget();
  show(byId(document, 'paste-part'), false);
  await askSizes();
}

byId(document, 'paste-open').addEventListener('click', () => {
  show(byId(document, 'paste-part'), true);
  byId(document, 'paste').focus();
});
byId(document, 'paste-take').addEventListener('click', () => {
  const text = byId<HTMLTextAreaElement>(document, 'paste').value;
  void trying(() => takeGiven(givenText(text) ?? { kind: 'text', text }, 'pasted'));
});
input('url').addEventListener('change', () => answers.forget());
for (const id of ['url', 'path', 'from'])
  byId(document, id).addEventListener('change', () => void trying(askSizes));
byId(document, 'form').addEventListener('submit', (event) => {
  event.preventDefault();
  startOnce('advise');
});
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
const begun = begin();
begun
  .then(() => followJobs({ job: onJob, trouble: onTrouble }))
  .catch((thrown: unknown) => tellFailure(document, thrown));

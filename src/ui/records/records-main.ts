// The section of records, started in a browser.

import { count } from '../../base/figures/plurals.ts';
import { isOfMeasuring, type JobSnapshot } from '../jobs/snapshot.ts';
import { answered } from '../shell/dialog.ts';
import { byId, show } from '../shell/dom.ts';
import { clearFailure, tellFailure } from '../shell/failure.ts';
import { followJobs } from '../shell/jobs/follow-jobs.ts';
import { WatchedJobs } from '../shell/jobs/job-view.ts';
import { askLines, keepToken, sendJson } from '../shell/lab-api.ts';
import { comparedNames, newestFirst, withWords } from './find-records.ts';
import { ListReading } from './list-reading.ts';
import { type ListedRecord, linesOfList } from './listed-record.ts';
import { type RowActions, recordRow } from './record-row.ts';
import { DrawsWhileRead, redrawn } from './redrawn.ts';
import { editTags } from './tags-dialog.ts';

const search = byId<HTMLInputElement>(document, 'search');
const compare = byId<HTMLButtonElement>(document, 'compare');
const watched = new WatchedJobs(document, byId(document, 'job'));
const body = byId(document, 'records').querySelector('tbody')!;
const reading = new ListReading();
const picked: string[] = [];
let folder = '';
let records: ListedRecord[] = [];
let isComparing = false;

const actions: RowActions = {
  picked({ name }, isPicked) {
    const at = picked.indexOf(name);
    if (isPicked && at < 0) picked.push(name);
    if (!isPicked && at >= 0) picked.splice(at, 1);
    sayPicked();
  },
  tagged(tag) {
    search.value = tag;
    draw();
    search.focus();
  },
  editTags: (record) => void trying(() => tagAsked(record).finally(() => backTo(`Tags ${record.name}`))),
  remove: (record) => void trying(() => removeAsked(record)),
};

function load(): Promise<void> {
  return reading.read(readList);
}

async function readList(counts: () => boolean): Promise<void> {
  const seen = new Map<string, ListedRecord>();
  const hasList = records.length > 0;
  const draws = new DrawsWhileRead(() => performance.now());
  let count = 0;
  let areAllThere = false;
  for await (const line of linesOfList(askLines('records'))) {
    if (!counts()) return;
    if ('folder' in line) {
      folder = line.folder;
      count = line.count;
      continue;
    }
    // All are there before the first of them is read, and comes once more.
    const isFirstRead: boolean = !areAllThere && seen.has(line.name);
    areAllThere ||= isFirstRead;
    seen.set(line.name, line);
    // Whoever reads a list already stays where they are until all stand in the new one.
    if ((hasList && !areAllThere) || !draws.isDue(seen.size, isFirstRead)) continue;
    records = [...seen.values()];
    draw(areAllThere ? ', reading what came of them …' : ` of ${count}, reading …`);
  }
  if (!counts()) return;
  records = [...seen.values()];
  // What somebody else took away can be compared no more.
  const there = new Set(records.map(({ name }) => name));
  for (const name of picked.filter((each) => !there.has(each))) picked.splice(picked.indexOf(name), 1);
  draw();
  byId(document, 'main').setAttribute('aria-busy', 'false');
}

function draw(still = ''): void {
  const found = withWords(newestFirst(records), search.value);
  redrawn(
    body,
    found.map((record) => recordRow(document, record, picked.includes(record.name), actions)),
  );
  show(byId(document, 'records'), found.length > 0);
  const empty = byId(document, 'empty');
  show(empty, found.length === 0 && still === '');
  empty.textContent =
    records.length === 0
      ? `${folder} holds no record yet. Whatever is run there stands here afterwards.`
      : 'No record has all of these words.';
  const all = records.length;
  byId(document, 'count').textContent =
    found.length === all ? `${count(all, 'record')}${still}` : `${found.length} of ${count(all, 'record')}`;
  sayPicked();
}

function sayPicked(): void {
  compare.disabled = picked.length < 2;
  const many = picked.length === 2 ? 'Compare these two' : `Compare ${picked.length} with the first ticked`;
  const what = picked.length < 2 ? 'Tick two to compare' : many;
  compare.textContent = isComparing ? 'Comparing …' : what;
}

async function trying(act: () => Promise<void>): Promise<void> {
  clearFailure(document);
  try {
    await act();
  } catch (thrown) {
    tellFailure(document, thrown);
  }
}

async function tagAsked(record: ListedRecord): Promise<void> {
  const { name } = record;
  const tags = await editTags(document, record, async (typed) => {
    const saved = await sendJson<{ tags: string[] }>('records/tags', { name, tags: typed });
    return saved.tags;
  });
  if (tags === null) return;
  records = records.map((each) => (each.name === name ? { ...each, tags } : each));
  reading.changed();
  draw();
}

/** A dialog gives focus back to what opened it, unless the list was drawn anew under it. */
function backTo(label: string): void {
  if (document.activeElement !== document.body) return;
  body.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`)?.focus({ preventScroll: true });
}

async function removeAsked({ name }: ListedRecord): Promise<void> {
  byId(document, 'delete-of').textContent = name;
  if ((await answered(byId<HTMLDialogElement>(document, 'delete-dialog'))) !== 'delete')
    return backTo(`Delete ${name}`);
  await sendJson('records/delete', { name });
  records = records.filter((record) => record.name !== name);
  reading.changed();
  actions.picked({ name } as ListedRecord, false);
  draw();
  search.focus();
}

/** The button stays enabled, or whoever pressed it by the keyboard would be nowhere after a refusal. */
async function compareThem(): Promise<void> {
  isComparing = true;
  sayPicked();
  try {
    const { href } = await sendJson<{ href: string }>('records/compare', {
      names: comparedNames(picked, records),
    });
    location.assign(href);
  } finally {
    isComparing = false;
    sayPicked();
  }
}

/** Nobody asked for it, so what was told of something else stays. */
async function loadAgain(): Promise<void> {
  try {
    await load();
  } catch (thrown) {
    tellFailure(document, thrown);
  }
}

/** It is gone when it is over, and whoever stopped it goes on with the list. */
function showAside(job: JobSnapshot): void {
  const place = byId(document, 'job');
  const wasThere = place.contains(document.activeElement);
  watched.show(job, true);
  if (wasThere && !place.contains(document.activeElement)) search.focus({ preventScroll: true });
}

/**
 * What a job leaves stands in the list when it is over; a lab that is gone is told before links lead nowhere.
 */
function followed(): Promise<never> {
  const going = new Set<number>();
  let isGone = false;
  return followJobs({
    job(job) {
      const { id, state } = job;
      // What is measured, or asks something first, keeps reports from being made: it can be stopped here.
      if (isOfMeasuring(job)) showAside(job);
      if (state === 'going') going.add(id);
      else if (going.delete(id)) void loadAgain();
    },
    trouble(thrown) {
      if (thrown !== null) tellFailure(document, thrown);
      else if (isGone) void trying(load);
      isGone = thrown !== null;
    },
  });
}

keepToken();
// What came and went while nobody looked was not followed.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void loadAgain();
});
search.addEventListener('input', () => draw());
compare.addEventListener('click', () => {
  if (!isComparing) void trying(compareThem);
});
void trying(load).then(followed);

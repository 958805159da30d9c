// What the lab does for its page, one at a time: two runs at once would measure each other. Whatever is asked
// for meanwhile waits, and says for what.

import type { Clock } from '../../base/clock.ts';
import { isAbort, messageOf, UserError } from '../../base/errors.ts';
import type { BrowserAt } from '../../run/agents/browser-at.ts';
import { type Failure, failureFrom } from '../server/say-failure.ts';
import { JobProgress } from './job-progress.ts';
import { isMeasured, isOfMeasuring, isOpen, type JobSnapshot, type JobState } from './snapshot.ts';
import { WatchingPages } from './watching-pages.ts';

/** What a job's work is given. */
export interface JobContext {
  /** Aborted when somebody stops it, or the lab ends. */
  readonly stopped: AbortSignal;
  readonly progress: JobProgress;
  note(line: string): void;
  /** It did not work, whatever its result can tell all the same. */
  failed(failure: Failure): void;
  /** What somebody answers in the page; null where it was stopped instead. */
  ask(question: string): Promise<string | null>;
  /** Whoever follows is told: something of `progress` has changed. */
  changed(): void;
  /**
   * Resolves when nothing is made beside it: while it waits for somebody's device, something may be begun.
   */
  readonly untilQuiet: () => Promise<void>;
  /** Whether a page of this browser follows what the lab does. */
  readonly isWatching: (browser: BrowserAt) => boolean;
}

export interface JobAsked {
  readonly kind: string;
  readonly title: string;
  /** Which data it is about, where it is about any: the same text for the same data. */
  readonly about?: string;
  /** While one of the same key is waited for or goes on, that one is meant by whoever asks again. */
  readonly key?: string;
  /** Nobody comes back for what it came to, as for what a run did. */
  readonly isPassing?: boolean;
  /** Answers its result, which is sent to the page as JSON. */
  work(context: JobContext): Promise<unknown>;
}

interface Job extends JobAsked {
  readonly id: number;
  readonly stopping: AbortController;
  readonly progress: JobProgress;
  readonly notes: string[];
  state: JobState;
  /** Nothing but what is made beside the jobs is waited for. */
  isNext: boolean;
  question: string | null;
  answer: ((text: string | null) => void) | null;
  result: unknown;
  failure: JobSnapshot['failure'];
}

/** Told the id of what has changed, and whether that can wait until nothing is measured. */
export type Follower = (id: number, canWait: boolean) => void;

/** Of those that pass, and as many of the others: messages that are sent drive no run out. */
const MOST_KEPT = 20;
const MOST_WAITING = 10;
const MOST_NOTES = 200;
const MADE_BESIDE = 'a report or comparison that is being made';

export class Jobs {
  readonly watching: WatchingPages;
  readonly #clock: Clock;
  readonly #addresses: () => readonly string[];
  readonly #jobs: Job[] = [];
  readonly #followers = new Set<Follower>();
  /**
   * Of the last job. It goes on from the time: a page outlives its lab, and takes no job for one of the last.
   */
  #id: number;
  #working: Promise<void> = Promise.resolve();
  /** What is made beside them now. */
  readonly #beside = new Set<Promise<unknown>>();

  /** `addresses`: those that devices may find this machine at, where nobody has chosen one. */
  constructor(clock: Clock, addresses: () => readonly string[] = () => []) {
    this.watching = new WatchingPages(clock);
    this.#clock = clock;
    this.#addresses = addresses;
    this.#id = clock.date().getTime();
  }

  /** Throws a UserError where too many wait already. */
  start(asked: JobAsked): JobSnapshot {
    const same = this.#jobs.find(
      (job) =>
        asked.key !== undefined && job.key === asked.key && isOpen(job) && !job.stopping.signal.aborted,
    );
    if (same !== undefined) return this.#snapshot(same);
    const waiting = this.#jobs.filter(({ state }) => state === 'waiting').length;
    if (waiting >= MOST_WAITING)
      throw new UserError([
        { file: asked.title, path: '', what: `${waiting} others wait already: stop some` },
      ]);
    const job: Job = {
      ...asked,
      id: ++this.#id,
      stopping: new AbortController(),
      progress: new JobProgress(this.#clock),
      notes: [],
      state: 'waiting',
      isNext: false,
      question: null,
      answer: null,
      result: null,
      failure: null,
    };
    this.#jobs.push(job);
    this.#forgetOld(job.isPassing === true);
    this.#working = this.#working.then(() => this.#carryOut(job));
    this.#tell(job);
    return this.#snapshot(job);
  }

  stop(id: number): void {
    const job = this.#job(id);
    if (!isOpen(job)) return;
    if (job.state === 'waiting') job.state = 'stopped';
    job.stopping.abort(new DOMException('stopped in the page', 'AbortError'));
    job.answer?.(null);
    this.#tell(job);
  }

  answer(id: number, text: string): void {
    this.#job(id).answer?.(text);
  }

  snapshot(id: number): JobSnapshot {
    return this.#snapshot(this.#job(id));
  }

  /** Those that were over long ago are forgotten. */
  has(id: number): boolean {
    return this.#jobs.some((job) => job.id === id);
  }

  /** Of all that are known, by number: whether each is over, and changes no more. */
  areOver(): ReadonlyMap<number, boolean> {
    return new Map(this.#jobs.map((job) => [job.id, !isOpen(job)]));
  }

  snapshots(): JobSnapshot[] {
    return this.#jobs.map((job) => this.#snapshot(job));
  }

  /** Title of what is being measured, or is about to be; null: nothing is. */
  measuring(): string | null {
    const measured = this.#jobs.find(
      (job) =>
        (job.isNext && job.state === 'waiting') || isMeasured({ ...job, outside: job.progress.outside }),
    );
    return measured?.title ?? null;
  }

  /**
   * Makes something that takes seconds of this process, such as a report, while nothing is measured: what is
   * to be measured begins when it is made.
   */
  async beside<T>(make: () => Promise<T>): Promise<T> {
    const made = make();
    this.#beside.add(made);
    try {
      return await made;
    } finally {
      this.#beside.delete(made);
    }
  }

  /** Resolves when nothing is made beside them. */
  async untilQuiet(): Promise<void> {
    while (this.#beside.size > 0) await Promise.allSettled(this.#beside);
  }

  /** Answers how to stop following. */
  follow(changed: Follower): () => void {
    this.#followers.add(changed);
    return () => void this.#followers.delete(changed);
  }

  /** Stops all, and waits until what went on has cleaned up. */
  async close(): Promise<void> {
    for (const { id } of this.#jobs) this.stop(id);
    await this.#working;
  }

  #forgetOld(isPassing: boolean): void {
    const alike = this.#jobs.filter((job) => (job.isPassing === true) === isPassing);
    for (const job of alike.slice(0, -MOST_KEPT))
      if (!isOpen(job)) this.#jobs.splice(this.#jobs.indexOf(job), 1);
  }

  async #carryOut(job: Job): Promise<void> {
    await this.#quietFor(job);
    if (job.state !== 'waiting') return;
    job.state = 'going';
    this.#tellOf(job);
    try {
      job.result = await job.work(this.#contextOf(job));
      const ended = job.failure === null ? 'done' : 'failed';
      job.state = job.stopping.signal.aborted ? 'stopped' : ended;
    } catch (thrown) {
      job.state = job.stopping.signal.aborted ? 'stopped' : 'failed';
      if (job.state === 'failed') job.failure = failureFrom(thrown);
      // What ends since it was stopped says nothing new.
      else if (thrown !== job.stopping.signal.reason && !isAbort(thrown)) job.notes.push(messageOf(thrown));
    }
    job.question = null;
    this.#tellOf(job);
  }

  /** It waits on: that a job goes on is a page's sign to measure. */
  async #quietFor(job: Job): Promise<void> {
    if (job.state !== 'waiting' || !isOfMeasuring(job) || this.#beside.size === 0) return;
    job.isNext = true;
    this.#tell(job);
    await this.untilQuiet();
    job.isNext = false;
  }

  #contextOf(job: Job): JobContext {
    const changed = () => this.#tell(job);
    return {
      stopped: job.stopping.signal,
      progress: job.progress,
      note(line) {
        job.notes.push(line);
        // What was told long ago matters least: the end of a run is among the last.
        job.notes.splice(0, job.notes.length - MOST_NOTES);
        changed();
      },
      failed(failure) {
        job.failure = failure;
      },
      ask: (question) =>
        new Promise((resolve) => {
          if (job.stopping.signal.aborted) return resolve(null);
          job.question = question;
          job.answer = (text) => {
            job.question = null;
            job.answer = null;
            changed();
            // Until it was answered, nothing was measured.
            resolve(text === null ? null : this.untilQuiet().then(() => text));
          };
          changed();
        }),
      changed,
      untilQuiet: () => this.untilQuiet(),
      isWatching: (browser) => this.watching.has(browser),
    };
  }

  #job(id: number): Job {
    const job = this.#jobs.find((each) => each.id === id);
    if (job === undefined)
      throw new UserError([{ file: `${id}`, path: '', what: 'nothing of that number is known' }]);
    return job;
  }

  #snapshot(job: Job): JobSnapshot {
    const { id, kind, title, about, state, progress, notes, question, result, failure } = job;
    const before = this.#jobs.find((each) => each !== job && isOpen(each) && each.id < id);
    const waitsFor = job.isNext ? MADE_BESIDE : (before?.title ?? null);
    const dir = progress.dir;
    return {
      id,
      kind,
      title,
      ...(about !== undefined && { about }),
      state,
      waitsFor: state === 'waiting' ? waitsFor : null,
      progress: progress.figures(),
      notes,
      question,
      outside: state === 'going' ? this.#outsideOf(progress) : null,
      record: dir === null ? null : dir.slice(dir.lastIndexOf('/') + 1),
      result,
      failure,
    };
  }

  #outsideOf({ outside }: JobProgress): JobSnapshot['outside'] {
    if (outside === null) return null;
    const { hostname } = new URL(outside.url);
    const others = this.#addresses().filter((address) => address !== hostname);
    return others.length === 0 ? outside : { ...outside, others };
  }

  #tell({ id, state, progress, question, stopping }: Job): void {
    const canWait =
      state === 'going' && progress.isMeasuring && question === null && !stopping.signal.aborted;
    for (const changed of this.#followers) changed(id, canWait);
  }

  /** It has begun or is over, and what waits, waits for another one now. */
  #tellOf(changed: Job): void {
    for (const job of this.#jobs) if (job === changed || isOpen(job)) this.#tell(job);
  }
}

// Something that the lab does, as it is watched: what it is doing, how long it still takes, which ways are
// still in the race and how far apart they may be, and the button that stops it.

import { isEarlier, isOpen, type JobSnapshot } from '../../jobs/snapshot.ts';
import { make, show } from '../dom.ts';
import { failureLines } from '../failure.ts';
import { LabError } from '../lab-api.ts';
import { answerJob, stopJob } from './follow-jobs.ts';
import { PhoneView, sayWatching } from './phone-view.ts';
import { raceTable } from './race-table.ts';
import { sayFigures, sayLooks, sayWhat } from './say-job.ts';

export class JobView {
  readonly #document: Document;
  readonly #place: HTMLElement;
  readonly #what: HTMLElement;
  readonly #bar: HTMLProgressElement;
  readonly #figures: HTMLElement;
  readonly #race: HTMLElement;
  readonly #phone: PhoneView;
  readonly #watching: HTMLElement;
  readonly #question: HTMLElement;
  readonly #stop: HTMLButtonElement;
  readonly #notes: HTMLElement;
  readonly #failure: HTMLElement;
  /** What somebody pressed here, and the lab did not do; it stays whatever the job tells. */
  readonly #refusal: HTMLElement;
  #job: JobSnapshot | null = null;
  #drawnRace = '';
  #drawnNotes = '';
  #asked: string | null = null;

  constructor(document: Document, place: HTMLElement) {
    this.#document = document;
    this.#place = place;
    const part = (tag: string, kind: string, more: Readonly<Record<string, string>> = {}) =>
      make(document, tag, { class: kind, ...more });
    // Who was at a control that goes away is here then: it says what has come of it.
    this.#what = part('p', 'job-what', { role: 'status', tabindex: '-1' });
    this.#bar = part('progress', '', { max: '1', 'aria-label': 'How far it is' }) as HTMLProgressElement;
    this.#figures = part('p', 'job-figures soft');
    this.#race = part('div', 'race');
    const phone = part('div', 'phone');
    this.#phone = new PhoneView(document, phone);
    this.#watching = part('p', 'failure', { role: 'alert', hidden: '' });
    // Nothing goes on before it is answered.
    this.#question = part('div', 'job-question', { role: 'alert' });
    this.#stop = make(document, 'button', { type: 'button', class: 'other' }, 'Stop') as HTMLButtonElement;
    this.#notes = part('details', 'job-notes');
    this.#failure = part('p', 'failure', { role: 'alert' });
    this.#refusal = part('p', 'failure', { role: 'alert', hidden: '' });
    this.#stop.addEventListener('click', () => {
      // Browsers take focus from what cannot be pressed any more.
      this.#what.focus({ preventScroll: true });
      this.#stop.disabled = true;
      this.#stop.textContent = 'Stopping …';
      if (this.#job === null) return;
      this.#pressed(stopJob(this.#job), () => {
        this.#stop.disabled = false;
        this.#stop.textContent = 'Stop';
      });
    });
    place.append(
      this.#what,
      this.#bar,
      this.#figures,
      this.#question,
      this.#watching,
      phone,
      this.#race,
      this.#stop,
      this.#failure,
      this.#refusal,
      this.#notes,
    );
  }

  show(job: JobSnapshot): void {
    if (this.#job !== null && isEarlier(job, this.#job)) return;
    this.#job = job;
    const { activeElement } = this.#document;
    const at = activeElement != null && this.#place.contains(activeElement) ? activeElement : null;
    const { progress, state, failure, notes } = job;
    const isGoingOn = isOpen(job);
    setText(this.#what, sayWhat(job));
    // What came of it is what is read then.
    this.#place.classList.toggle('over', !isGoingOn && failure === null);
    show(this.#bar, state === 'going');
    if (progress.share === null) this.#bar.removeAttribute('value');
    else this.#bar.value = progress.share;
    show(this.#figures, state === 'going' && progress.share !== null);
    setText(this.#figures, sayFigures(job));
    show(this.#stop, isGoingOn);
    this.#stop.disabled &&= isGoingOn;
    if (!isGoingOn) show(this.#refusal, false);
    show(this.#failure, failure !== null);
    if (failure !== null)
      this.#failure.replaceChildren(...failureLines(this.#document, new LabError(failure, 400)));
    this.#showQuestion(job);
    this.#phone.show(job.outside);
    setText(this.#watching, sayWatching(job.outside));
    show(this.#watching, this.#watching.textContent !== '');
    this.#showRace(job);
    this.#showNotes(notes);
    if (at !== null && (!this.#place.contains(at) || at.closest('[hidden]') !== null))
      this.#what.focus({ preventScroll: true });
  }

  #pressed(sent: Promise<unknown>, undo: () => void): void {
    show(this.#refusal, false);
    sent.catch((thrown: unknown) => {
      undo();
      this.#refusal.replaceChildren(...failureLines(this.#document, thrown));
      show(this.#refusal, this.#job !== null && isOpen(this.#job));
    });
  }

  /** Only what is new is drawn, so that whoever has them open stays there. */
  #showNotes(notes: readonly string[]): void {
    const drawn = JSON.stringify(notes);
    if (drawn === this.#drawnNotes) return;
    this.#drawnNotes = drawn;
    show(this.#notes, notes.length > 0);
    const lines = notes.map((note) => make(this.#document, 'li', {}, note));
    const title = `${notes.length} ${notes.length === 1 ? 'note' : 'notes'}`;
    const summary = this.#notes.querySelector('summary') ?? make(this.#document, 'summary', {});
    setText(summary, title);
    if (!summary.isConnected) this.#notes.append(summary, make(this.#document, 'ul', { class: 'why' }));
    this.#notes.querySelector('ul')!.replaceChildren(...lines);
  }

  #showQuestion(job: JobSnapshot): void {
    if (job.question === this.#asked) return;
    this.#asked = job.question;
    this.#question.replaceChildren();
    if (job.question === null) return;
    const button = (text: string, answer: string, kind: string) => {
      const made = make(this.#document, 'button', { type: 'button', class: kind }, text);
      made.addEventListener('click', () => this.#pressed(answerJob(job, answer), () => {}));
      return made;
    };
    const lines = job.notes.slice(-3).map((note) => make(this.#document, 'p', {}, note));
    this.#question.append(
      ...lines,
      make(this.#document, 'p', {}, job.question.replace(/\s*\[y\/N\]\s*$/, '')),
      make(
        this.#document,
        'div',
        { class: 'buttons' },
        button('Yes', 'y', 'main'),
        button('No', 'n', 'other'),
      ),
    );
  }

  #showRace({ progress, state }: JobSnapshot): void {
    const { race, looks } = progress;
    show(this.#race, race.length > 0 && state === 'going');
    const drawn = JSON.stringify(race);
    if (drawn === this.#drawnRace) return;
    this.#drawnRace = drawn;
    const networks = [...Map.groupBy(race, ({ network }) => network)];
    this.#race.replaceChildren(
      make(this.#document, 'p', { class: 'soft' }, sayLooks(looks)),
      ...networks.map(([network, cells]) => raceTable(this.#document, network, cells)),
    );
  }
}

interface Watched {
  readonly view: JobView;
  readonly part: HTMLElement;
  readonly close: HTMLElement;
  job: JobSnapshot;
  /** This page has seen it go on: how it ended is news. */
  wasOpen: boolean;
}

interface Heard {
  readonly job: JobSnapshot;
  readonly isOfSection: boolean;
}

/** All that goes on or waits, whichever tab asked for it, what was over last, and what failed meanwhile. */
export class WatchedJobs {
  readonly #document: Document;
  readonly #place: HTMLElement;
  readonly #shown = new Map<number, Watched>();
  /** A page that connects again is told of them again. */
  readonly #closed = new Set<number>();
  readonly #open = new Map<number, Heard>();
  /** The answer to a start may come after it was over. */
  readonly #over = new Set<number>();
  /** What is none of the section's and holds others up. */
  #holding: number | null = null;
  #newest = 0;

  constructor(document: Document, place: HTMLElement) {
    this.#document = document;
    this.#place = place;
  }

  /** `isAside`: it is gone once it is over, and what was over before it stays. */
  show(job: JobSnapshot, isAside = false): void {
    const { id } = job;
    if (this.#closed.has(id)) return;
    const shown = this.#shown.get(id) ?? this.#watch(job);
    if (isEarlier(job, shown.job)) return;
    shown.job = job;
    shown.wasOpen ||= isOpen(job);
    shown.view.show(job);
    show(shown.close, job.state === 'failed');
    if (!isAside) this.#newest = Math.max(this.#newest, id);
    for (const [each, { job: other, wasOpen }] of this.#shown) {
      const isKept = isOpen(other) || each === this.#newest || (other.state === 'failed' && wasOpen);
      if (!isKept) this.#remove(each);
    }
    show(this.#place, this.#shown.size > 0);
  }

  /**
   * Told of every job. What the section is not about, as messages of a forgotten tab, is seen aside while
   * something waits for it, and can be stopped there.
   */
  hear(job: JobSnapshot, isOfSection: boolean): void {
    const { id } = job;
    const before = this.#open.get(id);
    if (this.#over.has(id) || (before !== undefined && isEarlier(job, before.job))) return;
    if (isOpen(job)) this.#open.set(id, { job, isOfSection });
    else {
      this.#open.delete(id);
      this.#over.add(id);
    }
    const open = [...this.#open.values()];
    const isWaitedFor = open.some((each) => each.job.state === 'waiting');
    const going = open.find((each) => each.job.state === 'going');
    const holding = isWaitedFor && going?.isOfSection === false ? going.job : null;
    if (this.#holding !== null && this.#holding !== holding?.id) this.#remove(this.#holding);
    this.#holding = holding?.id ?? null;
    if (holding !== null) this.show(holding, true);
    show(this.#place, this.#shown.size > 0);
  }

  /** Whoever starts something else has seen what failed before. */
  closeFailedBefore(started: JobSnapshot): void {
    for (const [id, { job }] of this.#shown) if (job.state === 'failed' && id < started.id) this.#close(id);
  }

  #watch(job: JobSnapshot): Watched {
    const part = make(this.#document, 'div', { class: 'job' });
    const view = new JobView(this.#document, part);
    const name = { type: 'button', class: 'other', 'aria-label': `Close ${job.title}` };
    const close = make(this.#document, 'button', name, 'Close');
    close.addEventListener('click', () => this.#close(job.id));
    part.append(close);
    this.#place.append(part);
    const shown = { view, part, close, job, wasOpen: false };
    this.#shown.set(job.id, shown);
    return shown;
  }

  #close(id: number): void {
    this.#closed.add(id);
    this.#remove(id);
    show(this.#place, this.#shown.size > 0);
  }

  #remove(id: number): void {
    this.#shown.get(id)?.part.remove();
    this.#shown.delete(id);
  }
}

/** Only where it differs, so that whoever listens to the page hears each state once. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

// A study that is open: its text, the form beside it, what is wrong with it, and what starts it. The text is
// the study; the form changes it by the lab, which knows YAML, one change after the other.

import { byId, show } from '../shell/dom.ts';
import { failureLines } from '../shell/failure.ts';
import type { StartJob } from '../shell/jobs/own-starts.ts';
import { askJson, sendJson } from '../shell/lab-api.ts';
import type { CheckedStudy, StudiesFacts, StudyPath, StudyText } from './asked.ts';
import type { FormSchema } from './form-schema.ts';
import { problemItems } from './problem-list.ts';
import { StudyForm } from './study-form.ts';
import { YamlEditor } from './yaml-editor.ts';

/** After the last key. */
const CHECK_AFTER_MS = 250;
export const NEW_STUDY = 'new';

const FIRST_TEXT = `study: my-study
title: Two formats, with and without gzip
question: Which of the two is faster?

factors:
  dataset: book
  n: 1000
  format: [json, protobuf]
  compression: [none, gzip-6]
  browser: chromium

protocol:
  budget: 1m
`;

export class StudyDeskView {
  readonly #document: Document;
  readonly #editor: YamlEditor;
  readonly #startJob: StartJob;
  #form: StudyForm | null = null;
  /** By which it is run; what it is saved under stands in its field. */
  #id = '';
  #digest: string | null = null;
  #savedText = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #checks = 0;
  /** The last check was put off. */
  #waits = false;
  #edits: Promise<void> = Promise.resolve();
  /** Changes of the form that the text does not have yet. */
  #pending = 0;
  #isStarting = false;
  /** What the form was drawn from; null: nothing yet. */
  #shown: Pick<CheckedStudy, 'value' | 'problems'> | null = null;

  constructor(document: Document, startJob: StartJob) {
    this.#document = document;
    this.#startJob = startJob;
    this.#editor = new YamlEditor(document, () => {
      this.#sayState();
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#trying(() => this.#check()), CHECK_AFTER_MS);
    });
    const press = (id: string, act: () => Promise<unknown>) =>
      byId(document, id).addEventListener('click', () => void this.#trying(act));
    press('save', () => this.#save());
    press('plan', () => this.#start('plan'));
    press('run', () => this.#start('run'));
    window.addEventListener('beforeunload', (event) => {
      if (this.#isChanged()) event.preventDefault();
    });
  }

  async open(id: string, { browsers, studies }: StudiesFacts): Promise<void> {
    const isNew = id === NEW_STUDY;
    const [opened, schema] = await Promise.all([
      isNew
        ? { id: 'my-study.yaml', text: FIRST_TEXT, digest: null }
        : askJson<StudyText>(`studies/text/${encodeURIComponent(id)}`),
      askJson<FormSchema>('studies/schema'),
    ]);
    const isOwn = isNew || studies.some((study) => study.id === id && study.isOwn);
    this.#id = opened.id;
    this.#digest = opened.digest;
    this.#editor.open(opened.text);
    this.#savedText = this.#editor.text;
    byId<HTMLInputElement>(this.#document, 'name').value = isOwn ? opened.id : `my-${opened.id}.yaml`;
    const browser = byId<HTMLSelectElement>(this.#document, 'browser');
    browser.append(
      this.#option('', 'the browser of the study'),
      ...browsers.map((name) => this.#option(name, name === 'outside' ? 'a phone or another machine' : name)),
    );
    this.#form = new StudyForm(this.#document, byId(this.#document, 'form'), schema, (path, value) =>
      this.#change(path, value),
    );
    await this.#check();
    show(byId(this.#document, 'desk'), true);
    this.#sayState();
    // Of a study that cannot be opened nothing is to be saved or run.
    this.#listenToKeys();
  }

  #listenToKeys(): void {
    const document = this.#document;
    document.addEventListener('keydown', (event) => {
      if (!(event.ctrlKey || event.metaKey)) return;
      if (event.key === 's') event.preventDefault();
      if (event.repeat || (event.key !== 's' && event.key !== 'Enter')) return;
      takeTyped(document);
      if (event.key === 's') void this.#trying(() => this.#save());
      if (event.key === 'Enter') void this.#trying(() => this.#start('run'));
    });
  }

  /** Something that went on is over, or waits for somebody: what waited for that is done now. */
  quiet(): void {
    if (this.#waits) void this.#trying(() => this.#check());
  }

  #option(value: string, text: string): HTMLOptionElement {
    const option = this.#document.createElement('option');
    option.value = value;
    option.textContent = text;
    return option;
  }

  #isChanged(): boolean {
    return this.#form !== null && this.#editor.text !== this.#savedText;
  }

  #sayState(): void {
    byId(this.#document, 'saved').textContent = this.#isChanged()
      ? 'not saved; runs take it as it stands'
      : '';
  }

  /** The newest answer counts: an older one may come later. */
  async #check(): Promise<CheckedStudy | null> {
    clearTimeout(this.#timer);
    const number = ++this.#checks;
    const text = this.#editor.text;
    const checked = await sendJson<CheckedStudy>('studies/check', { id: this.#id, text });
    if (number !== this.#checks) return null;
    const { problems, value, waitsFor } = checked;
    this.#waits = waitsFor !== null;
    this.#editor.mark(problems);
    const list = byId(this.#document, 'problems');
    list.replaceChildren(...problemItems(this.#document, problems, (line) => this.#editor.goTo(line)));
    show(list, problems.length > 0);
    byId(this.#document, 'checked').textContent = sayChecked(checked);
    if (value === null && text.trim() !== '') this.#form?.refuse();
    else {
      this.#shown = { value, problems };
      this.#showForm();
    }
    for (const id of ['plan', 'run'])
      byId<HTMLButtonElement>(this.#document, id).setAttribute('aria-disabled', String(problems.length > 0));
    return checked;
  }

  /**
   * Nothing is drawn over what was changed meanwhile and is still on its way: it is drawn when it is there.
   */
  #showForm(): void {
    if (this.#shown !== null && this.#pending === 0)
      this.#form?.show(this.#shown.value, this.#shown.problems);
  }

  #change(path: StudyPath, value: unknown): void {
    this.#pending++;
    this.#edits = this.#edits.then(() =>
      this.#trying(async () => {
        try {
          this.#editor.text = await this.#edited(path, value);
          this.#pending--;
        } catch (thrown) {
          this.#pending--;
          // The form shows what the YAML has, and no edit that it did not take.
          this.#showForm();
          throw thrown;
        }
        this.#sayState();
        await this.#check();
      }),
    );
  }

  /** Asked for again where somebody typed meanwhile: what they typed stays. */
  async #edited(path: StudyPath, value: unknown): Promise<string> {
    for (;;) {
      const text = this.#editor.text;
      const edited = await sendJson<{ text: string }>('studies/edit', { id: this.#id, text, path, value });
      if (this.#editor.text === text) return edited.text;
    }
  }

  async #save(): Promise<void> {
    await this.#edits;
    const id = byId<HTMLInputElement>(this.#document, 'name').value.trim();
    const { text, fileText } = this.#editor;
    const asked = { id, text: fileText, digest: id === this.#id ? this.#digest : null };
    const saved = await sendJson<StudyText>('studies/save', asked);
    this.#id = saved.id;
    this.#digest = saved.digest;
    this.#savedText = text;
    if (this.#isChanged()) this.#sayState();
    else byId(this.#document, 'saved').textContent = `saved as ${saved.id}`;
    history.replaceState(null, '', `/studies?study=${encodeURIComponent(saved.id)}`);
  }

  /** A second click before the lab has answered starts no second run. */
  async #start(verb: 'plan' | 'run'): Promise<void> {
    if (this.#isStarting) return;
    this.#isStarting = true;
    try {
      await this.#startOnce(verb);
    } finally {
      this.#isStarting = false;
    }
  }

  /** What is wrong is told where it is, and nothing starts. */
  async #startOnce(verb: 'plan' | 'run'): Promise<void> {
    await this.#edits;
    const checked = await this.#check();
    if (checked !== null && checked.problems.length > 0) {
      const list = byId(this.#document, 'problems');
      // A mistake that is of the whole study has no line to lead to.
      (list.querySelector('button') ?? list).focus();
      return;
    }
    const flags = {
      quick: byId<HTMLInputElement>(this.#document, 'quick').checked,
      browser: byId<HTMLSelectElement>(this.#document, 'browser').value,
      link: byId<HTMLInputElement>(this.#document, 'modelled').checked ? 'modelled' : '',
    };
    const asked = { id: this.#id, text: this.#editor.text, flags };
    await this.#startJob(`studies/start/${verb}`, asked);
  }

  async #trying(act: () => Promise<unknown>): Promise<void> {
    const place = byId(this.#document, 'desk-failure');
    show(place, false);
    try {
      await act();
    } catch (thrown) {
      place.replaceChildren(...failureLines(this.#document, thrown));
      show(place, true);
    }
  }
}

function sayChecked({ problems, unread, waitsFor }: CheckedStudy): string {
  if (problems.length > 0)
    return `${problems.length} ${problems.length === 1 ? 'thing is' : 'things are'} wrong:`;
  if (waitsFor !== null) return `To look for mistakes now would disturb ${waitsFor}: it is done afterwards.`;
  if (unread.length === 0) return 'No mistakes.';
  return `No mistakes so far; ${unread.join(', ')}: looked at when it is planned.`;
}

/** Fields take what is typed when they are left, and a shortcut leaves none. */
function takeTyped({ activeElement }: Document): void {
  if (!(activeElement instanceof HTMLInputElement)) return;
  activeElement.blur();
  activeElement.focus();
}

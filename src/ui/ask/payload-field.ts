// Where somebody gives data: dropped, pasted, chosen as a file, or the address of an answer. Dropped data are
// kept for this tab, so that they and their sizes are still there when it is loaded anew.

import { byId, show } from '../shell/dom.ts';
import { askJson, LabError } from '../shell/lab-api.ts';
import { NO_LONGER_HERE } from './asked.ts';
import { type GivenData, givenData, givenText } from './given-data.ts';

export interface GivenTo {
  /**
   * Bytes that the lab takes; rejects in a page that its lab has refused, which says so, and nothing of the
   * data.
   */
  mostBytes(): Promise<number>;
  /** Other data are there: what was known of those before is of no use. */
  replaced(): void;
  /** Asks for the sizes of what is there. */
  given(): Promise<void>;
  /** Does it, and tells at the form what went wrong. */
  trying(act: () => Promise<unknown>): Promise<void>;
}

/** What the lab has taken. */
interface Taken {
  readonly upload: string;
  readonly name: string;
  readonly bytes: number;
}

const KEPT = 'wirefare-payload';

export class PayloadField {
  readonly #document: Document;
  readonly #to: GivenTo;
  readonly #drop: HTMLElement;
  readonly #says: HTMLElement;
  readonly #url: HTMLInputElement;
  #upload: string | null = null;
  /** Of the data that were taken last; before that, how to give some. */
  #takenSays: string;
  /** The last data win, however long the earlier ones take. */
  #takings = 0;

  constructor(document: Document, to: GivenTo) {
    this.#document = document;
    this.#to = to;
    this.#drop = byId(document, 'drop');
    this.#says = byId(document, 'drop-says');
    this.#url = byId<HTMLInputElement>(document, 'url');
    this.#takenSays = this.#says.textContent!;
    this.#listen();
  }

  get isUrl(): boolean {
    return this.#url.value.trim() !== '';
  }

  /** null where nothing was given yet. */
  source(): { upload?: string; url?: string } | null {
    if (this.isUrl) return { url: this.#url.value.trim() };
    return this.#upload === null ? null : { upload: this.#upload };
  }

  /** What was dropped before the page was loaded anew; a lab that has begun since does not have it. */
  async takeAgain(): Promise<void> {
    const taken = kept();
    if (taken === null) return;
    this.#showTaken(taken);
    try {
      await this.#to.given();
    } catch (thrown) {
      // Only what is gone is forgotten: a lab that does not answer, or has too much to do, has it still.
      if (!(thrown instanceof LabError && thrown.message.includes(NO_LONGER_HERE))) throw thrown;
      this.#upload = null;
      this.#drop.classList.remove('taken');
      this.#takenSays = `${taken.name} ${NO_LONGER_HERE}`;
      this.#says.textContent = this.#takenSays;
      keep(null);
    }
  }

  async #take(name: string, data: Blob): Promise<void> {
    const mostBytes = await this.#to.mostBytes();
    if (data.size > mostBytes) {
      const megabytes = (bytes: number) => Math.round(bytes / 1e6);
      throw new Error(
        `${name} has ${megabytes(data.size)} MB, and the page takes ${megabytes(mostBytes)} MB: a part of it tells as much, or in a terminal: wirefare advise FILE`,
      );
    }
    const number = ++this.#takings;
    this.#says.textContent = `Taking ${name} …`;
    let taken: Taken;
    try {
      const path = `ask/payload/${encodeURIComponent(name)}`;
      taken = await askJson<Taken>(path, { method: 'PUT', body: data });
    } catch (thrown) {
      // What stood there before is what a run would take.
      if (number === this.#takings) this.#says.textContent = this.#takenSays;
      throw thrown;
    }
    if (number !== this.#takings) return;
    this.#url.value = '';
    this.#to.replaced();
    show(byId(this.#document, 'paste-part'), false);
    this.#showTaken(taken);
    await this.#to.given();
  }

  #showTaken(taken: Taken): void {
    this.#upload = taken.upload;
    this.#takenSays = `${taken.name}, ${taken.bytes.toLocaleString('en').replaceAll(',', '\u00a0')} bytes`;
    this.#says.textContent = this.#takenSays;
    this.#drop.classList.add('taken');
    keep(JSON.stringify(taken));
  }

  #listen(): void {
    const document = this.#document;
    for (const kind of ['dragenter', 'dragover'] as const)
      document.addEventListener(kind, (event) => {
        if (isForField(event)) return;
        event.preventDefault();
        this.#drop.classList.add('over');
      });
    for (const kind of ['dragleave', 'drop'] as const)
      document.addEventListener(kind, (event) => {
        this.#drop.classList.remove('over');
        if (!isForField(event)) event.preventDefault();
      });
    document.addEventListener('drop', (event) => {
      if (!isForField(event)) this.#takeTransfer(event.dataTransfer, 'dropped');
    });
    document.addEventListener('paste', (event) => {
      if (!isField(event.target)) this.#takeTransfer(event.clipboardData, 'pasted');
    });
    const file = byId<HTMLInputElement>(document, 'file');
    file.addEventListener('change', () => {
      const chosen = file.files?.[0];
      if (chosen !== undefined) void this.#to.trying(() => this.#take(chosen.name, chosen));
      // A file that was mended is chosen by the same name.
      file.value = '';
    });
    byId(document, 'paste-open').addEventListener('click', () => {
      show(byId(document, 'paste-part'), true);
      byId(document, 'paste').focus();
    });
    byId(document, 'paste-take').addEventListener('click', () => {
      const text = byId<HTMLTextAreaElement>(document, 'paste').value;
      void this.#to.trying(() => this.#takeGiven(givenText(text) ?? { kind: 'text', text }, 'pasted'));
    });
  }

  #takeTransfer(transfer: DataTransfer | null, name: string): void {
    if (transfer === null) return;
    const { files, items } = transfer;
    const given = givenData({ files, items, getData: (kind) => transfer.getData(kind) });
    if (given !== null) void this.#to.trying(() => this.#takeGiven(given, name));
  }

  /** `name`: of what has none. */
  async #takeGiven(given: GivenData, name: string): Promise<void> {
    if (given.kind === 'refused') throw new Error(given.why);
    if (given.kind === 'file') return this.#take(given.file.name, given.file);
    if (given.kind === 'text') return this.#take(name, new Blob([given.text]));
    // What is still on its way was given before.
    this.#takings++;
    this.#says.textContent = this.#takenSays;
    this.#url.value = given.url;
    this.#to.replaced();
    show(byId(this.#document, 'paste-part'), false);
    await this.#to.given();
  }
}

/** Text that is dragged to a field goes there, as anywhere; a file would take the page's place. */
function isForField({ target, dataTransfer }: DragEvent): boolean {
  return isField(target) && dataTransfer?.types.includes('Files') !== true;
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')
  );
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

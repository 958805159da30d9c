// Where somebody gives data: dropped, pasted, chosen as a file, or the address of an answer. Those that count
// are kept for this tab, so that they and their sizes are still there when it is loaded anew.

import { plural } from '../../base/figures/plurals.ts';
import { byId, show } from '../shell/dom.ts';
import { askJson, askLab, LabError, LabGone, sendJson } from '../shell/lab-api.ts';
import { MOST_WHILE_MEASURED_BYTES, NO_LONGER_HERE, type RoomAsked, sayTooLarge } from './asked.ts';
import { type GivenData, givenData, givenText } from './given-data.ts';
import { keepInTab, keptInTab } from './kept-in-tab.ts';

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

type Kept = Taken | { readonly url: string };

const KEPT = 'wirefare-payload';

export class PayloadField {
  readonly #document: Document;
  readonly #to: GivenTo;
  readonly #drop: HTMLElement;
  readonly #says: HTMLElement;
  readonly #url: HTMLInputElement;
  #taken: Taken | null = null;
  /** Of the data that were taken last; before that, how to give some. */
  #takenSays: string;
  /** The last data win, however long the earlier ones take. */
  #takings = 0;
  /** Of those; resolves when the lab has them. */
  #taking: Promise<unknown> = Promise.resolve();

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
    return this.#taken === null ? null : { upload: this.#taken.upload };
  }

  /**
   * Resolves when the last data are there: whoever starts something then means these. Rejects where they did
   * not arrive.
   */
  async untilTaken(): Promise<void> {
    for (let taking: Promise<unknown> | null = null; taking !== this.#taking; ) {
      taking = this.#taking;
      await taking;
    }
  }

  /**
   * What was given before the page was loaded anew; a lab that has begun since does not have what was
   * dropped.
   */
  async takeAgain(): Promise<void> {
    const kept = keptData();
    if (kept === null) return;
    if ('url' in kept) return this.#takeAddress(kept.url);
    this.#showTaken(kept);
    try {
      await this.#to.given();
    } catch (thrown) {
      // Only what is gone is forgotten: a lab that does not answer, or has too much to do, has it still.
      if (!(thrown instanceof LabError && thrown.message.includes(NO_LONGER_HERE))) throw thrown;
      this.#taken = null;
      this.#takenSays = `${kept.name} ${NO_LONGER_HERE}`;
      this.#sayWhichCounts();
    }
  }

  async #take(name: string, data: Blob): Promise<void> {
    const mostBytes = await this.#to.mostBytes();
    if (data.size > mostBytes) throw new Error(`${name} ${sayTooLarge(data.size, mostBytes)}`);
    const number = ++this.#takings;
    this.#says.textContent = `Taking ${name} …`;
    const sending = sendData(name, data);
    this.#taking = sending;
    let taken: Taken;
    try {
      taken = await sending;
    } catch (thrown) {
      // What stood there before is what a run would take.
      if (number === this.#takings) {
        this.#taking = Promise.resolve();
        this.#sayWhichCounts();
      }
      throw thrown;
    }
    if (number !== this.#takings) return;
    this.#url.value = '';
    this.#to.replaced();
    show(byId(this.#document, 'paste-part'), false);
    this.#showTaken(taken);
    await this.#to.given();
  }

  /** What is still on its way was given before. */
  #supersede(): void {
    this.#takings++;
    this.#taking = Promise.resolve();
  }

  #showTaken(taken: Taken): void {
    this.#taken = taken;
    this.#takenSays = `${taken.name}, ${taken.bytes.toLocaleString('en').replaceAll(',', '\u00a0')} ${plural(taken.bytes, 'byte')}`;
    this.#sayWhichCounts();
  }

  async #takeAddress(url: string): Promise<void> {
    this.#url.value = url;
    this.#sayWhichCounts();
    await this.#to.given();
  }

  /** Of a file and an address the address does; that one is kept. */
  #sayWhichCounts(): void {
    const taken = this.#taken;
    const isAside = taken !== null && this.isUrl;
    this.#says.textContent = isAside
      ? `${taken.name} is set aside: the address below counts`
      : this.#takenSays;
    this.#drop.classList.toggle('taken', taken !== null && !isAside);
    const kept: Kept | null = this.isUrl ? { url: this.#url.value.trim() } : taken;
    keepInTab(KEPT, kept === null ? null : JSON.stringify(kept));
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
    this.#url.addEventListener('change', () => {
      if (this.isUrl) this.#supersede();
      this.#sayWhichCounts();
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
    this.#supersede();
    this.#to.replaced();
    show(byId(this.#document, 'paste-part'), false);
    await this.#takeAddress(given.url);
  }
}

/** Rejects with what went wrong, of which a browser says no more than that nothing came back. */
async function sendData(name: string, data: Blob): Promise<Taken> {
  const room: RoomAsked = { name, bytes: data.size };
  if (data.size > MOST_WHILE_MEASURED_BYTES) await sendJson('ask/room', room);
  try {
    return await askJson<Taken>(`ask/payload/${encodeURIComponent(name)}`, { method: 'PUT', body: data });
  } catch (thrown) {
    if (!(thrown instanceof LabGone)) throw thrown;
    const isReadable = await data
      .slice(0, 1)
      .arrayBuffer()
      .then(
        () => true,
        () => false,
      );
    if (!isReadable)
      throw new Error(
        `${name} cannot be read: it was changed, moved or deleted since it was chosen, or may not be read. Choose it again.`,
      );
    await askLab('ask');
    throw new Error(`${name} did not arrive, though the lab answers: give it again.`);
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

function keptData(): Kept | null {
  try {
    return JSON.parse(keptInTab(KEPT) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

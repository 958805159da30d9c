// Rows drawn anew under whoever is among them: the list is made again when a job ends, when tags are saved
// and when the page is seen again, and whoever works with the keyboard would begin at the top each time.

/** Puts the rows into `body`; who was at a control of a record is at the one of the same name afterwards. */
export function redrawn(body: Element, rows: readonly Element[]): void {
  const { activeElement } = body.ownerDocument;
  const at = activeElement !== null && body.contains(activeElement) ? placeOf(activeElement) : null;
  body.replaceChildren(...rows);
  if (at !== null) controlAt(body, at)?.focus({ preventScroll: true });
}

/** Fewer fill a screen already … */
const FIRST_RECORDS = 60;
/** … and a list that is whole so soon is drawn once: its first part would take a fifth of the time again. */
const FIRST_AFTER_MS = 150;
const BETWEEN_DRAWS_MS = 400;

/**
 * Whether a list that is still being read is drawn as far as it is. A draw takes its time for each row: drawn
 * for every few records, those that were read before would be drawn five times over.
 */
export class DrawsWhileRead {
  readonly #nowMs: () => number;
  readonly #begunMs: number;
  #drawnMs: number;
  #isFirst = true;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#begunMs = nowMs();
    this.#drawnMs = this.#begunMs;
  }

  /** `areAllThere`: from this one on, though not all of them are read. */
  isDue(records: number, areAllThere = false): boolean {
    const nowMs = this.#nowMs();
    const isFirst = this.#isFirst && nowMs - this.#begunMs >= FIRST_AFTER_MS;
    const isLong = records >= FIRST_RECORDS && (isFirst || areAllThere);
    const isDue = isLong || nowMs - this.#drawnMs >= BETWEEN_DRAWS_MS;
    if (isDue) {
      this.#drawnMs = nowMs;
      this.#isFirst = false;
    }
    return isDue;
  }
}

interface Place {
  readonly record: string;
  readonly control: string;
}

function placeOf(control: Element): Place | null {
  const record = control.closest('[data-record]')?.getAttribute('data-record');
  return record == null ? null : { record, control: nameOf(control) };
}

function controlAt(body: Element, { record, control }: Place): HTMLElement | null {
  const row = [...body.querySelectorAll('[data-record]')].find(
    (each) => each.getAttribute('data-record') === record,
  );
  const controls = row === undefined ? [] : [...row.querySelectorAll<HTMLElement>('input, a, button')];
  return controls.find((each) => nameOf(each) === control) ?? null;
}

function nameOf(control: Element): string {
  return control.getAttribute('aria-label') ?? control.getAttribute('href') ?? control.textContent;
}

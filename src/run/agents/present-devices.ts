// Which devices outside are there: those in a session, and those whose page asks for one. Between two
// questions, and while a page is loaded anew for its next session, it is there for a little while all the
// same.

const COMES_BACK_WITHIN_MS = 3_000;
/** More of them than anybody has; whatever else asks is told to nobody. */
const MOST_DEVICES = 100;
const LONGEST_NAME = 100;

export class PresentDevices {
  readonly #changed: (devices: readonly string[]) => void;
  /** Name → why it is there: open questions and sessions; none: it has left just now. */
  readonly #reasons = new Map<string, number>();
  readonly #leaving = new Map<string, ReturnType<typeof setTimeout>>();

  /** `changed`: told all that are there whenever one has come or gone. */
  constructor(changed: (devices: readonly string[]) => void) {
    this.#changed = changed;
  }

  /** Answers what to call when it is there for this reason no more. A page may be too old to say a name. */
  came(device: string | undefined): () => void {
    if (device === undefined || device === '' || device.length > LONGEST_NAME) return () => {};
    const reasons = this.#reasons.get(device);
    if (reasons === undefined && this.#reasons.size >= MOST_DEVICES) return () => {};
    clearTimeout(this.#leaving.get(device));
    this.#leaving.delete(device);
    this.#reasons.set(device, (reasons ?? 0) + 1);
    if (reasons === undefined) this.#tell();
    let isThere = true;
    return () => {
      if (isThere) this.#lost(device);
      isThere = false;
    };
  }

  #lost(device: string): void {
    const reasons = this.#reasons.get(device)! - 1;
    this.#reasons.set(device, reasons);
    if (reasons > 0) return;
    const timer = setTimeout(() => {
      this.#leaving.delete(device);
      this.#reasons.delete(device);
      this.#tell();
    }, COMES_BACK_WITHIN_MS);
    // Nobody waits for a page that is gone.
    timer.unref();
    this.#leaving.set(device, timer);
  }

  #tell(): void {
    this.#changed([...this.#reasons.keys()]);
  }
}

// The token by which a page asks its lab. It comes behind the # of the address that was printed, and is kept
// for this origin alone, so that links between sections, a second tab and a reload need none of their own.
// Anybody can write an address: a token replaces the one of all tabs only when the lab has answered to it.

const KEY = 'wirefare-token';

/** What it needs of the page's window; a fake in tests. */
export interface TokenPlace {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search' | 'reload'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>;
  addEventListener(kind: string, listener: (event: Event) => void): void;
}

export class LabToken {
  readonly #place: TokenPlace;
  /** Of the address; the lab has not answered to it yet, or this browser keeps nothing. */
  #fromAddress: string | null;
  #hasWorked = false;
  #refused: string | null = null;
  #waiting: (() => void)[] = [];

  constructor(place: TokenPlace) {
    this.#place = place;
    this.#fromAddress = addressToken(place);
    // The address of a lab that was started again, opened in the same tab, differs in what is behind the #
    // alone.
    place.addEventListener('hashchange', () => {
      if (addressToken(place) !== null) place.location.reload();
    });
    place.addEventListener('storage', (event) => {
      const { key, newValue } = event as StorageEvent;
      if (key === KEY && newValue !== null) this.#replaced();
    });
  }

  /** Empty where there is none. */
  current(): string {
    return this.#fromAddress ?? this.#kept();
  }

  /** The lab has answered to it. */
  worked(token: string): void {
    this.#hasWorked = true;
    this.#refused = null;
    if (token !== this.#fromAddress) return;
    try {
      this.#place.localStorage.setItem(KEY, token);
    } catch {
      // A browser that keeps nothing: the token stays where it is.
      return;
    }
    this.#forgetAddress();
  }

  refused(token: string): void {
    this.#refused = token;
  }

  /** Resolves when another tab has one that its lab has answered to. */
  async another(): Promise<void> {
    // It may have come while this page was being refused.
    if (this.#refused !== this.current()) return;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #replaced(): void {
    if (this.#refused === null) return;
    this.#refused = null;
    this.#forgetAddress();
    // A page that was refused from the start has nothing that could be lost.
    if (!this.#hasWorked) this.#place.location.reload();
    for (const goOn of this.#waiting.splice(0)) goOn();
  }

  #forgetAddress(): void {
    this.#fromAddress = null;
    const { history, location } = this.#place;
    // Not to be seen over a shoulder, or in a picture of the page.
    if (addressToken(this.#place) !== null)
      history.replaceState(null, '', location.pathname + location.search);
  }

  #kept(): string {
    try {
      return this.#place.localStorage.getItem(KEY) ?? '';
    } catch {
      return '';
    }
  }
}

function addressToken({ location }: TokenPlace): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token');
}

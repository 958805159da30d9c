// What the server of an address needs beside it: headers that somebody gives, a certificate that nobody
// vouches for, and how much it may answer and how long that may take. All of that is this server's alone, and
// headers are secrets: nothing keeps them, and they go to no other one.

import { byId, show } from '../shell/dom.ts';

/** An empty word is as good as none. */
export interface AddressFlags {
  readonly header?: string;
  readonly insecure?: boolean;
  readonly limit?: string;
  readonly timeout?: string;
}

export class AddressNeeds {
  readonly #part: HTMLElement;
  readonly #headers: HTMLTextAreaElement;
  readonly #insecure: HTMLInputElement;
  readonly #limit: HTMLInputElement;
  readonly #timeout: HTMLInputElement;
  #origin: string | null = null;

  /** `changed`: somebody gave others. */
  constructor(document: Document, changed: () => void) {
    this.#part = byId(document, 'address-part');
    this.#headers = byId<HTMLTextAreaElement>(document, 'headers');
    this.#insecure = byId<HTMLInputElement>(document, 'insecure');
    this.#limit = byId<HTMLInputElement>(document, 'limit');
    this.#timeout = byId<HTMLInputElement>(document, 'timeout');
    for (const field of [this.#headers, this.#insecure, this.#limit, this.#timeout])
      field.addEventListener('change', changed);
  }

  /** As flags, for the address that counts now; none where it is another server's. null: no address does. */
  flagsFor(url: string | null): AddressFlags {
    show(this.#part, url !== null);
    const origin = url !== null && URL.canParse(url) ? new URL(url).origin : null;
    if (origin !== this.#origin) {
      this.#origin = origin;
      for (const field of [this.#headers, this.#limit, this.#timeout]) field.value = '';
      this.#insecure.checked = false;
    }
    if (url === null) return {};
    const [limit, timeout] = [this.#limit.value, this.#timeout.value];
    return { header: this.#headers.value, insecure: this.#insecure.checked, limit, timeout };
  }
}

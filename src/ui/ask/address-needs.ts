// What the server of an address needs beside it: headers that somebody gives, and a certificate that nobody
// vouches for. They are that server's alone, and secrets: nothing keeps them, and they go to no other one.

import { byId, show } from '../shell/dom.ts';

export class AddressNeeds {
  readonly #part: HTMLElement;
  readonly #headers: HTMLTextAreaElement;
  readonly #insecure: HTMLInputElement;
  #origin: string | null = null;

  /** `changed`: somebody gave others. */
  constructor(document: Document, changed: () => void) {
    this.#part = byId(document, 'address-part');
    this.#headers = byId<HTMLTextAreaElement>(document, 'headers');
    this.#insecure = byId<HTMLInputElement>(document, 'insecure');
    for (const field of [this.#headers, this.#insecure]) field.addEventListener('change', changed);
  }

  /** As flags, for the address that counts now; none where it is another server's. null: no address does. */
  flagsFor(url: string | null): { readonly header?: string; readonly insecure?: boolean } {
    show(this.#part, url !== null);
    const origin = url !== null && URL.canParse(url) ? new URL(url).origin : null;
    if (origin !== this.#origin) {
      this.#origin = origin;
      this.#headers.value = '';
      this.#insecure.checked = false;
    }
    return url === null ? {} : { header: this.#headers.value, insecure: this.#insecure.checked };
  }
}

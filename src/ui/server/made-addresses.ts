// Addresses of what the lab makes for a page: reports, comparisons. A browser opens them as any link, without
// the token, so each holds what only this lab can have written for just this thing.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;

export class MadeAddresses {
  readonly #key = randomBytes(KEY_BYTES);

  /** `/made/report/…` */
  addressOf(kind: string, names: readonly string[]): string {
    const mark = this.#mark(kind, names).toString('base64url');
    return `/made/${kind}/${mark}/${names.map(encodeURIComponent).join('/')}`;
  }

  isOwn(kind: string, mark: string, names: readonly string[]): boolean {
    const given = Buffer.from(mark, 'base64url');
    const own = this.#mark(kind, names);
    return given.length === own.length && timingSafeEqual(given, own);
  }

  #mark(kind: string, names: readonly string[]): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([kind, ...names]))
      .digest();
  }
}

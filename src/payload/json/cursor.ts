// A place in some bytes of JSON text, and the small steps from there.

import { CARRIAGE_RETURN, END, isDigit, LINE_FEED, SPACE, TAB } from './bytes.ts';
import type { KeyPlace } from './key-stack.ts';

export class Cursor {
  protected bytes: Uint8Array = new Uint8Array(0);
  protected at = 0;
  protected end = 0;

  protected digits(): number {
    const start = this.at;
    while (this.at < this.end && isDigit(this.bytes[this.at]!)) this.at += 1;
    return this.at - start;
  }

  /** Skips white space and returns the next byte. */
  protected next(): number {
    const bytes = this.bytes;
    let at = this.at;
    while (at < this.end) {
      const byte = bytes[at]!;
      if (byte !== SPACE && byte !== LINE_FEED && byte !== CARRIAGE_RETURN && byte !== TAB) {
        this.at = at;
        return byte;
      }
      at += 1;
    }
    this.at = at;
    return END;
  }

  protected peek(): number {
    return this.at < this.end ? this.bytes[this.at]! : END;
  }

  protected string({ start, end }: KeyPlace): string {
    return JSON.parse(new TextDecoder().decode(this.bytes.subarray(start, end))) as string;
  }

  protected ascii(start: number, end: number): string {
    return new TextDecoder('latin1').decode(this.bytes.subarray(start, end));
  }
}

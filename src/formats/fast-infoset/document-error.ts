// The error for bytes that are no Fast Infoset document, or one that this reader refuses.

/** With the place; nothing else leaves the reader. */
export class InfosetError extends Error {
  /** The offset of the byte at which it was noticed, from 0. */
  readonly offset: number;

  constructor(problem: string, offset: number) {
    super(`Fast Infoset: ${problem}, at byte ${offset}`);
    this.offset = offset;
  }
}

/** A problem from a part that does not know the place; the reader adds the place. */
export class Problem extends Error {}

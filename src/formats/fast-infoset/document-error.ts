// What is said of bytes that are no Fast Infoset document, or one that is not read.

/** With the place; nothing else leaves the reader. */
export class InfosetError extends Error {
  /** Of the byte at which it was noticed, from 0. */
  readonly offset: number;

  constructor(problem: string, offset: number) {
    super(`Fast Infoset: ${problem}, at byte ${offset}`);
    this.offset = offset;
  }
}

/** What is wrong, from parts that do not know the place; the reader adds it. */
export class Problem extends Error {}

// What round-trips.ts leaves in its page for the test to read.

export interface Outcome {
  /** `Book xml/domparser` → the first difference, null where there is none. */
  readonly differences: Readonly<Record<string, string | null>>;
  /** One entry a broken document: what was thrown, null where nothing was. */
  readonly refusals: readonly (string | null)[];
}

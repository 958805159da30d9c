// What a scan of JSON text finds.

export type JsonProblem =
  /** `ended`: the text stops before the value is complete. */
  | { readonly kind: 'syntax'; readonly offset: number; readonly what: string; readonly ended: boolean }
  | {
      readonly kind: 'number';
      readonly offset: number;
      readonly path: string;
      readonly text: string;
      readonly why: string;
    }
  | {
      readonly kind: 'duplicate';
      readonly offset: number;
      readonly path: string;
      readonly key: string;
      readonly firstOffset: number;
    }
  | { readonly kind: 'depth'; readonly offset: number };

/** What is read in another way than it is written, or will make trouble later. */
export interface JsonRemarks {
  negativeZeros: number;
  loneSurrogates: number;
  /** Whole numbers that no double is. */
  readonly roundedWhole: RoundedNumbers;
  /** Other numbers with more digits than a double keeps. */
  readonly rounded: RoundedNumbers;
}

export interface RoundedNumbers {
  count: number;
  first: RoundedNumber | null;
}

export interface RoundedNumber {
  readonly text: string;
  readonly readAs: string;
  readonly path: string;
  /** In the text in which it stands. */
  readonly offset: number;
}

// How a run of bytes says its length, and an index itself: in what the byte around it has left, or in bytes
// behind it. The names say at which bit of that byte they begin (X.891, C.22 to C.28).

/** Lengths up to `small` stand in the byte itself, 256 more in one byte behind it, all others in four. */
export interface LengthForm {
  readonly small: number;
  readonly mediumFlag: number;
  readonly largeFlag: number;
}

export const MEDIUM_LENGTHS = 256;

export const LENGTH_ON_SECOND_BIT: LengthForm = { small: 64, mediumFlag: 0x40, largeFlag: 0x60 };
export const LENGTH_ON_FIFTH_BIT: LengthForm = { small: 8, mediumFlag: 0x08, largeFlag: 0x0c };
export const LENGTH_ON_SEVENTH_BIT: LengthForm = { small: 2, mediumFlag: 0x02, largeFlag: 0x03 };

/**
 * Indices below `small` stand in the byte itself; then one, two and (not on the second bit) three bytes come
 * behind.
 */
export interface IndexForm {
  readonly small: number;
  readonly mediumFlag: number;
  readonly medium: number;
  readonly largeFlag: number;
  /** Where this form ends, and the next begins. */
  readonly large: number;
  /** null if there is no longer form. */
  readonly longestFlag: number | null;
}

/** By the standard no table has more entries. */
export const MOST_ENTRIES = 1 << 20;

export const INDEX_ON_SECOND_BIT: IndexForm = {
  small: 64,
  mediumFlag: 0x40,
  medium: 8_256,
  largeFlag: 0x60,
  large: 8_256 + (1 << 20),
  longestFlag: null,
};

export const INDEX_ON_THIRD_BIT: IndexForm = {
  small: 32,
  mediumFlag: 0x20,
  medium: 2_080,
  largeFlag: 0x28,
  large: 526_368,
  longestFlag: 0x30,
};

export const INDEX_ON_FOURTH_BIT: IndexForm = {
  small: 16,
  mediumFlag: 0x10,
  medium: 1_040,
  largeFlag: 0x14,
  large: 263_184,
  longestFlag: 0x18,
};

/** The bits of a longest index that mean something, in the first of its three bytes; the others are 0. */
export const LONGEST_INDEX_MASK = 0x0f;

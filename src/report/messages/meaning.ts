// What the figures of messages are, said once in every report.

export const A_MESSAGE =
  'times are those of a message: a sequence’s whole over its messages, the median of the sequences';

/** Of the bill of a message. */
export const LEFT_OVER =
  'transport is what encoding, decoding and checking leave over: arithmetic, not evidence';

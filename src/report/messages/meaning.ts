// What the figures of messages are, said once in every report.

export const A_MESSAGE =
  'times are those of a message: a sequence’s whole over its messages, the median of the sequences';

export const OF_A_WAY =
  'wire: bytes at the server’s sockets, both ways, TCP and IP not counted; overhead: what of them is not the message; CPU: of the server’s process, a message; set-up is apart and in no other figure';

/** Of the bill of a message. */
export const LEFT_OVER =
  'transport is what encoding, decoding and checking leave over: arithmetic, not evidence';

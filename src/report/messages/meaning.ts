// What the figures of messages are, said once in every report.

import { isSequence } from '../../factors/cell.ts';
import type { Table } from '../words/groups.ts';

const OF_A_SEQUENCE = 'a sequence’s time over its messages';
const OF_LATENCIES = 'the mean of its latencies';

/**
 * What the time of a message is in these tables: at a rate, when the sequence ends is no merit of anybody's.
 */
export function aMessage(tables: readonly Table[]): string {
  const paced = tables.filter(({ shared }) => isSequence(shared) && shared.mode.name === 'paced').length;
  const of =
    paced === 0
      ? OF_A_SEQUENCE
      : paced === tables.length
        ? `of a sequence ${OF_LATENCIES}`
        : `${OF_A_SEQUENCE} or, at a rate, ${OF_LATENCIES}`;
  return `median and interval are of the time that a message takes: ${of}`;
}

export const OF_A_WAY =
  'wire: bytes at the server’s sockets, both ways, TCP and IP not counted; overhead: what of them is not the message; CPU: of the server’s process, a message; set-up is apart and in no other figure';

/** Of the bill of a message. */
export const LEFT_OVER =
  'transport is what encoding, decoding and checking leave over: arithmetic, not evidence';

// How to read what is told of messages: what was timed in which mode, and what the figures besides time are.

import { isSequence } from '../../../factors/cell.ts';
import type { ModeName } from '../../../factors/mode.ts';
import type { CellSummary } from '../../../summary/summary.ts';
import { isItemised } from '../../tables/grouped-bill.ts';

export function messagesReading(cells: readonly CellSummary[]): [string, string][] {
  const has = (test: (cell: CellSummary) => boolean) => cells.some(test);
  const mode = (name: ModeName) => has(({ factors }) => isSequence(factors) && factors.mode.name === name);
  const rows: readonly (readonly [shown: boolean, name: string, text: string])[] = [
    [true, 'A message', A_MESSAGE],
    [mode('throughput'), 'As fast as they go', THROUGHPUT],
    [mode('ping-pong'), 'One at a time', PING_PONG],
    [mode('paced'), 'At a rate', PACED],
    [has(({ messages }) => (messages?.latencyMs?.clockErrorMs ?? 0) > 0), 'Two clocks', CLOCKS],
    [true, 'Set-up', SET_UP],
    [has(({ messages }) => messages?.wire != null), 'On the wire', WIRE],
    [has(({ messages }) => messages?.serverCpuUs != null), 'CPU', CPU],
    [has(isItemised), 'The bill of a message', BILL],
    [true, 'Every message is checked', CHECKED],
  ];
  return rows.filter(([shown]) => shown).map(([, name, text]) => [name, text]);
}

const A_MESSAGE =
  'a sequence of messages is timed as one, and its time divided by their number is the mean of a message: that is what all times of messages here are, with the median over the sequences. Gaps between single messages say little, because browsers get them in batches. Both ways a message is there and back.';

const THROUGHPUT =
  'all messages are sent without waiting for one another. To the server: from the first send until the server’s application has acknowledged the last. To the client: from the word to begin until the last one is in hand. Both ways: until the last one is back. The first message tells how long it takes until something comes.';

const PING_PONG =
  'each message waits for the answer of the former. Its latency is from the send, or from asking for it, to the answer; p50 to p99 are quantiles of all latencies together.';

const PACED =
  'messages are sent at a rate whether or not the former ones have arrived. A latency counts from the planned time of its message, so that delay that piles up shows; the time of a message is the mean of these latencies, not of the gaps.';

const CLOCKS =
  'paced messages to the client start on the server’s clock and end on the client’s. The difference of the clocks is taken from the shortest of ten round trips; half of that round trip is how far a latency may be off, and stands beneath the table.';

const SET_UP = 'opening what carries the messages, before anything is timed: in no other figure.';

const WIRE =
  'bytes that the server read from and wrote to its sockets, HTTP, framing and TLS with them, TCP and IP not, divided by the messages. The overhead is what is left without the messages themselves; compression may bring it below 0.';

const CPU = 'of the server’s process with all its threads, a message; what clients take is not in it.';

const BILL =
  'mean time of a message: what encoding and decoding took on either side, and, where there was more than memory should hold, the lab’s own checking. Transport is what these leave over, so that it proves nothing. Where both sides worked at the same time the items are more than the whole; a red stroke marks it then.';

const CHECKED =
  'number and digest of each one are compared when nothing is timed any more. A sequence with one message lost, doubled, changed or (but for beacons) out of order has failed, and counts nowhere.';

// Warnings about sequences of messages: what may mislead whoever reads times of a single message.

import { percent } from '../figures/numbers.ts';
import type { WarningDeclarations } from './declaration.ts';

const CLOCK_ERROR_SHARE = 0.1;
const FIRST_SHARE = 0.5;
const CHECK_SHARE = 0.01;
const KEPT_RATE_SHARE = 0.9;
const OVERLAP_SHARE = 0.01;
/** How much of a connection permessage-deflate remembers. */
const WINDOW_BYTES = 32_768;
/**
 * If the records are this many windows long and in random order, fewer than one copy in eight lies within the
 * window, which is not worth a warning.
 */
const WINDOWS = 8;

export const MESSAGE_WARNINGS = {
  'clock-error': {
    bounds: { shareOfMedian: CLOCK_ERROR_SHARE },
    when: `the uncertainty between the clocks of both ends is more than ${percent(CLOCK_ERROR_SHARE, 0)} of a cell’s median latency`,
    means:
      'Latencies in one direction may all be off by so much. Totals of sequences rest on one clock and stand.',
    toDo: 'Compare latencies both ways or in ping-pong, where one clock tells sending and receiving.',
    advice: 'both ways one clock tells sending and receiving: compare there, or in ping-pong',
  },
  'long-set-up': {
    bounds: { setUpsPerSequence: 1 },
    when: 'opening the transport takes longer than the whole sequence that follows',
    means: 'Totals leave the opening out, but whoever sends so few messages pays it first of all.',
    toDo: 'For so few messages compare the set-up, then the sequence.',
    advice: 'totals leave it out: for so few messages look at the set-up first',
  },
  'late-first-message': {
    bounds: { share: FIRST_SHARE },
    when: `more than ${percent(FIRST_SHARE, 0)} of a sequence that goes as fast as it can passes before its first message is there`,
    means:
      'The time of a message is the sequence’s time by their number. Here it is mostly the beginning (a round trip, a first packet), shared out among the messages.',
    toDo: 'Measure longer sequences (`n`); they tell more of messages.',
    advice:
      'what a message takes is mostly the beginning, shared out: longer sequences (n) tell more of messages',
  },
  'checked-meanwhile': {
    bounds: { share: CHECK_SHARE },
    when: `the lab’s own checking of messages takes more than ${percent(CHECK_SHARE, 0)} of a sequence’s time`,
    means:
      'The total holds work that your program would not do. It is an item of the bill (check), so it can be taken off.',
    toDo: 'Read the item check. Random contents of less than 32 MB are checked after the time.',
    advice:
      'they are an item of the bill (check); random contents of less than 32 MB need none inside the time',
  },
  'rate-not-reached': {
    bounds: { keptShare: KEPT_RATE_SHARE },
    when: `a paced sequence kept less than ${percent(KEPT_RATE_SHARE, 0)} of its rate`,
    means:
      'Messages left later than their time. Latencies count from that time, so they hold the delay that piled up.',
    toDo: 'Ask for a lower rate to see latencies without it. The rate that was kept is in the warning.',
    advice: 'their latencies hold the delay that piled up: ask for a lower rate to see them without it',
  },
  reordered: {
    bounds: { share: 0 },
    when: 'any message came after a later one, over a transport that promises no order',
    means:
      'Every message came, and times stand. A program that needs them in order has to wait for the late ones.',
    toDo: 'Use another transport if order matters.',
    advice: 'beacons promise no order; every one of them came',
  },
  'items-overlap': {
    bounds: { share: OVERLAP_SHARE },
    when: `encoding, decoding and checking add up to more than the sequence’s time, by more than ${percent(OVERLAP_SHARE, 0)} of it`,
    means:
      'Both ends worked at the same time, so the items are no shares of the total. Totals and comparisons stand.',
    toDo: 'Read each item as work done, not as time waited.',
    advice: 'both ends worked at the same time; totals and comparisons stand',
  },
  'repeated-records': {
    bounds: { windowBytes: WINDOW_BYTES, windows: WINDOWS },
    when: `sequences compressed by permessage-deflate are longer than the data they are made of, and all records together are so short (less than ${WINDOWS} times the last 32 kB, which it remembers) that it finds them again`,
    means:
      'Fewer bytes are sent than of messages that all differ, so the compression looks better than it is.',
    toDo: 'Name `n` no larger than the number of records, or bring more records.',
  },
} as const satisfies WarningDeclarations;

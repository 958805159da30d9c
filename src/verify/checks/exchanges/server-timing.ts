// Server-Timing, on every exchange that the suite has made: present, complete, fine enough, and no larger
// than the time that went by. A request cannot have taken longer inside the server than its client waited,
// whatever the noise.

import { parseServerTiming } from '../../../wire/server-timing.ts';
import { type About, isStreamed } from '../../../wire/target-contract.ts';
import type { Check, LoggedExchange } from '../../check.ts';
import { sayQuery } from '../../clients/queries.ts';
import { sumMs } from '../../clients/timed.ts';

/** Clocks of two machines run apart by far less; two readings on one machine never disagree by more. */
const CLOCK_RATE_TOLERANCE = 0.001;
const CLOCK_STEP_TOLERANCE_MS = 0.02;

const METRICS = ['compute', 'encode', 'compress'];

export const serverTiming: Check = {
  name: 'server-timing',
  must: 'Server-Timing gives compute, encode and compress in milliseconds with at least three decimals, compress 0 of a streamed coding',
  needsObjects: true,
  run: async ({ log, about }) => ({
    findings: log.flatMap((each) => [...formatFindings(each), ...streamedFindings(each, about)]),
  }),
};

export const timingWithinWait: Check = {
  name: 'timing-within-wait',
  must: 'the phases of Server-Timing are true: together no longer than the client waited for the first byte',
  needsObjects: true,
  run: async ({ log }) => ({ findings: log.flatMap(tooLong) }),
};

function formatFindings({ query, reply }: LoggedExchange): string[] {
  const header = String(reply.headers['server-timing'] ?? '');
  if (header === '') return [`${sayQuery(query)}: there is no Server-Timing`];
  const coarse = METRICS.filter(
    (name) => !new RegExp(`(^|,)\\s*${name}\\s*;\\s*dur="?\\d+\\.\\d{3,}`).test(header),
  );
  if (coarse.length === 0) return [];
  return [
    `${sayQuery(query)}: ${coarse.join(', ')} missing or with fewer than three decimals in "${header}"`,
  ];
}

/** What a server in front does while it sends, the target cannot have timed. `opaque` is its own work. */
function streamedFindings({ query, reply }: LoggedExchange, about: About): string[] {
  const { compressMs = 0 } = parseServerTiming(String(reply.headers['server-timing'] ?? '')) ?? {};
  if (compressMs === 0 || query.opaque || !isStreamed(about, query.compression)) return [];
  return [
    `${sayQuery(query)}: compress is ${compressMs}, and features.streamed says that it is done while sending: 0`,
  ];
}

function tooLong({ query, reply }: LoggedExchange): string[] {
  const phases = parseServerTiming(String(reply.headers['server-timing'] ?? ''));
  if (phases === null) return [];
  const said = sumMs(phases);
  if (said <= reply.firstByteMs * (1 + CLOCK_RATE_TOLERANCE) + CLOCK_STEP_TOLERANCE_MS) return [];
  const [phasesMs, waitedMs] = [said.toFixed(3), reply.firstByteMs.toFixed(3)];
  return [
    `${sayQuery(query)}: the phases add up to ${phasesMs} ms, but the first byte came after ${waitedMs} ms`,
  ];
}

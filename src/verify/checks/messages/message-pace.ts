// Paced messages leave when they are planned: never before, and not much after. The target's clock is read by
// way of the state, its difference from ours is known to half the fastest round trip.

import { median } from '../../../base/figures/median.ts';
import type { Endpoint } from '../../../wire/sequence.ts';
import { DOWNWARD, openArrivals } from '../../messages/arrivals.ts';
import {
  caughtAs,
  contentFindings,
  type MessageLook,
  messageCheck,
  randomContent,
  randomSpec,
} from '../../messages/message-check.ts';
import { makeSequence, type PlainSequence } from '../../messages/plain-sequence.ts';

const RATE = 200;
const MESSAGES = 50;
const ATTEMPTS = 3;

/** Beyond what the difference of the clocks may be off: the step of a coarse one. */
const EARLY_MS = 0.1;

/**
 * Half of the messages must come within so long of their time; timers of a busy machine keep some of them
 * waiting.
 */
const MEDIAN_LATE_MS = 5;

export const messagePace = messageCheck({
  name: 'message-pace',
  must: 'paced: message i leaves at beganMs + (i + 1) × 1000 / rate, never before, at once where that is over',
  endpoints: DOWNWARD,
  once: 'always',
  look: async (look) => {
    const findings: string[] = [];
    const ways = DOWNWARD.filter(look.has);
    for (const endpoint of look.context.mode === 'full' ? ways : ways.slice(-1))
      findings.push(...(await caughtAs(endpoint, () => persistent(() => pacing(look, endpoint)))));
    return findings;
  },
});

/** A busy machine delays; it never makes a message early. */
async function persistent(look: () => Promise<string[]>): Promise<string[]> {
  let found: string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    found = await look();
    if (found.every((finding) => !finding.includes(' late'))) break;
  }
  return found;
}

async function pacing(look: MessageLook, endpoint: Endpoint): Promise<string[]> {
  const { client, context } = look;
  const now = () => context.clock.nowMs();
  const content = randomContent(12, { policy: 'fixed', bytes: 100 });
  const spec = randomSpec('server-to-client', 'paced', MESSAGES, content, { ratePerSecond: RATE });
  const sequence = await makeSequence(client, spec);
  const arrivals = await openArrivals(client, sequence, endpoint, now);
  try {
    const { beganMs } = await sequence.begin();
    if (beganMs === null) return ['beganMs is null after it has begun'];
    await arrivals.until(MESSAGES);
    const { differenceMs, errorMs } = await clocks(sequence, now);
    const late = arrivals.atMs.map((atMs, i) => atMs + differenceMs - (beganMs + ((i + 1) * 1_000) / RATE));
    await sequence.end();
    const findings: string[] = [];
    const early = late.findIndex((ms) => ms < -errorMs - EARLY_MS);
    if (early >= 0)
      findings.push(
        `message ${early} came ${(-late[early]!).toFixed(2)} ms before its time (± ${errorMs.toFixed(2)})`,
      );
    const medianLateMs = median(late);
    if (medianLateMs > MEDIAN_LATE_MS + errorMs)
      findings.push(`half of them came ${medianLateMs.toFixed(1)} ms late and more`);
    return [...findings, ...contentFindings(arrivals.messages, spec)];
  } finally {
    arrivals.close();
  }
}

/** The target's clock less ours. */
async function clocks(
  sequence: PlainSequence,
  now: () => number,
): Promise<{ differenceMs: number; errorMs: number }> {
  let best = { differenceMs: 0, errorMs: Number.POSITIVE_INFINITY };
  for (let i = 0; i < 10; i++) {
    const fromMs = now();
    const { nowMs } = await sequence.state();
    const toMs = now();
    const errorMs = (toMs - fromMs) / 2;
    if (errorMs < best.errorMs) best = { differenceMs: nowMs - (fromMs + toMs) / 2, errorMs };
  }
  return best;
}

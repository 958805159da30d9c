// The data of advice: read, kept for the targets, and taken through all that is screened without a browser.
// Whatever comes after it needs their values no more.

import { offeredPath } from '../../advise/screening/offered-path.ts';
import { refusedWays, type Screened } from '../../advise/screening/screened.ts';
import { todayOfSource } from '../../advise/today.ts';
import type { Host } from '../../base/host.ts';
import type { Payload } from '../../payload/payload.ts';
import { readPayload } from '../../payload/read-payload.ts';
import type { PayloadRef } from '../../study/study.ts';
import { sayOfferedPath } from '../payload/offered-path.ts';
import { withAnswerBefore } from '../payload/own-dictionary.ts';
import { withProtoFile } from '../payload/own-proto.ts';
import { type AdviseFlags, type AdviseSettings, adviseSettings } from './flags.ts';
import { keep } from './kept.ts';
import { type Screening, sayFirstAnswer, screenSizes, screenTimes } from './screening.ts';

/** Plain values alone: they may come from another process. */
export interface PreparedData {
  /** What the flags mean. */
  readonly settings: AdviseSettings;
  /** The data as they are kept. */
  readonly ref: PayloadRef;
  /** How they are sent, as far as the source shows. */
  readonly today: Payload['today'];
  readonly sizes: Screening;
  /** The same, with times of what carries the data. */
  readonly screened: readonly Screened[];
}

/**
 * `beside` goes on while sizes are found, which are no times, and is waited for before anything is timed.
 * Absent: what it would make is not needed in this process. Rejects with the reason of an interruption, and
 * at once with everything that is wrong with the flags.
 */
export type PrepareData = (
  sources: readonly string[],
  flags: AdviseFlags,
  host: Host,
  beside?: () => Promise<void>,
) => Promise<PreparedData>;

/** Sizes, which are told at once, then times in Node. */
export const prepareData: PrepareData = async (sources, flags, host, beside) => {
  const settings = adviseSettings(flags);
  const reading = { ...settings.reading, takesLargest: true };
  host.onStep?.({ doing: 'reading the data' });
  const alone = withProtoFile(await readPayload(sources, reading, host), flags.schema, host);
  const read = await withAnswerBefore(alone, flags.dictionary, settings.reading, host);
  const { payload, ref } = keep(read, settings, host);
  for (const note of payload.notes) host.err(`note: ${note}\n`);
  const asked = settings.today ?? todayOfSource(payload.today);
  const bodies = payload.shape === 'messages' ? ref.count : 1;
  const made = beside?.() ?? Promise.resolve();
  // It is waited for below, and may fail before that.
  made.catch(() => undefined);
  const sizes = await screenSizes(payload, ref.jsonBytes, bodies, asked, host);
  host.interrupted.throwIfAborted();
  host.err(`${sayFirstAnswer(sizes.screened)}\n`);
  const offered = offeredPath(payload, settings.reading.path, refusedWays(sizes.screened));
  if (offered !== null) host.err(`note: ${sayOfferedPath(offered)}\n`);
  // Nothing else may take a core while something is timed.
  await made;
  host.interrupted.throwIfAborted();
  const screened = await screenTimes(payload, sizes, settings.budgetMs, host);
  host.interrupted.throwIfAborted();
  return { settings, ref, today: payload.today, sizes, screened };
};

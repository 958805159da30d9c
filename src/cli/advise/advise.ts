// wirefare advise PAYLOAD: your own data through every format and compression, and what to send on which
// network.

import { EXIT_INTERRUPTED } from '../../base/exit-codes.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { harGroupsAmong } from '../../payload/har/har-groups.ts';
import { BEFORE_COMMAND_MS } from '../../plan/sessions/wall-costs.ts';
import { readSurroundings } from '../payload/payload-flags.ts';
import { askedDir } from '../run/run.ts';
import type { Surrounded } from '../study/measure-study.ts';
import { makeDrivers } from '../surroundings/run-context.ts';
import { type AdviseFlags, adviseSettings } from './flags.ts';
import { adviseHar } from './har/har-advice.ts';
import { adviseWithin } from './one-advice.ts';
import { type PrepareData, prepareData } from './prepared.ts';

export async function adviseOrStop(
  sources: readonly string[],
  flags: AdviseFlags,
  host: Host,
): Promise<number> {
  try {
    return await adviseAll(sources, flags, host, makeDrivers(host));
  } catch (thrown) {
    // Before anything is measured there is nothing to keep, and nothing to say but that it was stopped.
    if (host.interrupted.aborted && thrown === host.interrupted.reason) return EXIT_INTERRUPTED;
    throw thrown;
  }
}

/** The verb, with drivers that a test may fake. Answers the exit code. Of a HAR for every path in it. */
export async function adviseAll(
  sources: readonly string[],
  flags: AdviseFlags,
  host: Host,
  drivers: Drivers,
): Promise<number> {
  // What is wrong with flags is told before anything is read.
  adviseSettings(flags);
  const groups = flags.answers === undefined ? await harGroupsAmong(sources, readSurroundings(host)) : null;
  if (groups === null || groups.length === 1) return advise(sources, flags, host, drivers);
  return adviseHar(groups, { sources, flags, host, drivers });
}

/**
 * The same for one payload; of a HAR with several paths, of which none is named, that with most bytes.
 * `prepare`: how its data are prepared, where that is to hold nobody up.
 */
export async function advise(
  sources: readonly string[],
  flags: AdviseFlags,
  host: Host,
  drivers: Drivers,
  around: Surrounded = {},
  prepare: PrepareData = prepareData,
): Promise<number> {
  const dir = flags.out === undefined ? null : askedDir(flags.out, host.cwd);
  const startMs = host.clock.nowMs() - BEFORE_COMMAND_MS;
  return adviseWithin({ sources, flags, startMs, dir }, host, drivers, around, prepare);
}

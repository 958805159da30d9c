// wirefare advise PAYLOAD: your own data through every format and compression, and what to send on which
// network.
//
//   read ─► sizes ─► times ─► times in the browser ─► contenders ─► a study ─► run ─► advice

import { libraryWeights } from '../../advise/library-weight.ts';
import { ADVISED_FORMATS } from '../../advise/screening/advised-formats.ts';
import { EXIT_INTERRUPTED } from '../../base/exit-codes.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { BEFORE_COMMAND_MS } from '../../plan/sessions/wall-costs.ts';
import { askedDir } from '../run/run.ts';
import { measureStudy, type Surrounded } from '../study/measure-study.ts';
import { makeDrivers } from '../surroundings/run-context.ts';
import { chosenFrom } from './choose.ts';
import type { AdviseFlags } from './flags.ts';
import { type PrepareData, prepareData } from './prepared.ts';
import { screenAll } from './screen-all.ts';
import { describeTask } from './task.ts';
import { report } from './tell.ts';
import { requireWeighable } from './todays-way.ts';

export async function adviseOrStop(
  sources: readonly string[],
  flags: AdviseFlags,
  host: Host,
): Promise<number> {
  try {
    return await advise(sources, flags, host, makeDrivers(host));
  } catch (thrown) {
    // Before anything is measured there is nothing to keep, and nothing to say but that it was stopped.
    if (host.interrupted.aborted && thrown === host.interrupted.reason) return EXIT_INTERRUPTED;
    throw thrown;
  }
}

/**
 * The verb, with drivers that a test may fake. Answers the exit code. `prepare`: how its data are prepared,
 * where that is to hold nobody up.
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
  const prepared = await prepare(sources, flags, host, madeBeside);
  const { settings } = prepared;
  const screened = await screenAll(prepared, host, drivers);
  requireWeighable(settings, screened.ways[screened.today]!);
  const asked = await chosenFrom(screened, settings, startMs, host, drivers);
  const task = await describeTask(prepared, screened, asked, host, drivers);
  const measured = await measureStudy({ ...task, ...around, dir }, host, drivers);
  return report(measured, settings, flags, screened.screened, host, around);
}

/**
 * The agent page, and what libraries weigh: both follow from the sources alone, and are remembered until they
 * are needed. Sizes, beside which they are made, are no times. A failure is told by whoever waits for it.
 */
async function madeBeside(): Promise<void> {
  const { bundlePage } = await import('../../run/agents/bundle-page.ts');
  await Promise.all([bundlePage(), libraryWeights(ADVISED_FORMATS.flatMap(({ codecs }) => codecs))]);
}
